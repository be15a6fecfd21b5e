//go:build wasip1 && !tinygo

package main

import _ "unsafe" // go:linkname

// runtime/debug would bring fmt and os along.
//
//go:linkname setGCPercent runtime/debug.setGCPercent
func setGCPercent(percent int32) int32

func init() { setGCPercent(1600) }
