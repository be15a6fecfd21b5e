//go:build !unix

package guesttest

import "testing"

// CPU does nothing where the processor time is not known.
func CPU(*testing.B) func() { return func() {} }
