package session

import "github.com/heddle-dev/heddle/core/internal/canon"

func appendBool(dst []byte, v bool) []byte {
	if v {
		return append(dst, "true"...)
	}
	return append(dst, "false"...)
}

// AppendJSON appends the zone as requests hold it.
func (z *Zone) AppendJSON(dst []byte) []byte {
	m := canon.Object(dst)
	m.Key("changes")
	m.Open('[')
	for i, at := range z.at {
		m.Item(i)
		change := canon.Object(m.B)
		if i > 0 { // the first period has no beginning
			canon.OptTime(&change, "at", Time(at))
		}
		change.Num("offsetSeconds", z.offsets[i]/1000)
		m.B = change.End()
	}
	m.Close(']')
	m.Str("name", z.name)
	return m.End()
}
