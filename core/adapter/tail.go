package adapter

import (
	"bytes"

	"github.com/heddle-dev/heddle/core/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// Tail returns the last scan.TailBytes of a file, from the start of a line
// where there is one.
func Tail(env *Env, path string, size int64) ([]byte, error) {
	return tailInto(make([]byte, min(size, scan.TailBytes)), env, path, size)
}

func tailInto(buf []byte, env *Env, path string, size int64) ([]byte, error) {
	off := max(size-scan.TailBytes, 0)
	buf = buf[:size-off]
	n, err := env.Host.Files.ReadAt(path, buf, off)
	if err != nil {
		return nil, err
	}
	buf = buf[:n]
	if i := bytes.IndexByte(buf, '\n'); off > 0 && i >= 0 {
		return buf[i+1:], nil
	}
	return buf, nil
}

// tails keeps a few buffers between files, as idle keeps tools.
var tails = make(chan []byte, 8)

// TailTime returns the greatest time that stands under the top-level key
// timestamp in a file's tail; absent when none does. A line longer than the
// tail is not seen: the caller then walks the file.
func TailTime(env *Env, path string, size int64) (session.Time, error) {
	var buf []byte
	select {
	case buf = <-tails:
	default:
		buf = make([]byte, scan.TailBytes)
	}
	tail, err := tailInto(buf, env, path, size)
	if err != nil {
		return 0, err
	}
	last := latestTime(tail)
	select {
	case tails <- buf:
	default:
	}
	return last, nil
}

var stampPaths = scan.Compile("timestamp")

// stampKey is searched by its rarest letter.
var (
	stampKey  = []byte(`"timestamp"`)
	stampRare = bytes.IndexByte(stampKey, 'p')
)

// stamp is a time that stands behind the key, at whatever depth.
type stamp struct {
	at   int // of the key
	time session.Time
}

// maxStamps is how many stamps are compared; a tail with more has its lines
// scanned one by one.
const maxStamps = 64

// latestTime finds the greatest time by the bytes and scans the line that
// holds it, to see whether it stands where it counts; mostly it is the only
// line that is scanned.
func latestTime(tail []byte) (last session.Time) {
	var room [maxStamps]stamp
	stamps, ok := stampsIn(tail, room[:0])
	if !ok {
		for len(tail) > 0 {
			n := bytes.IndexByte(tail, '\n') + 1
			if n == 0 {
				n = len(tail)
			}
			last = session.Latest(last, lineTime(tail[:n]))
			tail = tail[n:]
		}
		return last
	}
	for {
		best := stamp{time: last}
		for _, s := range stamps {
			if s.time > best.time {
				best = s
			}
		}
		if best.time == last {
			return last
		}
		from, to := best.at, len(tail)
		for from > 0 && tail[from-1] != '\n' {
			from--
		}
		if n := bytes.IndexByte(tail[best.at:], '\n'); n >= 0 {
			to = best.at + n
		}
		last = session.Latest(last, lineTime(tail[from:to]))
		for i := range stamps {
			if stamps[i].at >= from && stamps[i].at < to {
				stamps[i].time = 0 // looked at
			}
		}
	}
}

// stampsIn collects all stamps of a tail; false when it may not have found
// them: an escape could be a letter of the key.
func stampsIn(tail []byte, out []stamp) ([]stamp, bool) {
	for at := 0; ; at++ {
		i := bytes.IndexByte(tail[at:], '\\')
		if i < 0 {
			break
		}
		if at += i; bytes.HasPrefix(tail[at:], []byte(`\u00`)) {
			return nil, false
		}
	}
	for at := stampRare; at < len(tail); at++ {
		i := bytes.IndexByte(tail[at:], stampKey[stampRare])
		if i < 0 {
			break
		}
		if at += i; !bytes.HasPrefix(tail[at-stampRare:], stampKey) {
			continue
		}
		s := stamp{at: at - stampRare}
		var plain bool
		if s.time, plain = stampTime(tail[s.at+len(stampKey):]); !plain || len(out) == maxStamps {
			return nil, false
		}
		out = append(out, s)
	}
	return out, true
}

// stampTime reads the time behind a key; 0 when there is none. It is not plain
// when that would take decoding, or when later is less.
func stampTime(b []byte) (t session.Time, plain bool) {
	b = b[:min(len(b), maxStampBytes)]
	for len(b) > 0 && (b[0] == ':' || b[0] == ' ' || b[0] == '\t' || b[0] == '\r') {
		b = b[1:]
	}
	if len(b) == 0 || b[0] != '"' {
		return 0, len(b) > 0
	}
	end := bytes.IndexByte(b[1:], '"')
	if end < 0 || bytes.IndexByte(b[1:1+end], '\\') >= 0 {
		return 0, false
	}
	t, _, ok := session.ParseTime(string(b[1 : 1+end]))
	return t, !ok || t > 0
}

// maxStampBytes is how far behind a key its time must end.
const maxStampBytes = 64

// lineTime returns the time of one line; absent when it has none.
func lineTime(line []byte) session.Time {
	var v [1]scan.Value
	if stampPaths.Scan(line, v[:]) != nil {
		return 0
	}
	t, _, _ := session.ParseTime(v[0].Alias())
	return t
}
