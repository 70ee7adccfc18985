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

"$program" --quiet demo --out "$work/demo" --flat

echo "-- DuckDB reads the GeoParquet"
(cd "$here/readback" && go run . "$work/demo")

echo "-- GDAL reads the GeoJSON"
for f in "$work"/demo/*.geojson; do
	summary=$(ogrinfo -ro -al -so "$f" 2>&1) || { echo "$summary"; exit 1; }
	if grep -q '^ERROR\|^Warning' <<<"$summary"; then
		echo "$f: $summary"
		exit 1
	fi
	# A file without features has no geometry type to disagree about.
	written=$(grep -c '"type":"Feature"' "$f" || true)
	read=$(sed -n 's/^Feature Count: //p' <<<"$summary")
	if [ "$written" != "$read" ]; then
		echo "$f: $written features written, GDAL reads $read"
		exit 1
	fi
	echo "   $(basename "$f"): $read features"
done

for check in "$here"/*.sh; do
	[ "$(basename "$check")" != all.sh ] || continue
	echo "-- $(basename "$check")"
	"$check" "$program" "$work"
done
