#!/usr/bin/env bash
# Runs every fuzz target of the module for a short time each: scripts/fuzz.sh 10s
# Every target has its turn; a find is printed with its input, and fails the script at the end.
set -euo pipefail
cd "$(dirname "$0")/.."
time=${1:-10s}
targets=$(grep -r --include='*_test.go' -o '^func Fuzz[A-Za-z0-9_]*' cmd pipeline rules spatial | sed 's|/[^/]*:func | |' | sort -u)
found=()
while read -r dir target; do
	echo "fuzz $dir $target"
	go test "./$dir" -run '^$' -fuzz "^$target\$" -fuzztime "$time" </dev/null || found+=("$dir/testdata/fuzz/$target")
done <<<"$targets"
if [ ${#found[@]} -gt 0 ]; then
	echo "FOUND by fuzzing: ${found[*]}: commit each input with what mends it" >&2
	exit 1
fi
