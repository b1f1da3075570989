#!/bin/sh
# Copies the sample forecasts into a folder, shifted by whole weeks so that they cover a day (today, when none is given).
set -eu

if [ $# -lt 1 ]; then
  echo "usage: $0 FOLDER [YYYY-MM-DD]" >&2
  exit 2
fi
folder=$1
day=${2:-$(date +%F)}
samples=$(dirname "$0")
first=2026-07-28

# Noon in UTC: no daylight saving can turn a day into 23 hours.
first_seconds=$(date -u -d "$first 12:00" +%s)
day_seconds=$(date -u -d "$day 12:00" +%s)
# Whole weeks, rounded towards the past, also for days before the first.
weeks=$(( (day_seconds - first_seconds) / 604800 ))
if [ $(( first_seconds + weeks * 604800 )) -gt "$day_seconds" ]; then weeks=$((weeks - 1)); fi

mkdir -p "$folder"
for sample in "$samples"/*.json; do
  script=""
  # From the latest day to the earliest when moving ahead, so that no date is moved twice.
  days="15 14 13 12 11 10 9 8 7 6 5 4 3 2 1 0"
  if [ "$weeks" -lt 0 ]; then days="0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15"; fi
  for number in $days; do
    from=$(date -u -d "@$((first_seconds + number * 86400))" +%F)
    to=$(date -u -d "@$((first_seconds + number * 86400 + weeks * 604800))" +%F)
    script="${script}s/${from}/${to}/g;"
  done
  sed "$script" "$sample" > "$folder/$(basename "$sample").tmp"
  mv "$folder/$(basename "$sample").tmp" "$folder/$(basename "$sample")"
done
