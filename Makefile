# Heddle's tasks. `make test` sets a Debian machine up and tests a change; `make test-all`
# adds what continuous integration runs.
SHELL := /bin/bash
GO ?= go
PYTHON ?= python3
VENV := build/venv
PY := $(VENV)/bin/python
WASM := build/core.wasm
LITE := build/core-lite.wasm
COMMAND := build/heddle-command.wasm
PLUGIN := build/heddle-plugin.wasm
WASMSRC := $(shell find core wasm -name '*.go' -not -name '*_test.go' -not -path '*/node_modules/*' 2>/dev/null) wasm/wasmopt/hot.txt
EMBEDDED := wasm/module/data/core.wasm.gz
GOVERSION := $(shell $(GO) env GOVERSION)
STRICT ?= # -strict makes warnings of wasmopt errors
IN_WASMTIME = cd bindings/wasmtime && export GOFLAGS="$$($(GO) env GOFLAGS) $$(GO=$(GO) ../../.ci/wasmtime.sh)" &&

# Both cores work on steps that do not need each other; each step's output stays together.
TOGETHER := $(MAKE) -j2 --output-sync=target --no-print-directory
ENGINES := native wazero wasmtime node chromium python
LITE_ENGINES := wazero wasmtime node chromium python chicory

.PHONY: run test test-all setup generate check-generate wasm lite plugins test-go test-lite test-hosts test-plugins test-jetstream test-cluster test-wasmtime test-js test-python cross \
        vectors $(ENGINES:%=vectors-%) lite-vectors $(LITE_ENGINES:%=lite-vectors-%) lite-limits reproducible all-vectors vectors-write kit js-dist agreement bench bench-go e2e canary fuzz docs man lint release release-dry dist/packages clean

run: ## list the sessions of this user, or of the sample homes
	@./.ci/home.sh

test: ## every suite once, on every engine; core-lite.wasm answers a third of the vectors
	$(MAKE) setup # first: check-generate installs the same npm packages where they are missing
	$(TOGETHER) check-generate lint wasm plugins
	$(MAKE) test-go
	$(MAKE) test-lite
	$(TOGETHER) test-jetstream test-wasmtime test-js test-python test-plugins
	$(MAKE) cross vectors docs
	@echo "make test: all suites passed"

test-all: ## make test, and: all vectors on core-lite.wasm, Java, Rust, the kit, ccusage, a cluster under faults
	$(MAKE) test LITE_EVERY=1
	$(MAKE) test-hosts agreement kit-hosts test-cluster
	@echo "make test-all: all suites passed"

setup:
	@./.ci/setup.sh

generate:
	$(GO) run ./core/internal/redact/rules
	$(GO) run ./core/rpc/internal/schema/gen
	$(GO) run ./core/internal/live/clients
	$(MAKE) --no-print-directory js/node_modules/.package-lock.json
	node js/scripts/reader.mjs

check-generate:
	$(GO) run ./core/internal/redact/rules -check
	$(GO) run ./core/rpc/internal/schema/gen -check
	$(GO) run ./core/internal/live/clients -check
	$(MAKE) --no-print-directory js/node_modules/.package-lock.json
	node js/scripts/reader.mjs -check

wasm: $(WASM) $(EMBEDDED) ## core.wasm by the selected Go version, in build/ and for programs that embed them

wasm/wasmopt/node_modules/.package-lock.json: wasm/wasmopt/package-lock.json
	npm ci --prefix wasm/wasmopt --no-audit --no-fund

build/compiled-by-$(GOVERSION): # another Go version makes another module
	@mkdir -p build && rm -f build/compiled-by-* && touch $@

$(WASM): $(WASMSRC) go.mod go.sum build/compiled-by-$(GOVERSION) wasm/wasmopt/node_modules/.package-lock.json
	GO=$(GO) $(GO) run ./wasm/wasmopt -o $(WASM) $(STRICT)

plugins: $(COMMAND) $(PLUGIN) ## the modules that need no host code: for WASI runtimes and for Extism

$(COMMAND): $(WASM) $(shell find hostfns -name '*.go' -not -name '*_test.go') hostfns/places/places.json
	GO=$(GO) $(GO) run ./wasm/wasmopt -o $(COMMAND) $(STRICT) command

