package text

// foldRange maps the code points from lo to hi to the next ones that differ in case only:
// to themselves plus delta. A delta of 0 stands for pairs: the first of two maps to the
// second, and that to the first.
type foldRange struct{ lo, hi, delta int32 }

// SimpleFold is unicode.SimpleFold of Unicode 15, regardless of the Go version that compiles it:
// what a search finds must not depend on that.
func SimpleFold(r rune) rune {
	lo, hi := 0, len(foldRanges)
	for lo < hi {
		mid := (lo + hi) / 2
		switch f := &foldRanges[mid]; {
		case r > f.hi:
			lo = mid + 1
		case r < f.lo:
			hi = mid
		case f.delta != 0:
			return r + f.delta
		default:
			return r + 1 - (r-f.lo)%2*2
		}
	}
	return r
}
