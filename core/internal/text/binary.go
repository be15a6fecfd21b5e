package text

// Hexadecimal and base64 are done here because the standard packages link
// fmt and reflect, which weigh more in the compiled core than an adapter.

const hexDigits = "0123456789abcdef"

// EncodeHex renders bytes in lower-case hexadecimal.
func EncodeHex(b []byte) string {
	out := make([]byte, 0, 2*len(b))
	for _, c := range b {
		out = append(out, hexDigits[c>>4], hexDigits[c&15])
	}
	return string(out)
}

// DecodeHex reads hexadecimal in either case; ok is false when s is not hexadecimal.
func DecodeHex(s string) (b []byte, ok bool) {
	if len(s)%2 != 0 {
		return nil, false
	}
	b = make([]byte, 0, len(s)/2)
	for i := 0; i < len(s); i += 2 {
		hi, lo := hexValue(s[i]), hexValue(s[i+1])
		if hi < 0 || lo < 0 {
			return nil, false
		}
		b = append(b, byte(hi<<4|lo))
	}
	return b, true
}

func hexValue(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'a' <= c && c <= 'f':
		return int(c-'a') + 10
	case 'A' <= c && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

// DecodeBase64 reads base64 in the standard alphabet with padding (RFC 4648,
// section 4); line ends inside are passed over. ok is false when s is not base64.
func DecodeBase64(s string) (b []byte, ok bool) {
	var bits uint32
	var have, pad int
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '\r' || c == '\n' {
			continue
		}
		if c == '=' {
			pad++
			continue
		}
		v := base64Value(c)
		if v < 0 || pad > 0 {
			return nil, false
		}
		bits = bits<<6 | uint32(v)
		if have++; have == 4 {
			b = append(b, byte(bits>>16), byte(bits>>8), byte(bits))
			have, bits = 0, 0
		}
	}
	switch {
	case have == 0 && pad == 0:
	case have == 2 && pad == 2:
		b = append(b, byte(bits>>4))
	case have == 3 && pad == 1:
		b = append(b, byte(bits>>10), byte(bits>>2))
	default:
		return nil, false
	}
	return b, true
}

func base64Value(c byte) int {
	switch {
	case 'A' <= c && c <= 'Z':
		return int(c - 'A')
	case 'a' <= c && c <= 'z':
		return int(c-'a') + 26
	case '0' <= c && c <= '9':
		return int(c-'0') + 52
	case c == '+':
		return 62
	case c == '/':
		return 63
	}
	return -1
}

// EncodeBase64 renders bytes in base64, in the standard alphabet with padding.
func EncodeBase64(b []byte) string {
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	out := make([]byte, 0, (len(b)+2)/3*4)
	for len(b) > 0 {
		n := uint32(b[0]) << 16
		if len(b) > 1 {
			n |= uint32(b[1]) << 8
		}
		if len(b) > 2 {
			n |= uint32(b[2])
		}
		out = append(out, alphabet[n>>18], alphabet[n>>12&63], alphabet[n>>6&63], alphabet[n&63])
		if len(b) < 3 {
			for i := len(b); i < 3; i++ {
				out[len(out)-3+i] = '='
			}
			break
		}
		b = b[3:]
	}
	return string(out)
}