$(PLUGIN): $(COMMAND)
	GO=$(GO) $(GO) run ./wasm/wasmopt -o $(PLUGIN) $(STRICT) plugin

$(EMBEDDED): wasm/module/data/%.wasm.gz: build/%.wasm
	@gzip -9nc $< >$(@D)/.$*.wasm.gz && cp $<.sha256 $(@D)/$*.wasm.sha256 && mv $(@D)/.$*.wasm.gz $@

lite: $(LITE) ## core-lite.wasm by TinyGo, which the first build makes (CONTRIBUTING.md)

LITE_FLAGS := -strict
# make test compares every third of the vectors with core-lite.wasm.
LITE_EVERY := 3
$(LITE): $(WASMSRC) $(wildcard wasm/internal/lite/tinygo/* wasm/internal/lite/tinygo/*/*) go.mod go.sum build/compiled-by-$(GOVERSION) wasm/wasmopt/node_modules/.package-lock.json
	GO=$(GO) $(GO) run ./wasm/internal/lite -o $(LITE) $(LITE_FLAGS)

lint:
	@test -z "$$(gofmt -l *.go core wasm hostfns bindings cmd internal)" || { gofmt -l *.go core wasm hostfns bindings cmd internal; exit 1; }
	$(GO) vet ./...
	GOOS=wasip1 GOARCH=wasm $(GO) vet ./wasm ./wasm/command ./wasm/plugin ./hostfns/wasi ./bindings/internal/guesttest/guest
	GOOS=windows $(GO) vet ./hostfns/... ./cmd/... ./internal/cli/... ./internal/process ./internal/liveserve ./bindings/live
	GOOS=darwin $(GO) vet ./hostfns/... ./cmd/... ./internal/cli/... ./internal/process ./internal/liveserve ./bindings/live
	for arch in 386 arm64 s390x; do GOOS=linux GOARCH=$$arch $(GO) vet ./core/... ./hostfns/... || exit 1; done
	GO=$(GO) ./.ci/unused.sh
	$(GO) run ./internal/lint/words check
	$(GO) run ./internal/lint/words names -max 40
	$(GO) run ./internal/lint/lines

test-go: $(WASM) $(COMMAND)
	HEDDLE_WASM=$(CURDIR)/$(WASM) HEDDLE_COMMAND=$(CURDIR)/$(COMMAND) $(GO) test -timeout 40m ./...

test-lite: ## core-lite.wasm in wazero; without TinyGo it says that it skipped
	@$(MAKE) --no-print-directory $(LITE) LITE_FLAGS="-strict -optional"
	@[ ! -e $(LITE) ] || { set -x; HEDDLE_LITE=$(CURDIR)/$(LITE) $(GO) test -count=1 ./wasm/internal/lite && \
	  HEDDLE_WASM=$(CURDIR)/$(LITE) $(GO) test -count=1 -timeout 40m ./bindings/wazero && \
	  $(GO) run ./bindings/internal/bindingstest/cmd/vectors prepare && \
	  $(GO) run ./bindings/internal/bindingstest/cmd/vectors run wazero-lite $(LITE_EVERY); }

test-wasmtime: $(WASM)
	$(IN_WASMTIME) $(GO) vet ./... && HEDDLE_WASM=$(CURDIR)/$(WASM) $(GO) test -timeout 40m ./...

test-jetstream: ## the store on NATS JetStream, with servers inside the tests: its own tests, and the store's
	cd hostfns/jetstream && $(GO) vet ./... && GOOS=windows $(GO) vet ./cmd/... && $(GO) test -timeout 20m ./...
	GO=$(GO) ./.ci/jetstream-suites.sh

CLUSTER_TIME := 4m
test-cluster: ## three nodes that are killed, stopped, cut off and lose their disks under load; CLUSTER_TIME=30s, HEDDLE_CLUSTER_SEED=N repeats a schedule
	cd hostfns/jetstream && HEDDLE_CLUSTER_TIME=$(CLUSTER_TIME) $(GO) test -count=1 -timeout 30m -v ./cluster

