package main

// Section numbers of the WebAssembly binary format.
const (
	customSection    = 0
	typeSection      = 1
	importSection    = 2
	functionSection  = 3
	exportSection    = 7
	startSection     = 8
	codeSection      = 10
	dataSection      = 11
	dataCountSection = 12
)

// Instructions and types of the WebAssembly binary format that the Go compiler
// writes.
const (
	opUnreachable  = 0x00
	opBlock        = 0x02
	opLoop         = 0x03
	opIf           = 0x04
	opEnd          = 0x0b
	opBr           = 0x0c
	opBrIf         = 0x0d
	opBrTable      = 0x0e
	opCall         = 0x10
	opCallTable    = 0x11
	opLocalGet     = 0x20
	opLocalSet     = 0x21
	opLocalTee     = 0x22
	opGlobalGet    = 0x23
	opGlobalSet    = 0x24
	opFirstMemory  = 0x28 // loads and stores
	opI32Store     = 0x36
	opLastMemory   = 0x3e
	opMemorySize   = 0x3f
	opMemoryGrow   = 0x40
	opI32Const     = 0x41
	opI64Const     = 0x42
	opF32Const     = 0x43
	opF64Const     = 0x44
	opI32Eqz       = 0x45
	opI32Eq        = 0x46
	opI32Ne        = 0x47
	opI32Add       = 0x6a
	opI32Sub       = 0x6b
	opI32Mul       = 0x6c
	opI32ShrU      = 0x76
	opLastPlain    = 0xc4
	opBulk         = 0xfc
	opMemoryCopy   = 10
	opMemoryFill   = 11
	noResult       = 0x40
	typeOfI32      = 0x7f
	typeOfFunction = 0x60
)

// Vector instructions; each follows opVector.
const (
	opVector     = 0xfd
	vectorLoad   = 0x00
	vectorStore  = 0x0b
	vectorSplat  = 0x0f // of bytes
	vectorEq     = 0x23 // of bytes
	vectorOr     = 0x50
	vectorXor    = 0x51
	vectorAny    = 0x53
	vectorMask   = 0x64 // of bytes
	typeOfI64    = 0x7e
	typeOfVector = 0x7b
)

// Instructions that only this program writes.
const (
	opReturn        = 0x0f
	opSelect        = 0x1b
	opI32Load       = 0x28
	opI64Load       = 0x29
	opI32Load8U     = 0x2d
	opI64Store      = 0x37
	opI32Store8     = 0x3a
	opI32LtU        = 0x49
	opI32GtU        = 0x4b
	opI32Ctz        = 0x68
	opI32And        = 0x71
	opI32Or         = 0x72
	opI32Xor        = 0x73
	opI32Shl        = 0x74
	opI64Eqz        = 0x50
	opI64Add        = 0x7c
	opI64Or         = 0x84
	opI64Xor        = 0x85
	opI64Shl        = 0x86
	opI64ShrU       = 0x88
	opI32WrapI64    = 0xa7
	opI64ExtendI32U = 0xad
)
