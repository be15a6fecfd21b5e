//go:build tinygo

package export

// HasPages says that this is not core-lite.wasm, which does without views and therefore without pages.
const HasPages = false
