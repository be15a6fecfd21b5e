//go:build heddle_embed

package embedded

import _ "embed"

// Module is core.wasm.
//
//go:embed core.wasm
var Module []byte

// SHA256 is its hash in the form of sha256sum.
//
//go:embed core.wasm.sha256
var SHA256 string
