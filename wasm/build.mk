# Targets around core.wasm; included by the Makefile.

build/core.wasm: $(shell find core wasm -name '*.go' -not -name '*_test.go') go.mod go.sum
	go run ./wasm/build -o $@

.PHONY: wasm wasm-sizes wasm-embed wasm-install test-wasm test-wasmtime bench-engines

# wasm builds build/core.wasm and build/core.wasm.sha256.
wasm: build/core.wasm

# wasm-sizes prints the bytes per section and package.
wasm-sizes:
	go run ./wasm/build -sizes

# wasm-embed places the module for programs built with -tags heddle_embed.
wasm-embed:
	go run ./wasm/build -embed

# wasm-install places the module in the user's cache.
wasm-install:
	go run ./wasm/build -install

# test-wasm checks the module's size and that its build is reproducible, and
# runs the engines of the root module.
test-wasm:
	GOOS=wasip1 GOARCH=wasm go vet ./wasm ./bindings/internal/guesttest/guest
	go test ./wasm/... ./bindings/...

# test-wasmtime runs the engine that is a module of its own.
test-wasmtime:
	cd bindings/wasmtime && go vet ./... && go test ./...

# bench-engines prints compile, instantiate, call and scan times.
bench-engines:
	go test -run '^$$' -bench . ./bindings/native ./bindings/wazero
	cd bindings/wasmtime && go test -run '^$$' -bench . .
