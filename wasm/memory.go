//go:build wasip1 && !tinygo

package main

import _ "unsafe" // for linkname

// What the collector may use, instead of its own defaults. A call's heap is
// small as a rule: letting it grow to four times what is in use saves a tenth
// of the time. The limit keeps a large one inside the memory that hosts grant,
// bindings.DefaultMemoryLimit: near it, garbage is collected as soon as need be.
const (
	garbageFactor = 300       // percent of the heap in use
	memoryBytes   = 384 << 20 // above it, the collector's work comes first
)

// They are runtime/debug's, which would link 300 KB more than these two.

//go:linkname setGCPercent runtime/debug.setGCPercent
func setGCPercent(percent int32) int32

//go:linkname setMemoryLimit runtime/debug.setMemoryLimit
func setMemoryLimit(bytes int64) int64

func init() {
	setMemoryLimit(memoryBytes)
	setGCPercent(garbageFactor)
}

// core-lite.wasm frees a call's memory itself; the collector needs no help.

func prepareInput(uint32) {}

func forgetCall() {}
