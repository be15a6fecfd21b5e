package adapter

// ReadCache lets the walk of a session use the bytes that SiftFile has just
// read: of the file that was read last, if it fits into one chunk. It serves
// one session at a time, see Env.Cache.
type ReadCache struct {
	buf  []byte // of SiftBytes bytes, for the reads of SiftFile
	busy bool   // SiftFile uses buf, and may call itself
	path string // of the file whose bytes are in data
	data []byte // its content from the start, a part of buf
}

// NewReadCache returns an empty cache. Release must be called when it is no
// longer used.
func NewReadCache() *ReadCache { return &ReadCache{buf: chunkPool.Get()} }

// Release returns the cache's memory to the pool it came from. The caller must
// not use the cache afterwards.
func (c *ReadCache) Release() {
	chunkPool.Put(c.buf)
	*c = ReadCache{}
}

// holds reports whether n bytes of a file from off on are in the cache.
func (c *ReadCache) holds(path string, n int, off int64) bool {
	return c != nil && path == c.path && off >= 0 && n > 0 && off+int64(n) <= int64(len(c.data))
}

// fill reads from a file of the host into p, a part of the cache's buffer, and
// remembers the bytes when they are the file's first and there is room for
// more. Other bytes in the buffer are no longer in the cache.
func (c *ReadCache) fill(env *Env, path string, p []byte, off int64) (int, error) {
	if off == 0 && c.holds(path, len(p), off) { // the same file again: its bytes are where they belong
		return len(p), nil
	}
	c.path, c.data = "", nil
	n, err := env.Host.Files.ReadAt(path, p, off)
	if off == 0 && err == nil && n == len(p) && n < len(c.buf) {
		c.path, c.data = path, p
	}
	return n, err
}

// ReadAt reads from a file of the host as host.Files.ReadAt does, or takes the
// bytes from the cache. Adapters read all files through it.
func (e *Env) ReadAt(path string, p []byte, off int64) (int, error) {
	if c := e.Cache; c.holds(path, len(p), off) {
		return copy(p, c.data[off:]), nil
	}
	return e.Host.Files.ReadAt(path, p, off)
}
