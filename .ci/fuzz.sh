#!/usr/bin/env bash
# Random inputs for a while. First the seeded tests with a seed of their own, then libFuzzer with the address sanitizer
# where the toolchain has it. What libFuzzer learns stays in .build/fuzz/<target>; what it breaks, in .build/fuzz.
# usage: fuzz.sh [SECONDS for each part]
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-60}
work=.build/fuzz
mkdir -p $work

if [ "${FUZZ_TESTS:-1}" = 1 ]; then
  seed=${FUZZ_SEED:-$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')}
  echo "fuzz: seed $seed, ${seconds} s; again with FUZZ_SEED=$seed"
  FUZZ_SEED=$seed FUZZ_SECONDS=$seconds swift test --filter 'FuzzTests' 2>&1 | tee $work/tests.log | grep -v '^fuzz: seed' || {
    echo "fuzz: the last seeds were" >&2
    grep '^fuzz: seed' $work/tests.log | tail -8 >&2
    exit 1
  }
fi

echo 'import Glibc' >$work/probe.swift
if ! swiftc -parse-as-library -sanitize=fuzzer,address -emit-library -o $work/probe.so $work/probe.swift 2>$work/probe.log; then
  echo "fuzz: this toolchain has no libFuzzer; only the seeded tests ran"
  exit 0
fi

# Bounds and overflows are checked (-O keeps them), and every branch is counted.
flags=(-O -g -swift-version 6 -parse-as-library -package-name skillhost -sanitize=fuzzer,address -I $work
  -enable-upcoming-feature MemberImportVisibility -enable-upcoming-feature InternalImportsByDefault
  -enable-upcoming-feature ExistentialAny)
for module in SkillJSON SkillSchema; do
  swiftc "${flags[@]}" -wmo -emit-module -emit-module-path $work/$module.swiftmodule -module-name $module \
    -c -o $work/$module.o Sources/$module/*.swift
done
swiftc "${flags[@]}" -module-name JSONTarget -o $work/json Tests/Fuzz/JSONTarget.swift $work/SkillJSON.o
swiftc "${flags[@]}" -module-name SchemaTarget -o $work/schema Tests/Fuzz/SchemaTarget.swift $work/SkillJSON.o \
  $work/SkillSchema.o

for target in json schema; do
  mkdir -p $work/corpus-$target
  python3 Tests/Fuzz/seeds.py $target $work/corpus-$target
  echo "fuzz: libFuzzer, $target, $seconds s"
  $work/$target -max_total_time="$seconds" -max_len=4096 -timeout=10 -rss_limit_mb=2048 -detect_leaks=0 \
    -dict=Tests/Fuzz/$target.dict -artifact_prefix=$work/ -print_final_stats=1 $work/corpus-$target 2>&1 |
    tee $work/$target.log | grep -E 'stat::|ERROR|SUMMARY|Fatal|DONE|BINGO' || true
  status=${PIPESTATUS[0]}
  if [ "$status" -ne 0 ]; then
    echo "fuzz: $target failed; see $work/$target.log" >&2
    tail -40 $work/$target.log >&2
    exit 1
  fi
done
