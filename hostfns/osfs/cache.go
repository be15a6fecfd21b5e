package osfs

import "io"

// cache keeps the most recently used handles open. A handle in use is never
// closed under its user: dropping it only marks it, and the last user closes
// it. The owner's mutex guards every method.
type cache[T io.Closer] struct {
	max    int
	byPath map[string]*handle[T]
	clock  int64 // use counter, orders handles by recency
}

type handle[T io.Closer] struct {
	value   T
	users   int
	used    int64
	dropped bool
}

func newCache[T io.Closer](max int) *cache[T] {
	return &cache[T]{max: max, byPath: map[string]*handle[T]{}}
}

// take returns the handle of path for use, or nil.
func (c *cache[T]) take(path string) *handle[T] {
	h := c.byPath[path]
	if h == nil {
		return nil
	}
	c.clock++
	h.used = c.clock
	h.users++
	return h
}

// put adds a freshly opened value and returns its handle for use. When
// somebody else was faster, value is closed and their handle is returned.
func (c *cache[T]) put(path string, value T) *handle[T] {
	if h := c.take(path); h != nil {
		value.Close()
		return h
	}
	for len(c.byPath) >= c.max {
		c.evict()
	}
	c.clock++
	h := &handle[T]{value: value, users: 1, used: c.clock}
	c.byPath[path] = h
	return h
}

// give ends one use of h.
func (c *cache[T]) give(h *handle[T]) {
	h.users--
	if h.users == 0 && h.dropped {
		h.value.Close()
	}
}

func (c *cache[T]) evict() {
	oldest := ""
	for path, h := range c.byPath {
		if oldest == "" || h.used < c.byPath[oldest].used {
			oldest = path
		}
	}
	c.drop(oldest)
}

func (c *cache[T]) drop(path string) {
	h := c.byPath[path]
	delete(c.byPath, path)
	h.dropped = true
	if h.users == 0 {
		h.value.Close()
	}
}

func (c *cache[T]) clear() {
	for path := range c.byPath {
		c.drop(path)
	}
}