js/node_modules/.package-lock.json: js/package-lock.json
	cd js && npm ci --no-audit --no-fund

js-dist: $(WASM) js/node_modules/.package-lock.json
	cd js && npm run --silent build

test-js: $(WASM) js/node_modules/.package-lock.json
	cd js && npm test

test-plugins: $(PLUGIN) ## heddle-plugin.wasm in Extism's Go host; test-python runs it in the Python one
	cd examples/hosts/extism-go && $(GO) vet ./... && $(GO) test -timeout 20m ./...

test-hosts: $(WASM) ## the hosts in Java and Rust; it says what it skipped for lack of their tools
	GO=$(GO) ./.ci/hosts.sh

test-python: $(WASM) $(PLUGIN)
	cd python && ../$(PY) -m pytest -q

cross: $(WASM) ## a store's file in Go, wazero, Node and Python; behind test-js, which builds js/dist
	HEDDLE_CROSS=1 $(GO) test ./bindings/internal/bindingstest/crossstore -count=1 -v

vectors: $(WASM) ## every golden answer on every engine
	$(GO) run ./bindings/internal/bindingstest/cmd/vectors prepare
	rm -rf build/vectors
	$(TOGETHER) --keep-going $(ENGINES:%=vectors-%) || true
	$(GO) run ./bindings/internal/bindingstest/cmd/vectors total

# An engine that fails is reported by the total.
vectors-native vectors-wazero:
	$(GO) run ./bindings/internal/bindingstest/cmd/vectors run $(@:vectors-%=%)
vectors-wasmtime:
	$(IN_WASMTIME) $(GO) run ./cmd/vectors
vectors-node vectors-chromium: js-dist
	cd js && node test/$@.mjs
vectors-python:
	cd python && ../$(PY) tests/run_vectors.py

reproducible: $(WASM) $(LITE) ## core.wasm and core-lite.wasm, built again elsewhere, have the same bytes; the second makes its compiler anew
	GO=$(GO) ./.ci/reproducible.sh
	GO=$(GO) ./.ci/reproducible.sh lite

lite-limits: $(LITE) js-dist ## core.wasm's tests of memory, long messages, traps and the store, with core-lite.wasm in wazero, wasmtime and Node
	HEDDLE_WASM=$(CURDIR)/$(LITE) $(GO) test -count=1 -timeout 40m ./bindings/wazero
	$(IN_WASMTIME) HEDDLE_WASM=$(CURDIR)/$(LITE) $(GO) test -count=1 -timeout 40m ./...
	cd js && HEDDLE_WASM=$(CURDIR)/$(LITE) node --test test/store.test.mjs

lite-vectors: $(LITE) ## every golden answer by core-lite.wasm
	$(GO) run ./bindings/internal/bindingstest/cmd/vectors prepare
	$(TOGETHER) --keep-going $(LITE_ENGINES:%=lite-vectors-%) || true
	$(GO) run ./bindings/internal/bindingstest/cmd/vectors total $(LITE_ENGINES:%=%-lite)

lite-vectors-wazero:
	$(GO) run ./bindings/internal/bindingstest/cmd/vectors run wazero-lite
lite-vectors-wasmtime:
	$(IN_WASMTIME) $(GO) run ./cmd/vectors -name wasmtime-lite -module core-lite.wasm
lite-vectors-node: js-dist
	cd js && HEDDLE_WASM=$(CURDIR)/$(LITE) node test/vectors-node.mjs --engine node-lite
lite-vectors-chromium: js-dist
	cd js && node test/vectors-chromium.mjs --lite
lite-vectors-python:
	cd python && ../$(PY) tests/run_vectors.py --engine python-lite --module $(CURDIR)/$(LITE)

kit: ## the conformance kit for hosts in other languages, build/kit.tar.gz (docs/how-to-write-a-host.md)
	$(GO) run ./bindings/kit write

lite-vectors-chicory:
	GO=$(GO) ./.ci/hosts.sh vectors

all-vectors: vectors lite-vectors ## every golden answer by both modules on every engine
	$(GO) run ./bindings/internal/bindingstest/cmd/vectors total $(ENGINES) $(LITE_ENGINES:%=%-lite)

