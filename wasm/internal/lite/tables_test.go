package main

import (
	"maps"
	"math/big"
	"slices"
	"testing"
	"unicode"

	"github.com/heddle-dev/heddle/wasm/internal/lite/tinygo/strconv"
	"github.com/heddle-dev/heddle/wasm/internal/lite/tinygo/syntax"
)

// TestPowers: every power of ten is as exact as in the table that it replaces.
func TestPowers(t *testing.T) {
	bases, fixes, err := packPowers()
	if err != nil {
		t.Fatal(err)
	}
	for e := leastPower; e <= lastPower; e++ {
		hi, lo := strconv.Power(string(bases), string(fixes), e)
		got := new(big.Int).Lsh(new(big.Int).SetUint64(hi), 64)
		if got.Or(got, new(big.Int).SetUint64(lo)); got.Cmp(mantissaOf(e)) != 0 {
			t.Errorf("10 to the power of %d: %x, want %x", e, got, mantissaOf(e))
		}
	}
	if hi, lo := strconv.Power(string(bases), string(fixes), 1); hi != 0xa<<60 || lo != 0 {
		t.Errorf("ten: %x %x", hi, lo)
	}
}

// TestTables: the unpacked tables have the runes of Go's, in order.
func TestTables(t *testing.T) {
	packed := string(packTables())
	for _, of := range []map[string]*unicode.RangeTable{unicode.Categories, unicode.Scripts} {
		for _, name := range slices.Sorted(maps.Keys(of)) {
			got := syntax.TableOf(packed, name, joinPairs)
			if got == nil {
				t.Errorf("%s is missing", name)
				continue
			}
			if !slices.Equal(runesOf(got), runesOf(of[name])) {
				t.Errorf("%s has other runes", name)
			}
		}
	}
	for _, name := range []string{"", "X", "Xx", "Greekish", "LT"} {
		if syntax.TableOf(packed, name, joinPairs) != nil {
			t.Errorf("there is a table %q", name)
		}
	}
}

func runesOf(t *unicode.RangeTable) (runes []uint32) {
	for _, r := range t.R16 {
		for c := uint32(r.Lo); c <= uint32(r.Hi); c += uint32(r.Stride) {
			runes = append(runes, c)
		}
	}
	for _, r := range t.R32 {
		for c := r.Lo; c <= r.Hi; c += r.Stride {
			runes = append(runes, c)
		}
	}
	return runes
}

// joinPairs is what regexp/syntax's cleanClass does.
func joinPairs(pairs []rune) []rune {
	ranges := slices.Collect(slices.Chunk(pairs, 2))
	slices.SortFunc(ranges, slices.Compare)
	var out []rune
	for _, r := range ranges {
		if n := len(out); n > 0 && r[0] <= out[n-1]+1 {
			out[n-1] = max(out[n-1], r[1])
		} else {
			out = append(out, r...)
		}
	}
	return out
}
