#!/bin/sh
# Builds the fuzzer of the case reader with clang and runs it for SECONDS: case_fuzz.sh SOURCE BUILD SECONDS.
# Exit 77 (skipped) where clang or its fuzzer library is missing.
set -eu
source=$1 build=$2 seconds=$3
command -v clang++ > /dev/null || { echo "skipped: clang++ is not installed"; exit 77; }
mkdir -p "$build/work"
echo 'extern "C" int LLVMFuzzerTestOneInput(const unsigned char*, unsigned long) { return 0; }' > "$build/probe.cpp"
clang++ -fsanitize=fuzzer,address "$build/probe.cpp" -o "$build/probe" 2> /dev/null || { echo "skipped: clang++ has no libFuzzer"; exit 77; }
cmake -G Ninja -S "$source/fuzz" -B "$build" -DCMAKE_CXX_COMPILER=clang++ > "$build/configure.log" 2>&1 || { cat "$build/configure.log"; exit 1; }
cmake --build "$build" --parallel 2 > "$build/build.log" 2>&1 || { tail -40 "$build/build.log"; exit 1; }
"$build/fuzz_case" -max_total_time="$seconds" -max_len=4096 -timeout=5 -rss_limit_mb=2048 -verbosity=0 -print_final_stats=1 \
  -dict="$source/fuzz/case.dict" -artifact_prefix="$build/" "$build/work" "$source/fuzz/corpus"
