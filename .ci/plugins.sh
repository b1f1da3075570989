#!/usr/bin/env bash
# Signs the sample skills: .build/skills/<bundle>/ with library, manifests and signatures.
# usage: plugins.sh BINARIES KEYS SKILLS
set -euo pipefail
bin=$1 keys=$2 skills=$3

mkdir -p "$keys"
chmod 700 "$keys"
[ -e "$keys/dev.key" ] || "$bin/skillhost" keys new "$keys/dev" >/dev/null

sign() { # library, bundle, manifests
  local library=$bin/lib$1.so bundle=$skills/$2
  shift 2
  for manifest in "$@"; do
    local signature=$bundle/$(basename "$manifest").minisig
    # Signed once: signing anew would make other bytes of the same version.
    if [ -e "$signature" ] && [ "$signature" -nt "$library" ] && [ "$signature" -nt "$manifest" ] &&
      [ "$signature" -nt "$keys/dev.key" ]; then continue; fi
    "$bin/skillhost" sign "$manifest" --library "$library" --key "$keys/dev.key" --into "$bundle" >/dev/null
  done
}

sign Weather weather skill-manifests/weather.*.json
sign Calendar calendar skill-manifests/calendar.*.json
sign Reminder reminder skill-manifests/reminder.*.json
sign FileSearch filesearch skill-manifests/files.*.json
sign Chart chart skill-manifests/chart.*.json
sign TextStatistics textstatistics skill-manifests/text.*.json
