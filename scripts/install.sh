#!/bin/sh
# Makes sure that what parcelaudit is built with is there: Go, gcc, GEOS, PROJ and PROJ's database. Packages that are
# missing are installed through apt, with sudo when not root; on other systems it says what to install.
#
#   scripts/install.sh            what building and testing needs
#   scripts/install.sh verify     also what scripts/verify compares with: GDAL, PostGIS, DuckDB needs nothing
set -eu

say() { echo "install: $*" >&2; }

need_go=1.26
need_c="libgeos-dev libproj-dev proj-data pkg-config gcc libc6-dev"
need_verify="gdal-bin proj-bin postgresql postgresql-postgis"

# has PACKAGE: installed, by Debian's own account.
has() { [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

packages="$need_c"
if [ "${1:-}" = verify ]; then
	packages="$packages $need_verify"
fi

if ! command -v go >/dev/null; then
	say "Go is missing. Install Go $need_go or newer from https://go.dev/dl and put its bin folder on PATH."
	exit 1
fi
have=$(go env GOVERSION | sed 's/^go//')
if [ "$(printf '%s\n%s\n' "$need_go" "$have" | sort -V | head -n 1)" != "$need_go" ]; then
	say "this is Go $have; parcelaudit needs Go $need_go or newer from https://go.dev/dl."
	exit 1
fi

if ! command -v apt-get >/dev/null; then
	if command -v pkg-config >/dev/null && pkg-config --exists geos proj; then
		exit 0
	fi
	say "this is not Debian or Ubuntu. Install GEOS 3.11 or newer, PROJ 9.1 or newer with its database, a C compiler and pkg-config"
	say "(macOS: brew install geos proj pkg-config; Fedora: dnf install geos-devel proj-devel proj-data-us gcc), then run make again."
	exit 1
fi

missing=""
for p in $packages; do
	has "$p" || missing="$missing $p"
done
[ -n "$missing" ] || exit 0

sudo=""
if [ "$(id -u)" != 0 ]; then
	if ! command -v sudo >/dev/null; then
		say "these packages are missing and there is no sudo; ask an administrator to run: apt-get install$missing"
		exit 1
	fi
	sudo="sudo"
fi
say "installing$missing"
export DEBIAN_FRONTEND=noninteractive
$sudo apt-get update -qq || say "apt-get update failed; trying with the lists that are there"
# shellcheck disable=SC2086 # a list of packages
$sudo apt-get install -y -qq --no-install-recommends $missing
