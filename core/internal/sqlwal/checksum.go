package sqlwal

// checksum is the running sum of a log: two 32-bit words, each fed with every
// other word of the data and with its neighbour.
type checksum struct{ a, b uint32 }

// add sums p, whose length is a multiple of 8 bytes, in words of the given
// byte order.
func (c *checksum) add(bigEndian bool, p []byte) {
	a, b := c.a, c.b
	if bigEndian {
		for ; len(p) >= 8; p = p[8:] {
			a += big(p) + b
			b += big(p[4:]) + a
		}
	} else {
		for ; len(p) >= 8; p = p[8:] {
			a += little(p) + b
			b += little(p[4:]) + a
		}
	}
	c.a, c.b = a, b
}

// stands reports whether the sum is the one written at p.
func (c checksum) stands(p []byte) bool { return c.a == big(p) && c.b == big(p[4:]) }

// big reads a big-endian word, as all numbers of the format are.
func big(p []byte) uint32 {
	_ = p[3]
	return uint32(p[0])<<24 | uint32(p[1])<<16 | uint32(p[2])<<8 | uint32(p[3])
}

func little(p []byte) uint32 {
	_ = p[3]
	return uint32(p[3])<<24 | uint32(p[2])<<16 | uint32(p[1])<<8 | uint32(p[0])
}
