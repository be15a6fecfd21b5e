package revert_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/revert"
)

// list is the plain model: one flag per record.
type list []bool // true = visible

func (l list) before(p int64) (n int64) {
	for i, v := range l {
		if v && int64(i) < p {
			n++
		}
	}
	return n
}

func (l list) hide(from, to int64) {
	for i := max(0, from); i < to && i < int64(len(l)); i++ {
		l[i] = false
	}
}

// compare holds every lookup of w to the model.
func compare(t *testing.T, w *revert.Window, l list) {
	t.Helper()
	end := int64(len(l))
	var n int64
	for p := range end {
		if w.VisibleBefore(p) != n {
			t.Fatalf("Before(%d) = %d, want %d: %v", p, w.VisibleBefore(p), n, w.HiddenIntervals())
		}
		if w.IsVisible(p) != l[p] {
			t.Fatalf("Visible(%d) = %v: %v", p, !l[p], w.HiddenIntervals())
		}
		if l[p] {
			if w.NthVisible(n) != p {
				t.Fatalf("Nth(%d) = %d, want %d: %v", n, w.NthVisible(n), p, w.HiddenIntervals())
			}
			n++
		}
	}
	if w.VisibleBefore(end) != n {
		t.Fatalf("Before(end) = %d, want %d", w.VisibleBefore(end), n)
	}
	for c := range n + 2 {
		b := w.HideFrom(c, end)
		if l.before(b) != min(c, n) || c < n && !l[b] || c >= n && b != end {
			t.Fatalf("Boundary(%d, %d) = %d: %v", c, end, b, w.HiddenIntervals())
		}
	}
	shown := make(list, end)
	last := int64(-1)
	w.EachVisible(0, end, func(v revert.Interval) bool {
		if v.From <= last || v.To <= v.From {
			t.Fatalf("Shown gives %v behind %d", v, last)
		}
		for i := v.From; i < v.To; i++ {
			shown[i] = true
		}
		last = v.To
		return true
	})
	for i := range l {
		if shown[i] != l[i] {
			t.Fatalf("Shown: place %d is %v: %v", i, shown[i], w.HiddenIntervals())
		}
	}
	last = -1
	for _, h := range w.HiddenIntervals() {
		if h.From <= last || h.To <= h.From {
			t.Fatalf("intervals touch or overlap: %v", w.HiddenIntervals())
		}
		last = h.To
	}
}

// TestRevertsAgainstAList plays records, reverts, hides and unreverts.
func TestRevertsAgainstAList(t *testing.T) {
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 7))
		var w revert.Window
		var l list
		for range 40 {
			switch r.IntN(6) {
			case 0, 1, 2:
				for range r.IntN(9) {
					l = append(l, true)
				}
			case 3:
				end := int64(len(l))
				count := r.Int64N(end + 2)
				b := w.HideFrom(count, end)
				w.Hide(b, end)
				l.hide(b, end)
			case 4:
				from := r.Int64N(int64(len(l))+3) - 1
				to := from + r.Int64N(6) - 1
				to = min(to, int64(len(l)))
				w.Hide(from, to)
				l.hide(from, to)
			case 5:
				if r.IntN(4) == 0 {
					w.ShowAll()
					for i := range l {
						l[i] = true
					}
				}
			}
			compare(t, &w, l)
		}
	}
}

// TestViews holds a thread's view, and what a fork selects, to the model.
func TestViews(t *testing.T) {
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 8))
		outer, inner := make(list, 60), list(nil)
		for i := range outer {
			outer[i] = true
		}
		var session, thread revert.Window
		var places revert.Places
		var model []int64
		for p := range int64(60) {
			if r.IntN(3) > 0 {
				places.Add(p)
				model = append(model, p)
				inner = append(inner, true)
			}
		}
		for range 5 {
			a, b := r.Int64N(61), r.Int64N(61)
			session.Hide(a, b)
			outer.hide(a, b)
			n := int64(len(inner)) + 1
			a, b = r.Int64N(n), r.Int64N(n)
			thread.Hide(a, b)
			inner.hide(a, b)
		}
		both := make(list, len(inner))
		var shown []int64
		for i, p := range model {
			both[i] = inner[i] && outer[p]
			if both[i] {
				shown = append(shown, p)
			}
			if places.At(int64(i)) != p {
				t.Fatalf("At(%d) = %d, want %d", i, places.At(int64(i)), p)
			}
			if places.CountBefore(p) != int64(i) || places.CountBefore(p+1) != int64(i)+1 {
				t.Fatalf("Index(%d) = %d, want %d", p, places.CountBefore(p), i)
			}
		}
		view := places.CombinedView(&thread, &session)
		compare(t, &view, both)
		selected := places.SelectVisible(&view)
		if selected.Len() != int64(len(shown)) {
			t.Fatalf("%d places selected, want %d", selected.Len(), len(shown))
		}
		for i, p := range shown {
			if selected.At(int64(i)) != p {
				t.Fatalf("selected %d is %d, want %d", i, selected.At(int64(i)), p)
			}
		}
	}
}

func TestPlacesIgnoreDisorder(t *testing.T) {
	var l revert.Places
	l.AddRun(3, 2)
	for _, bad := range [][2]int64{{4, 1}, {-1, 5}, {9, 0}, {9, -3}} {
		l.AddRun(bad[0], bad[1])
	}
	if l.Len() != 2 || l.At(0) != 3 || l.At(1) != 4 || l.At(2) != -1 || l.At(-1) != -1 {
		t.Errorf("places %d, %d of %d", l.At(0), l.At(1), l.Len())
	}
}

func TestCloneSharesNothing(t *testing.T) {
	var w revert.Window
	w.Hide(2, 4)
	c := w.Clone()
	c.Hide(0, 9)
	if w.VisibleBefore(9) != 7 {
		t.Error("the clone's change is seen")
	}
}

// FuzzWindow plays bytes as hides against the plain list.
func FuzzWindow(f *testing.F) {
	f.Add([]byte{1, 5, 3, 9, 0, 0})
	f.Add([]byte{10, 20, 30, 40, 20, 30, 5, 45})
	f.Fuzz(func(t *testing.T, b []byte) {
		var w, other revert.Window
		l := make(list, 64)
		for i := range l {
			l[i] = true
		}
		for i := 0; i+1 < len(b) && i < 80; i += 2 {
			from, to := int64(b[i]%65), int64(b[i+1]%65)
			if b[i] >= 128 {
				other.Hide(from, to)
			} else {
				w.Hide(from, to)
			}
			l.hide(from, to)
		}
		w.HideAll(&other)
		compare(t, &w, l)
	})
}

func BenchmarkBefore(b *testing.B) {
	var w revert.Window
	for i := range int64(100_000) {
		w.Hide(10*i, 10*i+3)
	}
	for b.Loop() {
		w.VisibleBefore(w.NthVisible(350_001))
	}
}

// BenchmarkRevert: a conversation that is reverted after every ten records.
func BenchmarkRevert(b *testing.B) {
	var w revert.Window
	var end int64
	for b.Loop() {
		end += 10
		w.Hide(end-4, end)
	}
}

func Example() {
	var w revert.Window
	w.Hide(w.HideFrom(3, 10), 10) // ten messages, back to three
	fmt.Println(w.VisibleBefore(10))
	fmt.Println(w.VisibleBefore(12)) // two more are recorded, and seen
	w.ShowAll()                      // unrevert
	fmt.Println(w.VisibleBefore(12))
	// Output:
	// 3
	// 5
	// 12
}
