//go:build !wasm

package scan

import "bytes"

// IndexByte is bytes.IndexByte in the form that is fastest on the machine.
func IndexByte(b []byte, c byte) int { return bytes.IndexByte(b, c) }
