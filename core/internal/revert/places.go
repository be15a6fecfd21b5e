package revert

// Places is an ascending list of places of a longer list: the messages of a
// thread among those of its session. It is kept as runs, so that its memory
// grows with the number of runs and not of places. The zero Places is empty. It
// belongs to one goroutine; copy it with Clone.
type Places struct {
	runs []run
}

// run is consecutive places and the index of the first in the list.
type run struct {
	first, index, n int64
}

// Add appends the place p, which must be greater than all before it.
func (l *Places) Add(p int64) { l.AddRun(p, 1) }

// AddRun appends the places p … p+n-1, which must be greater than all before.
// Any other run is ignored, so that damaged data cannot break the order.
func (l *Places) AddRun(p, n int64) {
	if n <= 0 || p < 0 {
		return
	}
	if k := len(l.runs) - 1; k >= 0 {
		r := &l.runs[k]
		if p < r.first+r.n {
			return
		}
		if p == r.first+r.n {
			r.n += n
			return
		}
	}
	l.runs = append(l.runs, run{first: p, index: l.Len(), n: n})
}

// Len returns the number of places.
func (l *Places) Len() int64 {
	if len(l.runs) == 0 {
		return 0
	}
	r := l.runs[len(l.runs)-1]
	return r.index + r.n
}

// EachRun calls fn for the runs of consecutive places in order.
func (l *Places) EachRun(fn func(first, n int64)) {
	for _, r := range l.runs {
		fn(r.first, r.n)
	}
}

// RunCount returns the number of runs, the measure of memory and work.
func (l *Places) RunCount() int { return len(l.runs) }

// At returns place i of the list; -1 outside it.
func (l *Places) At(i int64) int64 {
	if i < 0 || i >= l.Len() {
		return -1
	}
	lo, hi := 0, len(l.runs)
	for lo < hi {
		mid := (lo + hi) / 2
		if l.runs[mid].index+l.runs[mid].n <= i {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return l.runs[lo].first + i - l.runs[lo].index
}

// CountBefore returns how many places of the list are smaller than p.
func (l *Places) CountBefore(p int64) int64 {
	lo, hi := 0, len(l.runs)
	for lo < hi {
		mid := (lo + hi) / 2
		if l.runs[mid].first < p {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo == 0 {
		return 0
	}
	r := l.runs[lo-1]
	return r.index + min(r.n, p-r.first)
}

// Clone returns a copy that shares nothing with l.
func (l *Places) Clone() Places { return Places{runs: append([]run(nil), l.runs...)} }

// HiddenBy returns the places of l that outer, a window over the longer list,
// hides, as a window over l's indexes.
func (l *Places) HiddenBy(outer *Window) Window {
	var w Window
	for _, s := range outer.hidden {
		w.Hide(l.CountBefore(s.from), l.CountBefore(s.to))
	}
	return w
}

// CombinedView returns the intersection of own, a window over l's indexes, and
// outer, a window over the longer list: a place is visible when both show it.
func (l *Places) CombinedView(own, outer *Window) Window {
	w := l.HiddenBy(outer)
	w.HideAll(own)
	return w
}

// SelectVisible returns the places of l that w, a window over l's indexes, shows.
func (l *Places) SelectVisible(w *Window) Places {
	var out Places
	for _, r := range l.runs {
		w.EachVisible(r.index, r.index+r.n, func(v Interval) bool {
			out.AddRun(r.first+v.From-r.index, v.To-v.From)
			return true
		})
	}
	return out
}

// RunLength returns how many places from index i on are consecutive; 0 outside the
// list.
func (l *Places) RunLength(i int64) int64 {
	p := l.At(i)
	if p < 0 {
		return 0
	}
	lo, hi := 0, len(l.runs)
	for lo < hi { // first run after p
		mid := (lo + hi) / 2
		if l.runs[mid].first <= p {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	r := l.runs[lo-1]
	return r.first + r.n - p
}
