package scan_test

import (
	"fmt"
	"math/rand"
	"strconv"
	"testing"
)

// generator writes random JSON: repeated and escaped keys, odd numbers, white
// space everywhere, bad UTF-8, now and then very deep.
type generator struct {
	*rand.Rand
	b []byte
}

func (g *generator) pick(s ...string) { g.b = append(g.b, s[g.Intn(len(s))]...) }

func (g *generator) space() {
	for g.Intn(8) == 0 {
		g.pick(" ", "\n", "\t", "\r", "    ")
	}
}

func (g *generator) text() {
	g.b = append(g.b, '"')
	for range g.Intn(g.Intn(20) + 1) {
		g.pick("a", "b", "key", "é", "🧵", `\n`, `\"`, `\\`, `\/`, `\u0041`, `\ud83e\uddf5`, `\ud83e`, `\uDDF5`, "\xff", "\xe7\xb9", "{", "}", "[", "]", ":", ",",
			"\u2028", "some longer text that spans a few words")
	}
	g.b = append(g.b, '"')
}

func (g *generator) value(depth int) {
	g.space()
	switch k := g.Intn(10); {
	case k < 2 && depth > 0:
		g.b = append(g.b, '[')
		for n := range g.Intn(4) {
			if n > 0 {
				g.b = append(g.b, ',')
			}
			g.value(depth - 1)
		}
		g.space()
		g.b = append(g.b, ']')
	case k < 6 && depth > 0:
		g.object(depth)
	case k < 8:
		g.text()
	case k < 9:
		g.pick("0", "-0", "12", "-1.50", "1e3", "2E-7", "1.5e+10", strconv.FormatInt(g.Int63()-g.Int63(), 10), fmt.Sprint(g.NormFloat64()))
	default:
		g.pick("null", "true", "false")
	}
	g.space()
}

func (g *generator) object(depth int) {
	g.b = append(g.b, '{')
	for n := range g.Intn(6) {
		if n > 0 {
			g.b = append(g.b, ',')
		}
		g.space()
		if g.Intn(6) == 0 {
			g.text()
		} else {
			g.pick(`"a"`, `"b"`, `"c"`, `"\u0061"`, `"message"`, `"usage"`, `"id"`, `""`, `"k"`)
		}
		g.space()
		g.b = append(g.b, ':')
		g.value(depth - 1)
	}
	g.space()
	g.b = append(g.b, '}')
}

func (g *generator) record(depth int) []byte {
	g.b = g.b[:0:0]
	g.object(depth)
	return g.b
}

// TestRandom makes the checks of FuzzScan on valid values and on damaged ones,
// which mutation alone rarely builds.
func TestRandom(t *testing.T) {
	seed := rand.Int63()
	g := &generator{Rand: rand.New(rand.NewSource(seed))}
	defer func() {
		if t.Failed() {
			t.Logf("seed %d", seed)
		}
	}()
	rounds := 1000
	if testing.Short() {
		rounds = 100
	}
	for range rounds {
		b := g.record(g.Intn(8))
		checkReadings(t, b)
		if len(b) < 2 {
			continue
		}
		cut := append([]byte(nil), b[:g.Intn(len(b))]...)
		checkReadings(t, cut)
		checkSplit(t, cut)
		damaged := append([]byte(nil), b...)
		damaged[g.Intn(len(b))] = `{}[],:"\ 0x`[g.Intn(11)]
		checkReadings(t, damaged)
		checkSplit(t, append(cut, damaged...))
		checkSplit(t, append(damaged, b...))
	}
}
