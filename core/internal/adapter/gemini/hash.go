package gemini

import (
	"math/bits"

	"github.com/heddle-dev/heddle/core/internal/text"
)

// Folders of old versions are named by the SHA-256 of the working directory.
// The digest is computed here because the standard package would weigh more
// in the compiled core than everything else in this one.

// rounds are the constants of SHA-256: the first 32 bits of the fractional
// parts of the cube roots of the first 64 primes.
var rounds = [64]uint32{
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
	0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
	0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
	0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
	0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
	0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
	0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
	0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
}

// hashOf returns the SHA-256 of a text in hexadecimal.
func hashOf(path string) string {
	h := [8]uint32{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}
	b := append([]byte(path), 0x80)
	for len(b)%64 != 56 {
		b = append(b, 0)
	}
	for shift := 56; shift >= 0; shift -= 8 {
		b = append(b, byte(uint64(len(path))*8>>shift))
	}
	for ; len(b) > 0; b = b[64:] {
		mixBlock(&h, b[:64])
	}
	sum := make([]byte, 0, 32)
	for _, x := range h {
		sum = append(sum, byte(x>>24), byte(x>>16), byte(x>>8), byte(x))
	}
	return text.EncodeHex(sum)
}

// mixBlock takes one block of 64 bytes into the state.
func mixBlock(h *[8]uint32, block []byte) {
	turn := func(x uint32, n int) uint32 { return bits.RotateLeft32(x, -n) }
	var w [64]uint32
	for i := range 16 {
		at := block[4*i:]
		w[i] = uint32(at[0])<<24 | uint32(at[1])<<16 | uint32(at[2])<<8 | uint32(at[3])
	}
	for i := 16; i < 64; i++ {
		a, b := w[i-15], w[i-2]
		w[i] = w[i-16] + w[i-7] + (turn(a, 7) ^ turn(a, 18) ^ a>>3) + (turn(b, 17) ^ turn(b, 19) ^ b>>10)
	}
	s := *h
	for i, k := range rounds {
		a, e := s[0], s[4]
		t := s[7] + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + (e&s[5] ^ ^e&s[6]) + k + w[i]
		u := (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + (a&s[1] ^ a&s[2] ^ s[1]&s[2])
		s = [8]uint32{t + u, s[0], s[1], s[2], s[3] + t, s[4], s[5], s[6]}
	}
	for i := range h {
		h[i] += s[i]
	}
}
