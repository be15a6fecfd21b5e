//go:build wasip1

package main

import _ "unsafe" // for linkname

// memoryBytes is the memory above which garbage is collected as soon as need be,
// because an instance has no more than its host grants.
const memoryBytes = 256 << 20

// It is runtime/debug's, which would link more than this function.
//
//go:linkname setMemoryLimit runtime/debug.setMemoryLimit
func setMemoryLimit(bytes int64) int64

func init() { setMemoryLimit(memoryBytes) }
