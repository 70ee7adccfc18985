#!/usr/bin/env bash
# Measures findings again with PostGIS, from the input layers: a throw-away PostgreSQL cluster on a socket in a temporary folder,
# inputs loaded by ogr2ogr, reports read by DuckDB. Real towns are taken from ../shared/data where it is there.
#
#   scripts/verify/postgis.sh build/parcelaudit [WORK]
#
# Prints a table of what was compared and fails on any number that is off by more than 0.01 ft or 0.1 sq ft.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
program=$(realpath "$1")
dir=$(mktemp -d)
bin=$(find /usr/lib/postgresql -maxdepth 2 -name bin 2>/dev/null | sort -V | tail -n 1)
if [ -z "$bin" ] || ! command -v ogr2ogr >/dev/null; then
	echo "postgis.sh: PostgreSQL with PostGIS and GDAL are needed; scripts/install.sh verify installs them" >&2
	exit 2
fi

# PostgreSQL refuses to run as root.
as() { "$@"; }
if [ "$(id -u)" = 0 ]; then
	chown postgres "$dir"
	chmod 755 "$dir"
	as() { runuser -u postgres -- "$@"; }
fi
stop() {
	as "$bin/pg_ctl" -D "$dir/data" -m immediate stop >/dev/null 2>&1 || true
	rm -rf "$dir"
}
trap stop EXIT
cd "$dir"
as "$bin/initdb" -D "$dir/data" -A trust -U audit -E UTF8 --no-locale --no-sync >/dev/null
as "$bin/pg_ctl" -D "$dir/data" -w -l "$dir/log" -o "-c listen_addresses='' -c fsync=off -k $dir" start >/dev/null
export PGHOST="$dir" PGUSER=audit PGDATABASE=postgres PGOPTIONS="-c client_min_messages=warning"
sql() { psql -q -X -v ON_ERROR_STOP=1 "$@"; }
sql -f "$here/sql/begin.sql"
(cd "$here/readback" && go build -o "$dir/export" ./export)

# load TOWN SRID TABLE FILE [ogr2ogr options]: one layer, records numbered from 1 in file order.
load() {
	local town=$1 srid=$2 table=$3 file=$4
	shift 4
	ogr2ogr -q -f PostgreSQL "PG:host=$dir user=audit dbname=postgres" "$file" -nln "$town.$table" -t_srs "EPSG:$srid" \
		-lco GEOMETRY_NAME=geom -lco FID=row -lco PRECISION=NO -lco LAUNDER=YES -lco SPATIAL_INDEX=NONE -nlt GEOMETRY "$@"
}

# district tables, as rows of code, front, side, rear, street side
depths() {
	sed -n 's/^  \([^:#]*\): {.*front: \([0-9.]*\), side: \([0-9.]*\), rear: \([0-9.]*\), street_side: \([0-9.]*\).*/\1,\2,\3,\4,\5/p' "$1"
}

# check TOWN SRID REPORT DISTRICTS: the report of a town whose inputs are loaded, against them.
check() {
	mkdir -p "$dir/$1-csv"
	"$dir/export" "$3" "$dir/$1-csv"
	depths "$4" >"$dir/$1-csv/depths.csv"
	sql -v town="$1" -v srid="$2" -f "$here/sql/outputs.sql"
	for table in violations structures lot_lines; do
		sql -c "\\copy $1.o_$table from '$dir/$1-csv/$table.csv' csv header"
	done
	sql -c "\\copy $1.depths from '$dir/$1-csv/depths.csv' csv"
	load "$1" "$2" o_yards "$3/yards.geojson"
	sql -v town="$1" -v srid="$2" -f "$here/sql/prepare.sql" -f "$here/sql/check.sql" -f "$here/sql/yards.sql"
}

audit() { "$program" --quiet run "$1" --yards --out "$2" --flat; }

# The demo town, whose layers stand beside its report.
"$program" --quiet demo --yards --out "$dir/demo" --flat
town=$dir/demo/town
sql -c "create schema demo"
load demo 2289 parcels "$town/parcels.shp"
load demo 2289 buildings_1 "$town/buildings.shp"
load demo 2289 features_1 "$town/features.geojson"
load demo 2289 fences_1 "$town/fences.geojson"
load demo 2289 zoning "$town/zoning.geojson"
sql -v town=demo -f "$here/sql/demo.sql"
check demo 2289 "$dir/demo" "$town/districts.yaml"
sql -f "$here/sql/actual.sql"

# Real towns: their configuration with the folder of the data put in, and a projection PostGIS knows.
data=$root/../shared/data
configured() {
	mkdir -p "$dir/$1"
	cp "$root/fixtures/towns/$1/districts.yaml" "$dir/$1/"
	sed -e "s#\.\./\.\./\.\./\.\./shared/data#$data#" -e "s#^pack:#crs: EPSG:$2\npack:#" "$root/fixtures/towns/$1/audit.yaml" >"$dir/$1/audit.yaml"
	audit "$dir/$1/audit.yaml" "$dir/$1/report"
}
if [ -d "$data/cambridge-ma" ]; then
	town=$data/cambridge-ma
	sql -c "create schema cambridge"
	load cambridge 2249 parcels "$town/parcels.shp"
	load cambridge 2249 buildings_1 "$town/buildings.shp"
	load cambridge 2249 buildings_2 "$town/misc_structures.geojson"
	load cambridge 2249 fences_1 "$town/fences.shp"
	load cambridge 2249 fences_2 "$town/walls.geojson"
	load cambridge 2249 features_1 "$town/decks.geojson"
	load cambridge 2249 features_2 "$town/porches.geojson"
	load cambridge 2249 features_3 "$town/pools.geojson"
	load cambridge 2249 zoning "$town/zoning.geojson"
	sql -v town=cambridge -f "$here/sql/cambridge.sql"
	configured cambridge-ma 2249
	check cambridge 2249 "$dir/cambridge-ma/report" "$dir/cambridge-ma/districts.yaml"
fi
if [ -d "$data/denver-co" ]; then
	town=$data/denver-co/tract_mixed.geojson
	sql -c "create schema denver"
	load denver 2232 parcels "$town" -where "type = 'Taxlot'"
	load denver 2232 buildings_1 "$town" -where "type = 'Building'"
	sql -v town=denver -f "$here/sql/denver.sql"
	configured denver-co 2232
	check denver 2232 "$dir/denver-co/report" "$dir/denver-co/districts.yaml"
fi
sql -f "$here/sql/end.sql"
