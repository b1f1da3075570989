#!/usr/bin/env bash
# Takes all figures in one run and writes them into docs/performance.md.
# usage: bench.sh [arguments of skillhost-bench]; with arguments nothing is written.
set -euo pipefail
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}

for product in skillhost-runner Reminder skillhost-bench; do "$swift" build -c release --product "$product"; done

# The peer for validation. Without a network its column stays empty, and the report says so.
venv=.build/bench-venv
python=()
if [ -x $venv/bin/python ] || python3 -m venv $venv; then
  if $venv/bin/python -c 'import jsonschema_rs' 2>/dev/null ||
    $venv/bin/pip install --quiet --disable-pip-version-check jsonschema-rs; then
    python=(--python "$PWD/$venv/bin/python")
  else
    echo "bench: jsonschema-rs cannot be installed; going on without it" >&2
  fi
fi

into=(--into docs/performance.md)
[ $# -eq 0 ] || into=()
toolchain=$("$swift" --version 2>/dev/null | grep -oE 'Swift version [0-9.]+' | head -1 | sed 's/ version//')
.build/release/skillhost-bench "${python[@]}" "${into[@]}" --toolchain "${toolchain:-Swift}" "$@"
