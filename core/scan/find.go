package scan

import "bytes"

// IndexByte is bytes.IndexByte, in the form that is fastest on the machine: the
// library has vector instructions nearly everywhere, and wasm/build gives them
// to the module.
func IndexByte(b []byte, c byte) int { return bytes.IndexByte(b, c) }
