# parcelaudit: a linter for land. `make demo` audits the town in fixtures/town, `make test` runs every test; both set the
# machine up first.

BIN := build/parcelaudit
OUT := build/demo

.PHONY: all setup build demo test race bench lots verify docs fmt lint clean

all: build

# Installs GEOS, PROJ and PROJ's database where they are missing; says what to do where it can not.
setup:
	@scripts/install.sh

build: setup
	@mkdir -p build
	go build -o $(BIN) ./cmd/parcelaudit

# Audits the embedded town; open $(OUT)/latest/report.html, or the files beside it in QGIS.
demo: build
	$(BIN) demo --out $(OUT)

# Every test of every package. Progress is one line a package.
test: setup
	go vet ./...
	go test ./...

race: setup
	go test -race ./...

# Times the run next to ogr2ogr copying the same layers, on generated counties.
bench: build
	scripts/bench

# The lot conformance suite of fixtures/lots, with our score.
lots: setup
	go run ./scripts/lots

# Reports read back by programs that share no code with us, and findings measured again.
verify: build
	@scripts/install.sh verify
	scripts/verify/all.sh $(BIN)

# Draws the lots in docs/packs again, from the tests of the packs.
docs: build
	@for pack in $$(ls rules/packs | grep -v '\.'); do $(BIN) rules draw $$pack --out docs/packs/$$pack --refresh; done

fmt:
	gofmt -l -w cmd fixtures pipeline rules scripts spatial

# What must be clean: formatting, vet, shell syntax, no machine paths.
lint: setup
	@test -z "$$(gofmt -l cmd fixtures pipeline rules scripts spatial)" || { gofmt -l cmd fixtures pipeline rules scripts spatial; exit 1; }
	go vet ./...
	@for f in scripts/*.sh scripts/*/*.sh .ci/run; do [ ! -f "$$f" ] || bash -n "$$f"; done

clean:
	rm -rf build
