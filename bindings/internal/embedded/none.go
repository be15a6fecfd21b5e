//go:build !heddle_embed

// Package embedded holds core.wasm in programs built with the tag
// heddle_embed; `go run ./wasm/build -embed` puts the file in place first.
package embedded

// Module and SHA256 are empty: this program was built without the tag.
var (
	Module []byte
	SHA256 string
)
