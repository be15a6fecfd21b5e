package main

import (
	"encoding/binary"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"unicode"

	"github.com/heddle-dev/heddle/wasm/internal/lite/tinygo/strconv"
)

// The tables of Go's packages that the module has in a smaller form. They are
// written when the toolchain is made, by the version of Go whose packages it compiles.

// packTables writes Unicode's scripts and its categories of two letters but Cn. The
// other categories are made of these.
func packTables() (packed []byte) {
	add := func(name string, t *unicode.RangeTable) {
		packed = append(binary.AppendUvarint(packed, uint64(len(name))), name...)
		packed = binary.AppendUvarint(packed, uint64(len(t.R16)+len(t.R32)))
		at := uint32(0)
		addRange := func(low, high, stride uint32) {
			twice := (high - low) / stride * 2
			packed = binary.AppendUvarint(packed, uint64(low-at))
			if at = high; stride == 1 {
				packed = binary.AppendUvarint(packed, uint64(twice))
				return
			}
			packed = binary.AppendUvarint(packed, uint64(twice+1))
			packed = binary.AppendUvarint(packed, uint64(stride))
		}
		for _, r := range t.R16 {
			addRange(uint32(r.Lo), uint32(r.Hi), uint32(r.Stride))
		}
		for _, r := range t.R32 {
			addRange(r.Lo, r.Hi, r.Stride)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(unicode.Categories)) {
		if len(name) == 2 && name != "LC" && name != "Cn" {
			add(name, unicode.Categories[name])
		}
	}
	for _, name := range slices.Sorted(maps.Keys(unicode.Scripts)) {
		add(name, unicode.Scripts[name])
	}
	return packed
}

// Powers of ten.
const (
	leastPower, lastPower = strconv.LeastPower, 347 // internal/strconv begins at -348
	powerStep             = strconv.PowerStep
)

// mantissaOf returns the first 128 bits of 10 to the power of e, rounded down.
func mantissaOf(e int) *big.Int {
	const enough = 2048 // bits: 10 to the power of 348 has 1157
	power := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(e, -e))), nil)
	v := new(big.Int).Lsh(big.NewInt(1), enough)
	if e < 0 {
		v.Quo(v, power)
	} else {
		v.Mul(v, power)
	}
	return v.Rsh(v, uint(v.BitLen()-128))
}

// packPowers writes the power of every step, and for each power two bits: how much
// what strconv.power computes from the steps is too small.
func packPowers() (bases, fixes []byte, err error) {
	for e := leastPower; e <= lastPower; e += powerStep {
		bases = append(bases, mantissaOf(e).FillBytes(make([]byte, 16))...)
	}
	fixes = make([]byte, (lastPower-leastPower)/4+1)
	none := string(fixes)
	for e := leastPower; e <= lastPower; e++ {
		hi, lo := strconv.Power(string(bases), none, e)
		computed := new(big.Int).Lsh(new(big.Int).SetUint64(hi), 64)
		computed.Add(computed, new(big.Int).SetUint64(lo))
		lost := computed.Sub(mantissaOf(e), computed)
		if !lost.IsUint64() || lost.Uint64() > 3 {
			return nil, nil, fmt.Errorf("10 to the power of %d is wrong by %v", e, lost)
		}
		i := e - leastPower
		fixes[i/4] |= byte(lost.Uint64() << (i % 4 * 2))
	}
	return bases, fixes, nil
}

// tableFile is a Go file with constants.
func tableFile(pkg string, constants map[string][]byte) []byte {
	text := "package " + pkg + "\n"
	for _, name := range slices.Sorted(maps.Keys(constants)) {
		text += fmt.Sprintf("\nconst %s = %+q\n", name, constants[name])
	}
	return []byte(text)
}
