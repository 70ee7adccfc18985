#!/usr/bin/env bash
# Audits the demo town and, where ../shared/data is there, real towns, and holds the reports against programs that share no
# code with us: DuckDB reads the GeoParquet (scripts/verify/readback), GDAL the GeoJSON, and every other *.sh here measures
# findings again. Each is called with the program and a folder to work in; a failure of one fails all.
#
#   scripts/verify/all.sh build/parcelaudit
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../.."
program=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$program" --quiet demo --yards --out "$work/demo" --flat
reports=("$work/demo")
for config in fixtures/towns/*/audit.yaml; do
	town=$(basename "$(dirname "$config")")
	if [ -d "../shared/data/$town" ]; then
		"$program" --quiet run "$config" --yards --out "$work/$town" --flat
		reports+=("$work/$town")
	fi
done

# gdal FILE: GDAL reads it without a word, and as many features as were written.
gdal() {
	local summary written read
	summary=$(ogrinfo -ro -al -so "$1" 2>&1) || { echo "$summary"; exit 1; }
	if grep -q '^ERROR\|^Warning' <<<"$summary"; then
		echo "$1: $summary"
		exit 1
	fi
	# A file without features has no geometry type to disagree about.
	written=$(grep -c '"type":"Feature"' "$1" || true)
	read=$(sed -n 's/^Feature Count: //p' <<<"$summary")
	if [ "$written" != "$read" ]; then
		echo "$1: $written features written, GDAL reads $read"
		exit 1
	fi
	echo "   $(basename "$1"): $read features"
}

(cd "$here/readback" && go build -o "$work/readback" .)
for report in "${reports[@]}"; do
	echo "-- DuckDB reads the GeoParquet of $(basename "$report")"
	"$work/readback" "$report" | sed "s#$report/#   #"
	echo "-- GDAL reads the GeoJSON of $(basename "$report")"
	for f in "$report"/*.geojson; do
		gdal "$f"
	done
done

for check in "$here"/*.sh; do
	[ "$(basename "$check")" != all.sh ] || continue
	echo "-- $(basename "$check")"
	"$check" "$program" "$work"
done
