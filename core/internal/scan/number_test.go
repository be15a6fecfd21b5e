package scan_test

import (
	"math"
	"math/big"
	"strings"
	"testing"
)

func TestInt(t *testing.T) {
	for _, tt := range []struct {
		in   string
		want int64
		ok   bool
	}{
		{"0", 0, true}, {"-0", 0, true}, {"12", 12, true}, {"-7", -7, true}, {"12.0", 12, true}, {"1e3", 1000, true},
		{"1.5e1", 15, true}, {"1200e-2", 12, true}, {"0e99999999999999999999", 0, true}, {"0.000e-5", 0, true},
		{"999999999999999999", 999999999999999999, true},
		{"9223372036854775807", math.MaxInt64, true}, {"9223372036854775808", 0, false},
		{"-9223372036854775808", math.MinInt64, true}, {"-9223372036854775809", 0, false},
		{"92233720368547758070e-1", math.MaxInt64, true},
		{"12.5", 0, false}, {"1e-1", 0, false}, {"1e19", 0, false}, {"1e99999999999999999999", 0, false},
		{"0.1e-99999999999999999999", 0, false},
		{`"12"`, 0, false}, {"null", 0, false}, {"true", 0, false},
		{"1" + strings.Repeat("0", 400) + "e-400", 1, true},
		{"0." + strings.Repeat("0", 400) + "1e401", 1, true},
	} {
		if got, ok := parse(t, tt.in).Int(); got != tt.want || ok != tt.ok {
			t.Errorf("Int(%s) = %d %v, want %d %v", tt.in, got, ok, tt.want, tt.ok)
		}
	}
}

func TestDecimal(t *testing.T) {
	for _, tt := range []struct {
		in    string
		scale int
		want  int64
		ok    bool
	}{
		{"0", 12, 0, true}, {"0.0123", 12, 12_300_000_000, true}, {"-0.5", 0, 0, true}, {"-1.5", 0, -2, true},
		{"0.5", 0, 0, true}, {"1.5", 0, 2, true}, {"2.5", 0, 2, true}, {"2.51", 0, 3, true}, {"2.49", 0, 2, true},
		{"2.5000000000000000000000000000000001", 0, 3, true},
		{"1.2345e-5", 12, 12_345_000, true}, {"1.0000000000005", 12, 1_000_000_000_000, true},
		{"1.0000000000015", 12, 1_000_000_000_002, true}, {"3E+2", 1, 3000, true}, {"1234", -2, 12, true},
		{"1250", -2, 12, true}, {"1350", -2, 14, true}, {"4", -1, 0, true}, {"5", -1, 0, true}, {"6", -1, 1, true},
		{"60", -3, 0, true}, {"500", -3, 0, true}, {"501", -3, 1, true},
		{"9223372036854775807.4", 0, math.MaxInt64, true}, {"9223372036854775807.5", 0, math.MaxInt64, false},
		{"-9223372036854775808.5", 0, math.MinInt64, true}, {"-9223372036854775808.6", 0, math.MinInt64, false},
		{"10000000", 12, math.MaxInt64, false}, {"-10000000", 12, math.MinInt64, false},
		{`"1"`, 2, 0, false},
	} {
		if got, ok := parse(t, tt.in).ScaledDecimal(tt.scale); got != tt.want || ok != tt.ok {
			t.Errorf("Decimal(%s, %d) = %d %v, want %d %v", tt.in, tt.scale, got, ok, tt.want, tt.ok)
		}
	}
}

func TestFloat(t *testing.T) {
	for in, want := range map[string]float64{"0.1": 0.1, "-2e10": -2e10, "1e-400": 0} {
		if got, ok := parse(t, in).Float(); got != want || !ok {
			t.Errorf("Float(%s) = %v %v", in, got, ok)
		}
	}
	for _, in := range []string{"1e999", `"1"`, "null"} {
		if _, ok := parse(t, in).Float(); ok {
			t.Errorf("Float(%s) is ok", in)
		}
	}
}

// FuzzDecimal holds Decimal and Int against exact rationals.
func FuzzDecimal(f *testing.F) {
	for _, s := range []string{"0", "-1.5", "2.5e-3", "9223372036854775807.5", "1e19", "0.00000000000000000001e20", "12.0"} {
		f.Add(s, 0)
		f.Add(s, 12)
	}
	f.Fuzz(func(t *testing.T, lit string, scale int) {
		v, ok := numberValue(lit)
		if !ok || scale < -40 || scale > 40 || len(lit) > 60 {
			return
		}
		if _, exp, ok := strings.Cut(strings.ToLower(lit), "e"); ok && len(exp) > 4 {
			return // the oracle would need that many digits
		}
		r, ok := new(big.Rat).SetString(lit)
		if !ok {
			t.Fatalf("%q is no number for math/big", lit)
		}
		power := new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(scale, -scale))), nil))
		if scale < 0 {
			power.Inv(power)
		}
		want, wantOK := halfEven(new(big.Rat).Mul(r, power))
		if got, ok := v.ScaledDecimal(scale); got != want || ok != wantOK {
			t.Fatalf("Decimal(%s, %d) = %d %v, want %d %v", lit, scale, got, ok, want, wantOK)
		}
		n, ok := v.Int()
		if wantOK := r.IsInt() && r.Num().IsInt64(); ok != wantOK || ok && n != r.Num().Int64() {
			t.Fatalf("Int(%s) = %d %v", lit, n, ok)
		}
	})
}

func halfEven(r *big.Rat) (int64, bool) {
	floor := new(big.Int).Div(r.Num(), r.Denom()) // Euclidean: the floor, as the denominator is positive
	rest := new(big.Rat).Sub(r, new(big.Rat).SetInt(floor))
	if c := rest.Cmp(big.NewRat(1, 2)); c > 0 || c == 0 && floor.Bit(0) == 1 {
		floor.Add(floor, big.NewInt(1))
	}
	if floor.IsInt64() {
		return floor.Int64(), true
	}
	if floor.Sign() < 0 {
		return math.MinInt64, false
	}
	return math.MaxInt64, false
}
