package diff

import (
	"math/rand"
	"slices"
	"testing"
)

// plainLCS takes, row by row, every row that a longest alignment has room
// for, with the first column that is left: the rule that Compare states.
func plainLCS(rows, cols []int32) []pair {
	length := make([][]int, len(rows)+1) // of what lies after row and column
	for i := range length {
		length[i] = make([]int, len(cols)+1)
	}
	for i := len(rows) - 1; i >= 0; i-- {
		for j := len(cols) - 1; j >= 0; j-- {
			length[i][j] = max(length[i+1][j], length[i][j+1])
			if rows[i] == cols[j] {
				length[i][j] = length[i+1][j+1] + 1
			}
		}
	}
	var out []pair
	j := 0
	for i := range rows {
		at := slices.Index(cols[j:], rows[i])
		if at >= 0 && length[i+1][j+at+1]+1 == length[i][j] {
			out = append(out, pair{int32(i), int32(j + at)})
			j += at + 1
		}
	}
	return out
}

func TestLCSKeepsItsRule(t *testing.T) {
	r := rand.New(rand.NewSource(3))
	for range 3000 {
		distinct := 1 + r.Intn(1+r.Intn(200))
		draw := func() []int32 {
			list := make([]int32, r.Intn(1+r.Intn(400)))
			for i := range list {
				list[i] = int32(r.Intn(distinct))
			}
			return list
		}
		rows, cols := draw(), draw()
		want := plainLCS(rows, cols)
		for _, most := range []int64{tableWords, 300, 1} { // where the table is split
			l := newLCS(rows, cols, distinct, &work{})
			l.most = most
			if got := l.findPairs(); !slices.Equal(got, want) {
				t.Fatalf("table of %d words: rows %v cols %v\ngot  %v\nwant %v", most, rows, cols, got, want)
			}
		}
	}
}

// TestStepsAgree holds that a mask and a list of places lead to the same
// vector.
func TestStepsAgree(t *testing.T) {
	r := rand.New(rand.NewSource(4))
	for range 2000 {
		words := 1 + r.Intn(6)
		v := make([]uint64, words)
		for i := range v {
			v[i] = ^uint64(0)
			if r.Intn(2) == 0 {
				v[i] = r.Uint64() | r.Uint64()
			}
		}
		mask := make([]uint64, words)
		var places []int32
		for p := range words * 64 {
			if r.Intn(1+r.Intn(60)) == 0 {
				places = append(places, int32(p))
				mask[p>>6] |= 1 << (p & 63)
			}
		}
		u := slices.Clone(v)
		stepDense(v, mask)
		stepSparse(u, places)
		if !slices.Equal(u, v) {
			t.Fatalf("%x\n%x", u, v)
		}
	}
}

// TestCollisionsDoNotLie interns under a hash that is always the same.
func TestCollisionsDoNotLie(t *testing.T) {
	texts := []string{"a", "b", "a", "c", "b", ""}
	symbols, distinct := internItems(len(texts), &work{}, func(int) uint64 { return 7 }, func(i, j int) bool { return texts[i] == texts[j] })
	if distinct != 4 || !slices.Equal(symbols, []int32{0, 1, 0, 2, 1, 3}) {
		t.Errorf("%d %v", distinct, symbols)
	}
}
