package sqlwal

// checksum is the running sum of a log: two 32-bit words, each fed with every
// other word of the data and with its neighbour.
type checksum struct{ a, b uint32 }

// addWords sums p, whose length is a multiple of 8 bytes, in words of the given
// byte order.
func (c *checksum) addWords(bigEndian bool, p []byte) {
	a, b := c.a, c.b
	if bigEndian {
		for ; len(p) >= 8; p = p[8:] {
			a += bigEndianWord(p) + b
			b += bigEndianWord(p[4:]) + a
		}
	} else {
		for ; len(p) >= 8; p = p[8:] {
			a += littleEndianWord(p) + b
			b += littleEndianWord(p[4:]) + a
		}
	}
	c.a, c.b = a, b
}

// matchesBytes reports whether the sum is the one written at p.
func (c checksum) matchesBytes(p []byte) bool {
	return c.a == bigEndianWord(p) && c.b == bigEndianWord(p[4:])
}

// bigEndianWord reads a big-endian word, as all numbers of the format are.
func bigEndianWord(p []byte) uint32 {
	_ = p[3]
	return uint32(p[0])<<24 | uint32(p[1])<<16 | uint32(p[2])<<8 | uint32(p[3])
}

func littleEndianWord(p []byte) uint32 {
	_ = p[3]
	return uint32(p[3])<<24 | uint32(p[2])<<16 | uint32(p[1])<<8 | uint32(p[0])
}
