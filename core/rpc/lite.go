//go:build tinygo

package rpc

// isLite says that this is core-lite.wasm, which does without some operations.
const isLite = true
