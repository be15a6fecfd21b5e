package sqlite

import "unsafe"

// SQLite's memory is not Go's: its addresses are plain numbers to the
// compiler, valid as long as SQLite says so.

// pointerAt views the memory at address p as a T.
func pointerAt[T any](p uintptr) *T { return *(**T)(unsafe.Pointer(&p)) }

// bytesAt views n bytes at address p.
func bytesAt(p uintptr, n int) []byte { return unsafe.Slice(pointerAt[byte](p), n) }

// functionPointer returns the address by which transpiled C calls a Go function. f
// must be a declared function, not a closure.
func functionPointer[F any](f F) uintptr { return *(*uintptr)(unsafe.Pointer(&f)) }
