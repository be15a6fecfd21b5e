package adapter

// EachParallel calls fn for 0 to n-1, on all cores that the host gives, and returns
// when all have returned; else one after the other. What fn finds must be put
// together in the order of i. The env it gets is for that call.
func EachParallel(env *Env, n int, fn func(env *Env, i int)) {
	if env.Host.Parallel == nil || n < 2 {
		for i := 0; i < n; i++ {
			fn(env, i)
		}
		return
	}
	apart := *env
	apart.Cache = nil // it serves one session at a time
	env.Host.Parallel.Do(n, func(i int) { fn(&apart, i) })
}
