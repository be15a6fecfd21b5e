package hostile

import (
	"bytes"
	"math"
	"math/rand/v2"
	"strings"
	"sync"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
)

// MaxCalls is how often one operation may ask the host before it counts as
// endless.
const MaxCalls = 300_000

// Liar is a host whose answers are often wrong: errors of every code, absurd
// sizes, reads that are short or too long, rows of any width and type.
type Liar struct {
	mu    sync.Mutex
	rand  *rand.Rand
	real  host.Host
	calls int
	Over  bool // the operation asked more than MaxCalls times
}

// NewLiar returns a liar that answers like real when it does not lie.
func NewLiar(real host.Host, seed uint64) *Liar {
	return &Liar{real: real, rand: rand.New(rand.NewPCG(seed, 1))}
}

// Begin starts the count of calls anew.
func (l *Liar) Begin() { l.mu.Lock(); l.calls, l.Over = 0, false; l.mu.Unlock() }

// Host grants what the bits of subset name.
func (l *Liar) Host(subset int) *host.Host { return Subset(l.lyingHost(), subset) }

func (l *Liar) lyingHost() host.Host {
	h := l.real
	h.Files, h.SQL, h.Zstd, h.Clock, h.Entropy, h.Poll = files{l}, sql{l}, zstd{l}, clock{l}, entropy{l}, poll{l}
	if h.Journal != nil {
		h.Journal = journal{l, h.Journal}
	}
	return h
}

// Powers is how many powers Subset knows.
const Powers = 8

// Subset returns h with the powers that the bits name.
func Subset(h host.Host, bits int) *host.Host {
	out := host.Host{}
	for i, grant := range []func(){
		func() { out.Files, out.Prices = h.Files, h.Prices }, func() { out.SQL = h.SQL }, func() { out.Zstd = h.Zstd }, func() { out.Clock = h.Clock },
		func() { out.Entropy = h.Entropy }, func() { out.Poll = h.Poll }, func() { out.Journal = h.Journal }, func() { out.Parallel = h.Parallel },
	} {
		if bits>>i&1 != 0 {
			grant()
		}
	}
	return &out
}

// chance is true once in n times.
func (l *Liar) randomInt(n int) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.rand.IntN(n)
}

// maybeFail counts a call, and returns an error in one of eight.
func (l *Liar) maybeFail() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.calls++; l.calls > MaxCalls {
		l.Over = true
		return fault.New(fault.Timeout, "asked for ever")
	}
	if l.rand.IntN(8) != 0 {
		return nil
	}
	codes := append(fault.Codes(), "", "NO_SUCH_CODE")
	code := codes[l.rand.IntN(len(codes))]
	if code == "" {
		return bytes.ErrTooLarge // no error of ours
	}
	return &fault.Error{Code: code, Message: "a lie", Path: []string{"", "a\x00b", "../x"}[l.rand.IntN(3)]}
}

var sizes = []int64{0, 1, -1, math.MinInt64, math.MaxInt64, 1 << 40, 100}

func (l *Liar) distortInfo(i host.Info) host.Info {
	switch l.randomInt(12) {
	case 0:
		i.Size = sizes[l.randomInt(len(sizes))]
	case 1:
		i.ModTime = sizes[l.randomInt(len(sizes))]
	case 2:
		i.Kind = host.Kind(l.randomInt(256))
	case 3:
		i.Name = []string{"", ".", "..", "a/b", "a\x00", "\xff", strings.Repeat("n", 70_000), "x.jsonl"}[l.randomInt(8)]
	}
	return i
}

type files struct{ *Liar }

func (f files) Stat(path string) (host.Info, error) {
	if err := f.maybeFail(); err != nil {
		return host.Info{Size: -5}, err
	}
	i, err := f.real.Files.Stat(path)
	return f.distortInfo(i), err
}

func (f files) List(path string) ([]host.Info, error) {
	if err := f.maybeFail(); err != nil {
		return nil, err
	}
	list, err := f.real.Files.List(path)
	out := append([]host.Info(nil), list...)
	for i := range out {
		out[i] = f.distortInfo(out[i])
	}
	if len(out) > 1 && f.randomInt(6) == 0 {
		out[0], out[1] = out[1], out[0]
		out = append(out, out[0])
	}
	return out, err
}

func (f files) ReadAt(path string, p []byte, off int64) (int, error) {
	if err := f.maybeFail(); err != nil {
		return []int{0, -1, len(p) + 1}[f.randomInt(3)], err
	}
	n, err := f.real.Files.ReadAt(path, p, off)
	switch f.randomInt(16) {
	case 0:
		n = f.randomInt(n + 1) // short
	case 1:
		n = []int{-1, len(p) + 1, math.MaxInt}[f.randomInt(3)]
	case 2:
		for i := range p[:n] {
			p[i] = byte(f.randomInt(256))
		}
	}
	return n, err
}

type sql struct{ *Liar }

func (s sql) Open(db host.Database) (int64, error) {
	if err := s.maybeFail(); err != nil {
		return -1, err
	}
	if s.real.SQL != nil && s.randomInt(2) == 0 {
		return s.real.SQL.Open(db)
	}
	return sizes[s.randomInt(len(sizes))], nil
}

