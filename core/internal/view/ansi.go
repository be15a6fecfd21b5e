package view

import (
	"strings"
	"unicode/utf8"

	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// styler turns what a program printed into spans: it understands colours and
// styles, lets a carriage return write over its line, and drops what else
// steers a terminal.
type styler struct {
	pieces []piece
	style  session.ViewSpan // of what follows, without text
	line   int              // the piece in which the line under way begins, and where there
	offset int
	over   bool // the next character writes over the line
}

// piece is text of one style.
type piece struct {
	style session.ViewSpan
	text  []byte
}

// colours are the names of the first eight colours.
var colours = [...]string{"black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"}

// room returns the piece that the next character belongs to.
func (s *styler) room() *piece {
	if s.over {
		s.over = false
		if s.line < len(s.pieces) {
			s.pieces = s.pieces[:s.line+1]
			s.pieces[s.line].text = s.pieces[s.line].text[:s.offset]
		}
	}
	if n := len(s.pieces); n == 0 || s.pieces[n-1].style != s.style {
		s.pieces = append(s.pieces, piece{style: s.style})
	}
	return &s.pieces[len(s.pieces)-1]
}

// add appends one character.
func (s *styler) add(r rune) {
	p := s.room()
	p.text = utf8.AppendRune(p.text, r)
}

// endLine begins a line: what is before it is never written over.
func (s *styler) endLine() {
	s.over = false
	if s.line = len(s.pieces) - 1; s.line >= 0 {
		s.offset = len(s.pieces[s.line].text)
	}
	s.line = max(s.line, 0)
}

// gap returns to the plain style, where something is left out.
func (s *styler) gap() {
	s.style = session.ViewSpan{}
	s.endLine()
}

// appendTo appends what was written to spans.
func (s *styler) appendTo(out []session.ViewSpan) []session.ViewSpan {
	for i := range s.pieces {
		if p := &s.pieces[i]; len(p.text) > 0 {
			span := p.style
			span.Text = string(p.text)
			out = append(out, span)
		}
	}
	return out
}

func (s *styler) write(in string) {
	for i := 0; i < len(in); {
		c := in[i]
		switch {
		case c == 0x1b:
			i = s.escape(in, i+1)
			continue
		case c == '\n':
			s.over = false
			s.add('\n')
			s.endLine()
		case c == '\r':
			s.over = true
		case c == '\t' || c >= ' ' && c < 0x7f:
			s.add(rune(c))
		case c >= 0x80:
			r, size := utf8.DecodeRuneInString(in[i:])
			if text.HiddenAt(in, i) {
				r = utf8.RuneError
			}
			s.add(r)
			i += size
			continue
		}
		i++
	}
}

// escape reads a control sequence after its ESC, and returns where it ends.
func (s *styler) escape(in string, i int) int {
	if i >= len(in) {
		return i
	}
	switch in[i] {
	case '[':
		end := i + 1
		for end < len(in) && (in[end] < 0x40 || in[end] > 0x7e) && in[end] >= 0x20 {
			end++
		}
		if end < len(in) && in[end] == 'm' {
			s.setStyle(in[i+1 : end])
		}
		return min(end+1, len(in))
	case ']', 'P', '_', '^', 'X': // until BEL or ESC \
		for i++; i < len(in); i++ {
			if in[i] == 0x07 {
				return i + 1
			}
			if in[i] == 0x1b {
				if i+1 < len(in) && in[i+1] == '\\' {
					return i + 2
				}
				return i
			}
			if in[i] == '\n' {
				return i
			}
		}
		return len(in)
	case '(', ')', '*', '+', '#':
		return min(i+2, len(in))
	}
	return i + 1
}

// setStyle reads the numbers of a sequence that sets colours and styles.
func (s *styler) setStyle(list string) {
	var numbers [32]int
	n := 0
	numbers[0] = 0
	for i := 0; i < len(list) && n < len(numbers)-1; i++ {
		switch c := list[i]; {
		case c >= '0' && c <= '9':
			numbers[n] = min(numbers[n]*10+int(c-'0'), 9999)
		case c == ';' || c == ':':
			n++
			numbers[n] = 0
		default:
			return
		}
	}
	for i := 0; i <= n; i++ {
		if code := numbers[i]; code == 38 || code == 48 {
			colour, used := extended(numbers[i+1 : n+1])
			if code == 38 {
				s.style.Fg = colour
			} else {
				s.style.Bg = colour
			}
			i += used
		} else {
			s.setCode(code)
		}
	}
}

func (s *styler) setCode(code int) {
	switch {
	case code == 0:
		s.style = session.ViewSpan{}
	case code == 1:
		s.style.Bold = true
	case code == 2:
		s.style.Dim = true
	case code == 3:
		s.style.Italic = true
	case code == 4:
		s.style.Underline = true
	case code == 7:
		s.style.Inverse = true
	case code == 22:
		s.style.Bold, s.style.Dim = false, false
	case code == 23:
		s.style.Italic = false
	case code == 24:
		s.style.Underline = false
	case code == 27:
		s.style.Inverse = false
	case code >= 30 && code <= 49 || code >= 90 && code <= 107 && code != 99:
		colour := ""
		if shade := code % 10; shade == 8 {
			return
		} else if code >= 90 && shade < 8 {
			colour = bright(shade)
		} else if shade < 8 {
			colour = colours[shade]
		}
		if code/10 == 3 || code/10 == 9 {
			s.style.Fg = colour
		} else {
			s.style.Bg = colour
		}
	}
}

func bright(i int) string { return "bright" + strings.ToUpper(colours[i][:1]) + colours[i][1:] }

// extended returns the colour of 5;N or 2;R;G;B, and how many numbers it takes.
func extended(list []int) (colour string, used int) {
	switch {
	case len(list) >= 2 && list[0] == 5:
		n := list[1]
		rgb := [3]int{8 + 10*(n-232), 8 + 10*(n-232), 8 + 10*(n-232)} // a grey
		switch {
		case n < 8:
			return colours[n], 2
		case n < 16:
			return bright(n - 8), 2
		case n > 255:
			return "", 2
		case n < 232:
			rgb = [3]int{levels[(n-16)/36], levels[(n-16)/6%6], levels[(n-16)%6]}
		}
		return hexColour(rgb[:]), 2
	case len(list) >= 4 && list[0] == 2:
		return hexColour(list[1:4]), 4
	}
	return "", len(list)
}

// levels are the shades of a colour in the cube of 216.
var levels = [...]int{0, 95, 135, 175, 215, 255}

func hexColour(rgb []int) string {
	var b [3]byte
	for i := range b {
		b[i] = byte(min(rgb[i], 255))
	}
	return "#" + text.EncodeHex(b[:])
}
