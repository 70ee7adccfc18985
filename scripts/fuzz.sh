#!/usr/bin/env bash
# Runs every fuzz target of the module for a short time each: scripts/fuzz.sh 10s
set -euo pipefail
cd "$(dirname "$0")/.."
time=${1:-10s}
grep -rl --include='*_test.go' '^func Fuzz' cmd pipeline rules spatial | xargs -n 1 dirname | sort -u | while read -r dir; do
	grep -h '^func Fuzz' "$dir"/*_test.go | sed 's/^func \(Fuzz[A-Za-z0-9_]*\).*/\1/' | sort -u | while read -r target; do
		echo "fuzz $dir $target"
		go test "./$dir" -run '^$' -fuzz "^$target\$" -fuzztime "$time" </dev/null
	done
done
