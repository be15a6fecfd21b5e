package search

import (
	"math"
	"math/rand"
	"slices"
	"testing"

	"github.com/heddle-dev/heddle/core/session"
)

func TestLn(t *testing.T) {
	r := rand.New(rand.NewSource(4))
	for x := int64(1); x < math.MaxInt64/2; x += 1 + r.Int63n(1+x/8) {
		if got, want := naturalLog(x), math.Log(float64(x))*million; math.Abs(float64(got)-want) > 1.01 {
			t.Fatalf("ln(%d) = %d, want %f", x, got, want)
		}
	}
}

// reference is BM25 in floating point.
func reference(docs []Stat, n int64, df []int64) []float64 {
	avg := 0.0
	for _, d := range docs {
		avg += float64(d.Length) / float64(len(docs))
	}
	out := make([]float64, len(docs))
	best := 0.0
	for i, d := range docs {
		for t, tf := range d.TF {
			idf := math.Log(1 + (float64(n-df[t])+0.5)/(float64(df[t])+0.5))
			f := float64(tf)
			out[i] += idf * f * 2.2 / (f + 1.2*(0.25+0.75*float64(d.Length)/avg))
		}
		best = max(best, out[i])
	}
	for i := range out {
		out[i] /= best
	}
	return out
}

func TestRankIsBM25(t *testing.T) {
	r := rand.New(rand.NewSource(5))
	for range 500 {
		n := 1 + r.Int63n(5000)
		df := make([]int64, 1+r.Intn(4))
		for i := range df {
			df[i] = 1 + r.Int63n(n)
		}
		docs := make([]Stat, 1+r.Intn(30))
		for i := range docs {
			docs[i].Length = 1000 + r.Int63n(1<<r.Intn(30))
			for range df {
				docs[i].TF = append(docs[i].TF, 1+r.Int63n(1<<r.Intn(12)))
			}
		}
		got, want := Rank(docs, n, df), reference(docs, n, df)
		for i := range got {
			if math.Abs(float64(got[i])/million-want[i]) > 1e-3 {
				t.Fatalf("%d: %v, want %v (n %d df %v)", i, got[i], want[i], n, df)
			}
		}
		if slices.Max(got) != session.RatioOne {
			t.Fatal("the best is", slices.Max(got))
		}
	}
}

func TestRankOrder(t *testing.T) {
	score := func(n int64, df []int64, docs ...Stat) []session.Ratio { return Rank(docs, n, df) }
	if s := score(100, []int64{10}, Stat{1000, []int64{1}}, Stat{1000, []int64{2}}); s[0] >= s[1] {
		t.Error("what occurs more often is not better", s)
	}
	if s := score(100, []int64{10}, Stat{1000, []int64{2}}, Stat{9000, []int64{2}}); s[0] <= s[1] {
		t.Error("what is shorter is not better", s)
	}
	if s := score(100, []int64{2, 90}, Stat{1000, []int64{2, 1}}, Stat{1000, []int64{1, 2}}); s[0] <= s[1] {
		t.Error("what is rarer does not count more", s)
	}
	if s := score(1_000_000, []int64{1_000_000}, Stat{1000, []int64{1}}, Stat{1000, []int64{2}}); s[0] >= s[1] || s[0] == 0 {
		t.Error("a word that all have tells nothing apart", s)
	}
}

func TestRankBounds(t *testing.T) {
	const most = math.MaxInt64
	for _, docs := range [][]Stat{nil, {{}}, {{0, []int64{0}}, {-1, []int64{-1}}}, {{most, []int64{most}}, {1, []int64{1}}}, {{1, []int64{1, 1, 1}}}} {
		for _, df := range [][]int64{nil, {0}, {1}, {-1}, {most}} {
			for _, n := range []int64{0, -1, 1, most} {
				for _, s := range Rank(docs, n, df) {
					if s < 0 || s > session.RatioOne {
						t.Fatal(docs, n, df, s)
					}
				}
			}
		}
	}
	if s := Rank([]Stat{{5, nil}, {7, nil}}, 2, nil); s[0] != session.RatioOne || s[1] != session.RatioOne {
		t.Error("without terms all are alike", s)
	}
}