vectors-write: $(WASM)
	$(GO) run ./bindings/internal/bindingstest/cmd/vectors prepare
	$(GO) run ./bindings/internal/bindingstest/cmd/vectors write

agreement: ## compare the cost report with ccusage on every fixture home
	@GO=$(GO) ./.ci/agreement.sh

bench: $(WASM) setup ## the table of docs/benchmarks.md; make bench BENCH=-quick only shows that it runs; BENCH=-cluster: a store on three nodes beside SQLite
ifneq (,$(filter -cluster,$(BENCH)))
	@cd hostfns/jetstream && HEDDLE_CLUSTER_BENCH=$(if $(filter -quick,$(BENCH)),quick,all) $(GO) test -count=1 -timeout 30m -run TestBench -v ./cluster
else
	@$(GO) run ./bindings/internal/bindingstest/cmd/bench $(BENCH)
endif

bench-go: $(WASM) ## the benchmarks beside the code; those of bindings/native run on make bench's sample
	HEDDLE_WASM=$(CURDIR)/$(WASM) $(GO) test ./bindings/native ./bindings/wazero ./bindings/live -run '^$$' -bench . -benchtime 200ms
	$(IN_WASMTIME) HEDDLE_WASM=$(CURDIR)/$(WASM) $(GO) test . -run '^$$' -bench . -benchtime 200ms
	$(GO) test ./core/... -run '^$$' -bench . -benchtime 200ms

e2e: ## live sessions of real agents, in exact versions, against a scripted model server; E2E="-run TestAgents/pi -v", E2E_AGENTS="pi"
	@GO=$(GO) ./.ci/e2e.sh $(E2E)

canary: ## the newest version of each agent in the registries: runs make e2e with it, reports what no rule knows; CANARY_WRITE=1 writes it down as tested
	@GO=$(GO) ./.ci/canary.sh $(E2E)

KIT_ENGINES := wazero wasmtime node chromium python
.PHONY: kit-hosts $(KIT_ENGINES:%=kit-%)
kit-hosts: kit ## the kit on our own hosts, without what make vectors runs from the same files
	$(GO) build -o build/kit ./bindings/kit
	$(MAKE) $(KIT_ENGINES:%=kit-%)

KIT_CHECK := build/kit check -without vectors,sequences --
kit-wazero: $(WASM)
	$(KIT_CHECK) build/kit run
kit-wasmtime: $(WASM)
	$(IN_WASMTIME) $(GO) build -o ../../build/kit-wasmtime ./cmd/kit
	$(KIT_CHECK) build/kit-wasmtime
kit-node kit-chromium: js-dist
	$(KIT_CHECK) node js/test/$@.mjs
kit-python: $(WASM)
	$(KIT_CHECK) $(PY) python/tests/run_kit.py

man: ## the manual pages of the command line, in build/man
	$(GO) run ./internal/cli/man -o build/man

fuzz: ## every fuzz target for FUZZTIME each
	@./.ci/fuzz.sh $(or $(FUZZTIME),60s)

docs: ## the documentation as pages in build/docs, every link checked
	@./.ci/docs.sh

GORELEASER := github.com/goreleaser/goreleaser/v2@v2.16.0 # the newest one whose dependencies the Go proxy has
RELEASE_ENV = HEDDLE_VERSION=$$(cat version.txt) GOTOOLCHAIN=$$(cat wasm/wasmopt/toolchain.txt)

release-dry: ## archives, npm packages, wheels and the Homebrew formula in dist/, for every platform; publishes nothing
	$(RELEASE_ENV) $(GO) run $(GORELEASER) release --snapshot --clean
	$(MAKE) dist/packages

release: ## the same for a tag, as a draft release; .github/workflows/release.yml runs it
	$(RELEASE_ENV) $(GO) run $(GORELEASER) release --clean
	$(MAKE) dist/packages

dist/packages:
	$(GO) run ./internal/release -builds dist -o dist
	for arch in amd64 arm64; do install -D dist/heddle_linux_$${arch}*/heddle dist/image/linux-$$arch/heddle; done

clean:
	rm -rf build dist $(EMBEDDED) wasm/module/data/*.wasm.sha256
