#!/usr/bin/env bash
# Runs all tests. Fails when none ran, and, where it matters (CI), when the public suites were skipped.
set -uo pipefail
cd "$(dirname "$0")/.."
log=$(mktemp)
trap 'rm -f "$log"' EXIT

swift test "$@" 2>&1 | tee "$log"
status=${PIPESTATUS[0]}
[ "$status" -eq 0 ] || exit "$status"

ran=$(grep -oE 'Test run with [0-9]+ tests' "$log" | grep -oE '[0-9]+' | sort -n | tail -1)
if [ "${ran:-0}" -lt 1 ]; then
  echo "test: no test ran" >&2
  exit 1
fi
if [ "${CI:-}" = true ] && grep -qE 'conformance.*skipped|[Ss]kipped:.*conformance' "$log"; then
  echo "test: the public suites were skipped; SKILLHOST_CONFORMANCE must name their folder" >&2
  exit 1
fi
