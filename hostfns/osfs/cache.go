package osfs

import "io"

// cache keeps the most recently used handles open. A handle in use is never
// closed under its user: dropping it only marks it, and the last user closes
// it. The owner's mutex guards every method.
type cache[T io.Closer] struct {
	max    int
	byPath map[string]*handle[T]
	ring   handle[T] // the head of the ring: its next is the latest handle, its prev the oldest
}

type handle[T io.Closer] struct {
	value      T
	path       string
	users      int
	dropped    bool
	prev, next *handle[T] // in the order of use
}

func newCache[T io.Closer](max int) *cache[T] {
	c := &cache[T]{max: max, byPath: map[string]*handle[T]{}}
	c.ring.prev, c.ring.next = &c.ring, &c.ring
	return c
}

// acquireHandle returns the handle of path for use, or nil.
func (c *cache[T]) acquireHandle(path string) *handle[T] {
	h := c.byPath[path]
	if h == nil {
		return nil
	}
	h.removeFromRing()
	c.pushFront(h)
	h.users++
	return h
}

// putValue adds a freshly opened value and returns its handle for use. When
// somebody else was faster, value is closed and their handle is returned. What
// is returned as done, if it is not nil, must be closed once the mutex is free:
// closing takes a call of the system, and others wait.
func (c *cache[T]) putValue(path string, value T) (h, done *handle[T]) {
	if h := c.acquireHandle(path); h != nil {
		return h, &handle[T]{value: value}
	}
	if len(c.byPath) >= c.max {
		if old := c.ring.prev; c.removeHandle(old) {
			done = old
		}
	}
	h = &handle[T]{value: value, path: path, users: 1}
	c.pushFront(h)
	c.byPath[path] = h
	return h, done
}

// closeValue closes what put returned as done.
func (h *handle[T]) closeValue() {
	if h != nil {
		h.value.Close()
	}
}

// releaseHandle ends one use of h.
func (c *cache[T]) releaseHandle(h *handle[T]) {
	h.users--
	if h.users == 0 && h.dropped {
		h.value.Close()
	}
}

// pushFront makes h the latest.
func (c *cache[T]) pushFront(h *handle[T]) {
	h.prev, h.next = &c.ring, c.ring.next
	h.prev.next, h.next.prev = h, h
}

func (h *handle[T]) removeFromRing() { h.prev.next, h.next.prev = h.next, h.prev }

// removeHandle takes h out, and reports whether it is not used.
func (c *cache[T]) removeHandle(h *handle[T]) bool {
	h.removeFromRing()
	delete(c.byPath, h.path)
	h.dropped = true
	return h.users == 0
}

func (c *cache[T]) dropHandle(h *handle[T]) {
	if c.removeHandle(h) {
		h.value.Close()
	}
}

func (c *cache[T]) dropAll() {
	for len(c.byPath) > 0 {
		c.dropHandle(c.ring.prev)
	}
}
