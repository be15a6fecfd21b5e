package scan

// The limits of everything that reads foreign bytes. They bound memory and
// stack, not taste: real session files stay far below them.
const (
	// MaxLineBytes is the longest line, in bytes without its line end, that
	// is held in memory. A longer one is skipped with LineTooLong.
	MaxLineBytes = 128 << 20
	// MaxDepth is the deepest nesting of arrays and objects. A value nested
	// deeper is a Defect with Depth.
	MaxDepth = 10_000
	// MaxPathKeys is the number of keys in the longest path of Compile.
	MaxPathKeys = 15
	// ChunkBytes is how much one read of a Source asks for. It is smaller
	// than a core's second-level cache, so that a chunk is still there when
	// it is scanned.
	ChunkBytes = 256 << 10
	// MaxNulBytes is how many NUL bytes of a file are read beyond as many as it
	// has other bytes. A sparse file may have any number of them and takes no
	// room on disk; a crash leaves a few pages.
	MaxNulBytes = 16 << 20
	// TailBytes is how much of a file's end is read to find its newest time.
	TailBytes = 16 << 10
)
