//go:build tinygo

package runtime

import "unsafe"

// A module never traces its execution, profiles itself or prints a stack: no host reads them, and
// the tables that stacks are printed from are not in the module. Functions that only do that do
// nothing here, and the linker leaves out what they called. A panic still prints its message.

//go:nosplit
func traceEnabled() bool { return false }

//go:nosplit
func traceAllocFreeEnabled() bool { return false }

func traceShuttingDown() bool { return false }

//go:nosplit
func traceAcquireEnabled() traceLocker { return traceLocker{} }

func traceAdvance(stopTrace bool) {}

func traceReader() *g { return nil }

func traceReaderAvailable() *g { return nil }

func traceThreadDestroy(mp *m) {}

func fpunwindExpand(dst, pcBuf []uintptr) int { return 0 }

func tryRecordGoroutineProfileWB(gp1 *g) {}

func tryRecordGoroutineProfile(gp1 *g, pcbuf []uintptr, yield func()) {}

func mProf_Malloc(mp *m, p unsafe.Pointer, size uintptr) {}

func mProf_Free(b *bucket, size uintptr) {}

func mProf_NextCycle() {}

func mProf_Flush() {}

func mProf_PostSweep() {}

func saveblockevent(cycles, rate int64, skip int, which bucketType) {}

func goroutineheader(gp *g) {}

func traceback1(pc, sp, lr uintptr, gp *g, flags unwindFlags) {}

func tracebacksomeothers(me *g, showf func(*g) bool) {}

func tracebackHexdump(stk stack, frame *stkframe, bad uintptr) {}

func printcreatedby(gp *g) {}

func saveAncestors(callergp *g) *[]ancestorInfo { return nil }

// What GODEBUG asks for.

func schedtrace(detailed bool) {}

func checkFinalizersAndCleanups() {}

func printScavTrace(releasedBg, releasedEager uintptr, forced bool) {}

// What a broken heap is described by before the program ends.

func gcDumpObject(label string, obj, off uintptr) {}

func dumpScanStats() {}

func hexdumpWords(p, len uintptr, mark func(uintptr, hexdumpMarker)) {}

func dumpgstatus(gp *g) {}

// Checks of the compiler's and the linker's work, which the build makes.

func check() {}

func moduledataverify1(datap *moduledata) {}

// Types of other modules of a program: there is one.

func typelinksinit() {}