func (s sql) Query(handle int64, query string, args ...host.Value) ([][]host.Value, error) {
	if err := s.maybeFail(); err != nil {
		return nil, err
	}
	if s.real.SQL != nil && s.randomInt(3) > 0 {
		if rows, err := s.real.SQL.Query(handle, query, args...); err == nil {
			return rows, nil
		}
	}
	width := 1 + strings.Count(query, ",")
	if s.randomInt(3) == 0 {
		width = s.randomInt(12)
	}
	rows := make([][]host.Value, []int{0, 1, 2, 64, 256, 1000, 4096}[s.randomInt(7)])
	for i := range rows {
		rows[i] = make([]host.Value, width)
		for k := range rows[i] {
			rows[i][k] = s.randomValue()
		}
	}
	return rows, nil
}

func (s sql) randomValue() host.Value {
	v := host.Value{Kind: host.ValueKind(s.randomInt(5))}
	switch v.Kind {
	case host.Integer:
		v.Int = append([]int64{2, 3, 1 << 36}, sizes...)[s.randomInt(10)]
	case host.Real:
		v.Real = []float64{0, math.NaN(), math.Inf(1), math.Inf(-1), 1e300, -0.5}[s.randomInt(6)]
	case host.Text, host.Blob:
		v.Bytes = [][]byte{nil, {}, {0xff, 0}, []byte("table"), []byte("CREATE TABLE x(a)"), []byte("id"), []byte("session_id"), []byte(`{"role":"user"}`),
			[]byte(strings.Repeat("[", 20_000)), []byte("s"), make([]byte, 16)}[s.randomInt(11)]
	}
	return v
}

func (s sql) Exec(handle int64, batch []host.Statement) error {
	if err := s.maybeFail(); err != nil {
		return err
	}
	if s.real.SQL != nil && s.randomInt(2) == 0 {
		return s.real.SQL.Exec(handle, batch)
	}
	return nil
}

func (s sql) Close(handle int64) error {
	if s.real.SQL != nil {
		_ = s.real.SQL.Close(handle)
	}
	return s.maybeFail()
}

type zstd struct{ *Liar }

func (z zstd) Decompress(src []byte, max int64) ([]byte, error) {
	if err := z.maybeFail(); err != nil {
		return nil, err
	}
	return [][]byte{nil, src, bytes.Repeat([]byte("{"), 1<<16), make([]byte, min(max, 1<<20)+1)}[z.randomInt(4)], nil
}

type clock struct{ *Liar }

func (c clock) Now() int64 {
	_ = c.maybeFail()
	return sizes[c.randomInt(len(sizes))]
}

type entropy struct{ *Liar }

func (e entropy) ID() (id [16]byte) {
	_ = e.maybeFail()
	if e.randomInt(2) == 0 {
		for i := range id {
			id[i] = byte(e.randomInt(256))
		}
	}
	return id
}

type poll struct{ *Liar }

func (p poll) Poll(_, _ int64) error {
	if p.randomInt(50) == 0 {
		return p.maybeFail()
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.Over {
		return fault.New(fault.Timeout, "asked for ever")
	}
	return nil
}

type journal struct {
	*Liar
	inner host.Journal
}

func (j journal) Append(writes []host.Write) ([]host.Appended, error) {
	if err := j.maybeFail(); err != nil {
		return nil, err
	}
	out, err := j.inner.Append(writes)
	if len(out) > 0 && j.randomInt(6) == 0 {
		return out[:j.randomInt(len(out))], err
	}
	return out, err
}

func (j journal) Read(stream string, after, limit int64) ([]host.Event, error) {
	if err := j.maybeFail(); err != nil {
		return nil, err
	}
	list, err := j.inner.Read(stream, after, limit)
	out := append([]host.Event(nil), list...)
	switch j.randomInt(6) {
	case 0:
		return []host.Event{{Stream: stream, Seq: sizes[j.randomInt(len(sizes))], Kind: "x", Payload: []byte("{")}}, nil
	case 1:
		for i := range out {
			out[i].Seq = sizes[j.randomInt(len(sizes))]
			out[i].Payload = out[i].Payload[:j.randomInt(len(out[i].Payload)+1)]
		}
	case 2:
		for i := range out {
			out[i].Kind = []string{"", "register", "record", "fork", "tombstone", "\xff"}[j.randomInt(6)]
			out[i].Payload = [][]byte{nil, []byte("{}"), []byte(`{"messages":[1]}`), []byte(`{"parent":{"sessionId":"s","position":99}}`)}[j.randomInt(4)]
		}
	}
	return out, err
}

func (j journal) Find(id [16]byte) (string, int64, error) {
	if err := j.maybeFail(); err != nil {
		return "", 0, err
	}
	if j.randomInt(4) == 0 {
		return "s", sizes[j.randomInt(len(sizes))], nil
	}
	return j.inner.Find(id)
}

func (j journal) Stream(name string) (host.StreamInfo, error) {
	if err := j.maybeFail(); err != nil {
		return host.StreamInfo{}, err
	}
	info, err := j.inner.Stream(name)
	switch j.randomInt(6) {
	case 0:
		info.Head = sizes[j.randomInt(len(sizes))]
	case 1:
		info.StateSeq, info.State = info.Head, bytes.Repeat([]byte{byte(j.randomInt(256))}, j.randomInt(64))
	}
	return info, err
}

func (j journal) Streams(after string, limit int64) ([]host.StreamInfo, error) {
	if err := j.maybeFail(); err != nil {
		return nil, err
	}
	list, err := j.inner.Streams(after, limit)
	if j.randomInt(4) == 0 {
		list = append(list, host.StreamInfo{Name: "again", Head: sizes[j.randomInt(len(sizes))]})
	}
	return list, err
}
