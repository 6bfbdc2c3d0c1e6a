#!/bin/sh
# Builds a fuzzer (case: of the case reader; mesh: of mesh files; folder: of files in the folder of a run) with clang and runs it
# for SECONDS: fuzz.sh SOURCE BUILD SECONDS [NAME]. Exit 77 (skipped) where clang or its fuzzer library is missing.
set -eu
source=$1 build=$2 seconds=$3 name=${4:-case}
corpus=$source/fuzz/corpus
patience=5   # s for one input
if [ "$name" = mesh ]; then corpus=${corpus}_mesh; fi
if [ "$name" = folder ]; then corpus=${corpus}_folder patience=20; fi   # each checkpoint is read in a process of its own
command -v clang++ > /dev/null || { echo "skipped: clang++ is not installed"; exit 77; }
mkdir -p "$build/work"
echo 'extern "C" int LLVMFuzzerTestOneInput(const unsigned char*, unsigned long) { return 0; }' > "$build/probe.cpp"
clang++ -fsanitize=fuzzer,address "$build/probe.cpp" -o "$build/probe" 2> /dev/null || { echo "skipped: clang++ has no libFuzzer"; exit 77; }
cmake -G Ninja -S "$source/fuzz" -B "$build" -DCMAKE_C_COMPILER=clang -DCMAKE_CXX_COMPILER=clang++ > "$build/configure.log" 2>&1 || { cat "$build/configure.log"; exit 1; }
cmake --build "$build" --parallel 2 --target "fuzz_$name" > "$build/build.log" 2>&1 || { tail -40 "$build/build.log"; exit 1; }
"$build/fuzz_$name" -max_total_time="$seconds" -max_len=4096 -timeout="$patience" -rss_limit_mb=2048 -verbosity=0 -print_final_stats=1 \
  -dict="$source/fuzz/$name.dict" -artifact_prefix="$build/" "$build/work" "$corpus"
