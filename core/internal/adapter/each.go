package adapter

// Each calls fn for 0 to n-1, on all cores that the host gives, and returns
// when all have returned; else one after the other. What fn finds must be put
// together in the order of i. The env it gets is for that call.
func Each(env *Env, n int, fn func(env *Env, i int)) {
	h := *env.Host
	if h.Parallel == nil || n < 2 {
		for i := 0; i < n; i++ {
			fn(env, i)
		}
		return
	}
	if held, ok := h.Files.(*Held); ok { // which is for one at a time
		h.Files = held.Files
	}
	apart := *env
	apart.Host = &h
	h.Parallel.Do(n, func(i int) { fn(&apart, i) })
}
