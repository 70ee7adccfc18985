#!/bin/sh
# Draws the sheets of docs/lot-lines.md, "Fifty lots a town", into a folder, as SVG and, where rsvg-convert is installed, as PNG.
#
#   sh scripts/lots/town/sheets.sh OUT          fifty lots of every town, seed 1
#   sh scripts/lots/town/sheets.sh OUT -seed 2  other fifty
set -e
out=$1
shift
cd "$(dirname "$0")/../../.."
data=../shared/data
town=$(mktemp)
trap 'rm -f "$town"' EXIT
go build -o "$town" ./scripts/lots/town

sheets() {
	name=$1
	shift
	mkdir -p "$out/$name"
	"$town" "$@" -svg "$out/$name/s.svg" >"$out/$name/report.txt"
	if command -v rsvg-convert >/dev/null; then
		for sheet in "$out/$name"/s*.svg; do rsvg-convert "$sheet" -o "${sheet%.svg}.png"; done
	fi
}

each() {
	sheets cambridge -parcels $data/cambridge-ma/parcels.shp -id ML -streets $data/cambridge-ma/streets.geojson -name Street \
		-behind $data/cambridge-ma/roads.geojson,$data/cambridge-ma/buildings.shp "$@"
	sheets winooski -parcels $data/winooski-vt/parcels.geojson -id PARCELNUM "$@"
	sheets denver -parcels $data/denver-co/parcels.geojson -id source_id -address address -behind $data/denver-co/buildings.geojson "$@"
	sheets cockrell-hill -parcels $data/cockrell-hill-tx/parcels.geojson -id parcel_id "$@"
	sheets santa-rosa -parcels $data/santa-rosa-ca/parcels.shp -behind $data/santa-rosa-ca/bldgs.shp "$@"
	sheets madison -parcels $data/madison-wi/parcels.geojson -address Address "$@"
	sheets besancon -parcels $data/besancon-fr/parcel.shp -id NUMERO -streets $data/besancon-fr/road.shp -name NOM_VOIE_G -class NATURE \
		-behind $data/besancon-fr/building.shp "$@"
	sheets mayville -parcels $data/mayville-mi/parcels.geojson -id PIN -address Address "$@"
	sheets barre -parcels $data/barre-city-vt/parcels.geojson -id PARCELNUM "$@"
	sheets bubenec -parcels $data/bubenec-cz/parcels.shp -id ID -streets $data/bubenec-cz/streets.shp -behind $data/bubenec-cz/buildings.shp "$@"
	sheets rennes -parcels $data/rennes-fr/PARCELLE.shp -id NUMERO -streets $data/rennes-fr/TRONCON_ROUTE.shp -name NOM_VOIE_G -class NATURE \
		-behind $data/rennes-fr/BATIMENT.shp "$@"
	sheets ellis -parcels $data/ellis-tx/parcels.geojson -id Prop_ID -address SITUS_ADDR -streets $data/ellis-tx/roads.geojson \
		-name FULLNAME -class MTFCC "$@"
}

each -sample 50 -seed 1 "$@"
