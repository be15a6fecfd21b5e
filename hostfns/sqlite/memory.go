package sqlite

import "unsafe"

// SQLite's memory is not Go's: its addresses are plain numbers to the
// compiler, valid as long as SQLite says so.

// at views the memory at address p as a T.
func at[T any](p uintptr) *T { return *(**T)(unsafe.Pointer(&p)) }

// memory views n bytes at address p.
func memory(p uintptr, n int) []byte { return unsafe.Slice(at[byte](p), n) }

// function returns the address by which transpiled C calls a Go function. f
// must be a declared function, not a closure.
func function[F any](f F) uintptr { return *(*uintptr)(unsafe.Pointer(&f)) }
