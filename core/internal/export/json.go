package export

// maxIndented is the deepest level that is spread over lines: indentation would make a
// small value of very many levels a very large text.
const maxIndented = 100

// IndentJSON spreads canonical JSON over lines, two spaces a level; empty objects
// and lists stay on one line, and so does what is deeper than maxIndented. The input must be canonical.
func IndentJSON(src []byte) []byte {
	return appendIndented(make([]byte, 0, len(src)+len(src)/4), src, 0)
}

// appendIndented appends canonical JSON that is at a level of a larger value.
func appendIndented(dst, src []byte, depth int) []byte {
	newline := func(inside int) {
		if inside > maxIndented {
			return
		}
		dst = append(dst, '\n')
		for i := 0; i < depth; i++ {
			dst = append(dst, ' ', ' ')
		}
	}
	for i := 0; i < len(src); i++ {
		switch c := src[i]; c {
		case '"':
			end := i + 1
			for src[end] != '"' {
				if src[end] == '\\' {
					end++
				}
				end++
			}
			dst = append(dst, src[i:end+1]...)
			i = end
		case '{', '[':
			dst = append(dst, c)
			if src[i+1] == c+2 { // ']' and '}' are two after their openers in ASCII
				dst = append(dst, c+2)
				i++
				continue
			}
			depth++
			newline(depth)
		case '}', ']':
			depth--
			newline(depth + 1)
			dst = append(dst, c)
		case ',':
			dst = append(dst, c)
			newline(depth)
		case ':':
			dst = append(dst, ':', ' ')
		default:
			dst = append(dst, c)
		}
	}
	return dst
}
