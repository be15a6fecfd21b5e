package pages

// Texts keeps short texts one after the other, in the order in which they are added. Those that are written as UUIDs are, as
// most names of records, take 17 bytes.
type Texts struct {
	full   [][]byte
	last   []byte
	places List[uint32] // page and offset
}

// A page has room for so many bytes; a longer text has one of its own.
const (
	textBits = 16
	textPage = 1 << textBits
)

// What a text begins with: its length, or one of these.
const (
	longText = 254 // four bytes of length follow
	uuidText = 255 // 16 bytes follow
)

// Len returns how many texts there are.
func (l *Texts) Len() int { return l.places.Len() }

// Add adds a text.
func (l *Texts) Add(s string) {
	var id [16]byte
	isID := packUUID(s, &id)
	if len(l.last) > 0 && len(l.last)+len(s)+5 > textPage {
		l.full = append(l.full, l.last)
		l.last = nil
	}
	l.places.Append(uint32(len(l.full))<<textBits | uint32(len(l.last)))
	n := len(s)
	switch {
	case isID:
		l.last = append(append(l.last, uuidText), id[:]...)
	case n < longText:
		l.last = append(append(l.last, byte(n)), s...)
	default:
		l.last = append(append(l.last, longText, byte(n>>24), byte(n>>16), byte(n>>8), byte(n)), s...)
	}
}

// At returns text i.
func (l *Texts) At(i int) string {
	place := *l.places.At(i)
	page := l.last
	if p := int(place >> textBits); p < len(l.full) {
		page = l.full[p]
	}
	page = page[place&(textPage-1):]
	switch n := int(page[0]); n {
	case uuidText:
		return unpackUUID(page[1:17])
	case longText:
		n = int(page[1])<<24 | int(page[2])<<16 | int(page[3])<<8 | int(page[4])
		return string(page[5 : 5+n])
	default:
		return string(page[1 : 1+n])
	}
}

// Reset empties the list and keeps the memory of a page.
func (l *Texts) Reset() {
	l.places.Reset()
	*l = Texts{last: l.last[:0], places: l.places}
}

const (
	uuidLength = 36
	hexDigits  = "0123456789abcdef"
)

// isUUIDDash reports whether a UUID has a dash at i.
func isUUIDDash(i int) bool { return i == 8 || i == 13 || i == 18 || i == 23 }

// packUUID sets id to what a UUID in lower case stands for, and reports whether s is one.
func packUUID(s string, id *[16]byte) bool {
	if len(s) != uuidLength {
		return false
	}
	n := 0
	for i := 0; i < uuidLength; i++ {
		c := s[i]
		if isUUIDDash(i) {
			if c != '-' {
				return false
			}
			continue
		}
		switch {
		case c >= '0' && c <= '9':
			c -= '0'
		case c >= 'a' && c <= 'f':
			c -= 'a' - 10
		default:
			return false
		}
		id[n/2] = id[n/2]<<4 | c
		n++
	}
	return true
}

func unpackUUID(id []byte) string {
	var out [uuidLength]byte
	n := 0
	for i := range out {
		if isUUIDDash(i) {
			out[i] = '-'
			continue
		}
		out[i] = hexDigits[id[n/2]>>(4-4*(n&1))&15]
		n++
	}
	return string(out[:])
}
