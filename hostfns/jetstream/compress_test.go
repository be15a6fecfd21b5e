package jetstream_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/nats-io/nats.go"
	natsjs "github.com/nats-io/nats.go/jetstream"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/hostfns/jetstream"
)

// texts returns payloads that shrink.
func texts(n int) (out []string) {
	for i := range n {
		out = append(out, fmt.Sprintf("%06d %s", i, strings.Repeat("the same words ", 20)))
	}
	return out
}

// newestOf returns the newest message of a session.
func newestOf(t *testing.T, js natsjs.JetStream, session string) *natsjs.RawStreamMsg {
	t.Helper()
	log, err := js.Stream(t.Context(), "HEDDLE_team")
	if err != nil {
		t.Fatal(err)
	}
	m, err := log.GetLastMsgForSubject(t.Context(), "heddle.team.e."+session)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestCompression: what is stored is what FORMAT.md says, and other readers get the same events.
func TestCompression(t *testing.T) {
	s := startServer(t, nil)
	address, js := makeStore(t, s, "team"), direct(t, s)
	j := openJournal(t, address)
	list := texts(200)
	hosttest.AppendOne(t, j, "a", 0, hosttest.MessageEvents(1, list...))
	m := newestOf(t, js, "a")
	decoder, err := zstd.NewReader(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer decoder.Close()
	body, err := decoder.DecodeAll(m.Data, nil)
	if err != nil || fmt.Sprint(len(body)) != m.Header.Get("Heddle-Zstd") || 5*len(m.Data) > len(body) {
		t.Errorf("%d bytes contain %d, the header says %q, %v", len(m.Data), len(body), m.Header.Get("Heddle-Zstd"), err)
	}
	if got := hosttest.ReadPayloads(t, openJournal(t, address), "a", 0); got != strings.Join(list, " ") {
		t.Errorf("another reader has %d bytes", len(got))
	}
	hosttest.AppendOne(t, j, "b", 0, hosttest.MessageEvents(1000, noise(1, 50_000)))
	if m := newestOf(t, js, "b"); m.Header.Get("Heddle-Zstd") != "" || len(m.Data) < 50_000 {
		t.Errorf("what does not shrink: %v, %d bytes", m.Header, len(m.Data))
	}
	hosttest.VerifyJournal(t, j)
}

// TestFirstFormat: a store of format 1 is read and written, without compression, so that programs that
// know only that format read it too.
func TestFirstFormat(t *testing.T) {
	s := startServer(t, nil)
	address, js := makeStore(t, s, "team"), direct(t, s)
	log, err := js.Stream(t.Context(), "HEDDLE_team")
	if err != nil {
		t.Fatal(err)
	}
	config := log.CachedInfo().Config
	withFormat := func(format string) {
		t.Helper()
		config.Metadata["heddle.format"] = format
		if _, err := js.UpdateStream(t.Context(), config); err != nil {
			t.Fatal(err)
		}
	}
	withFormat("1")
	list := texts(100)
	hosttest.AppendOne(t, openJournal(t, address), "a", 0, hosttest.MessageEvents(1, list...))
	if m := newestOf(t, js, "a"); m.Header.Get("Heddle-Zstd") != "" {
		t.Errorf("it is compressed: %v", m.Header)
	}
	withFormat("2")
	j := openJournal(t, address)
	hosttest.AppendOne(t, j, "a", 100, hosttest.MessageEvents(101, list...))
	if got := hosttest.ReadPayloads(t, j, "a", 0); got != strings.Join(append(list, list...), " ") {
		t.Errorf("both formats: %d bytes", len(got))
	}
	withFormat("4")
	_, err = jetstream.Open(t.Context(), address, quick)
	wantError(t, "a later format", err, fault.Unsupported, "format 4")
}

// record is an event as FORMAT.md describes it.
func record(session string, seq int64, payload string) []byte {
	b := binary.LittleEndian.AppendUint64(nil, uint64(seq))
	id := hosttest.EventID(uint64(seq) + 9000)
	b = append(b, id[:]...)
	b = binary.LittleEndian.AppendUint64(b, 1000)
	b = append(append(append(b, 7), "message"...), payload...)
	b = append(binary.LittleEndian.AppendUint32(nil, uint32(len(b)+4)), b...)
	return binary.LittleEndian.AppendUint32(b, crc32.ChecksumIEEE(append(append([]byte{}, b...), session...)))
}

var filler = strings.Repeat("x", 3000)

// TestHostileBodies: another program that may write puts bodies into the log that lie. Reading them is an
// error that takes little memory, and sessions beside them are read.
func TestHostileBodies(t *testing.T) {
	s := startServer(t, nil)
	address, js := makeStore(t, s, "team"), direct(t, s)
	hosttest.AppendOne(t, openJournal(t, address), "good", 0, hosttest.MessageEvents(1, "good"))
	encoder, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer encoder.Close()
	bomb := encoder.EncodeAll(make([]byte, 64<<20), nil)
	zip := func(b []byte) []byte { return encoder.EncodeAll(b, nil) }
	same := func(b []byte) []byte { return b }
	always := func(b []byte) func([]byte) []byte { return func([]byte) []byte { return b } }
	size := fmt.Sprint(len(record("bad00", 1, filler)))
	cases := []struct {
		what string
		head map[string]string
		body func(good []byte) []byte
	}{
		{"a bomb that says so", map[string]string{"Heddle-Zstd": "67108864"}, always(bomb)},
		{"a bomb that lies", map[string]string{"Heddle-Zstd": size}, always(bomb)},
		{"many frames", map[string]string{"Heddle-Zstd": "16777216"}, always(bytes.Repeat(zip(make([]byte, 8<<20)), 20))},
		{"a smaller size", map[string]string{"Heddle-Zstd": "3000"}, zip},
		{"a greater size", map[string]string{"Heddle-Zstd": "4000"}, zip},
		{"no zstd", map[string]string{"Heddle-Zstd": size}, same},
		{"cut short", map[string]string{"Heddle-Zstd": size}, func(b []byte) []byte { return zip(b)[:len(zip(b))-1] }},
		{"a negative size", map[string]string{"Heddle-Zstd": "-1"}, zip},
		{"a compressed body that does not say so", nil, zip},
		{"a record that is cut short", nil, func(b []byte) []byte { return b[:len(b)-1] }},
		{"a record that is longer than the body", nil, func(b []byte) []byte { return append([]byte{255, 255, 255, 255}, b[4:]...) }},
		{"a wrong checksum", nil, func(b []byte) []byte { b[100]++; return b }},
		{"the event of another session", nil, always(record("good", 1, filler))},
		{"parts that are not there", map[string]string{"Heddle-Parts": "none 1073741824"}, always(nil)},
		{"parts that cannot be", map[string]string{"Heddle-Parts": "none 9223372036854775807"}, always(nil)},
		{"parts with a strange name", map[string]string{"Heddle-Parts": "> 10"}, always(nil)},
		{"a gap", map[string]string{"Heddle-Events": "2-2"}, same},
		{"an event twice", nil, func(b []byte) []byte { return append(b, b...) }},
		{"a base that is to come", map[string]string{"Heddle-Base": "99999"}, same},
		{"a range that ends before it begins", map[string]string{"Heddle-Events": "1-0"}, same},
		{"no range", map[string]string{"Heddle-Events": "all"}, same},
		{"a huge range", map[string]string{"Heddle-Events": "1-9223372036854775807"}, always(nil)},
	}
	for i, c := range cases {
		t.Run(c.what, func(t *testing.T) {
			session := fmt.Sprintf("bad%02d", i)
			m := &nats.Msg{Subject: "heddle.team.e." + session, Header: nats.Header{"Heddle-Events": {"1-1"}}, Data: c.body(record(session, 1, filler))}
			for key, value := range c.head {
				m.Header.Set(key, value)
			}
			if _, err := js.PublishMsg(t.Context(), m); err != nil {
				t.Fatal(err)
			}
			j := openJournal(t, address)
			if list, err := j.Read(session, 0, 10); fault.CodeOf(err) != fault.ParseError || len(list) > 0 {
				t.Errorf("%d events, %v, want PARSE_ERROR", len(list), err)
			}
			if got := hosttest.ReadPayloads(t, j, "good", 0); got != "good" {
				t.Errorf("the session beside it has %q", got)
			}
			if _, err := j.Append([]host.Write{{Stream: fmt.Sprint("new", i), Events: hosttest.MessageEvents(uint64(2000+i), "x")}}); err != nil {
				t.Errorf("another session cannot be written: %v", err)
			}
			if infos, err := j.Streams("good", 1); err != nil || len(infos) != 1 {
				t.Errorf("the list: %v, %v", infos, err)
			}
		})
	}
	found := map[string]bool{}
	if err := openJournal(t, address).Verify(func() error { return nil }, func(stream string, _ int64, _ string) { found[stream] = true }); err != nil {
		t.Error(err)
	}
	for i := range cases {
		if name := fmt.Sprintf("bad%02d", i); !found[name] {
			t.Errorf("the check does not name %s, which has %s", name, cases[i].what)
		}
	}
}
