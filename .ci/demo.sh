#!/usr/bin/env bash
# The whole path on this machine, in a home of its own, without network or keys.
# usage: demo.sh BINARIES KEYS SKILLS
set -euo pipefail
bin=$(cd "$1" && pwd) keys=$(cd "$2" && pwd) skills=$(cd "$3" && pwd)
package=$(cd "$(dirname "$0")/.." && pwd)

work=$(mktemp -d "${TMPDIR:-/tmp}/skillhost-demo-XXXXXX")
trap 'rm -rf "$work"' EXIT
export SKILLHOST_HOME=$work/home SKILLHOST_PATH=$skills PATH=$bin:$PATH TZ=Asia/Shanghai
# A fixed moment: the saved sample forecasts cover the days after it (Plugins/Weather/SampleForecasts).
now=2026-07-30T08:30:00+08:00

if [ -t 1 ]; then bold=$'\e[1m' plain=$'\e[0m'; else bold='' plain=''; fi
say() { printf '\n%s# %s%s\n' "$bold" "$*" "$plain"; }
quoted() { # as one would type it
  local word line=
  for word in "$@"; do
    [[ $word =~ ^[A-Za-z0-9_./:=+,-]+$ ]] || word="'$word'"
    line+="$word "
  done
  printf '%s' "${line% }"
}
run() {
  printf '%s$ %s%s\n' "$bold" "$(quoted "$@" | sed "s|$work|WORK|g; s|$package/||g")" "$plain"
  "$@" 2>&1 | sed "s|$work|WORK|g; s|$package/||g"
}

say "The sample skills are built and signed. Their key is not trusted yet, so none of them can be used:"
run skillhost list
say "Trust the key that signed them, for this home"
run skillhost keys trust "$keys/dev.pub" --for '*' --yes
run skillhost list
say "Enable them; each says what it asks for"
run skillhost enable weather.daily_forecast calendar.events calendar.create_event calendar.free_slots \
  reminder.create reminder.list reminder.complete chart.render text.statistics --yes

say "Call one with arguments, written in C"
run skillhost call text.statistics '{"text":"The quick brown fox. 北京今天天气很好。"}'

say "Ask in plain words. There is no network here: the forecast was saved before, and the answer says so"
mkdir -p "$SKILLHOST_HOME/data/forecasts"
cp "$package"/Plugins/Weather/SampleForecasts/*.json "$SKILLHOST_HOME/data/forecasts/"
run skillhost match "北京未来三天天气怎么样" --now "$now"
run skillhost call --text "北京未来三天天气怎么样" --now "$now"
run skillhost call --text "remind me to water the plants tomorrow at 9" --now "$now"
run skillhost call --text "提醒我后天下午三点给妈妈打电话" --now "$now"
run skillhost call reminder.list --now "$now"

say "An effect with a key happens once, however often it is asked for"
event='{"title":"Lunch with Anna","start":"2026-07-31T12:30:00+08:00","durationMinutes":60}'
run skillhost call calendar.create_event "$event" --idempotency-key lunch-1 --now "$now"
run skillhost call calendar.create_event "$event" --idempotency-key lunch-1 --now "$now"
run skillhost call calendar.events '{"days":3}' --now "$now"

say "A picture as an attachment"
run skillhost call chart.render --output-dir "$work/pictures" \
  '{"title":"Beijing","kind":"bar","labels":["Thu","Fri","Sat"],"series":[{"name":"max °C","values":[9,12,7]}]}'

say "What happens during a call, event by event"
run skillhost call text.statistics '{"text":"one two"}' --events

say "Now a skill that was not there before: compile it with cc, sign it, drop it in, call it"
run skillhost new hello.world --language c --into "$work/hello"
run make -s -C "$work/hello" install
run skillhost enable hello.world
run skillhost call hello.world '{"name":"drop-in"}'

say "Change one byte of its library: it is refused"
library=$(find "$SKILLHOST_HOME/skills" -name '*.so' | head -1)
printf '\x00' | dd of="$library" bs=1 seek=200 conv=notrunc status=none
printf '\x01' | dd of="$library" bs=1 seek=201 conv=notrunc status=none
run skillhost call hello.world '{}' || true

say "What was recorded"
run skillhost info text.statistics
