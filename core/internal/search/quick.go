//go:build !wasm

package search

// quickIndex says that bytes.IndexByte looks at many bytes at once.
const quickIndex = true
