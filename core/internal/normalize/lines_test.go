package normalize_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/normalize"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/store"
)

// TestLinesThatAreNoRecords: each is named with its line and offset, and the
// rest is read.
func TestLinesThatAreNoRecords(t *testing.T) {
	text := "Warning: no login\n" +
		`{"type":"user","content":"one\u2028 ` + "\u2028" + `"}` + "\n" +
		"\x1b[33m[agent]\x1b[39m run 1\r\n" +
		`{"type":"text","content":"torn` + "\n" +
		`{"type":"user","content":"two"}{"type":"user","content":"three"}` + "\n" +
		"2026-11-22 WARN {not json}\n" +
		"{\n  \"type\": \"user\",\n  \"content\": \"four\"\n}\n" +
		"[{\"type\":\"user\",\"content\":\"five\"},\n {\"type\":\"user\",\"content\":\"six\"}]\n" +
		"data: {\"type\":\"user\",\"content\":\"seven\"}\n\nevent: x\ndata: [DONE]\n" +
		"\x00\x00\n" +
		`{"type":"user","content":"eight"}`
	var skipped []string
	list, read := normalize.ParseOutput([]byte(text), func(s scan.Skipped) {
		skipped = append(skipped, strconv.FormatInt(s.Line, 10)+"@"+strconv.FormatInt(s.Offset, 10))
	})
	var got []string
	for _, m := range list {
		v, _ := scan.Parse(m)
		got = append(got, v.Get("content").String())
	}
	if want := "one\u2028 \u2028,two,three,four,five,six,seven,eight"; strings.Join(got, ",") != want || read != 7 {
		t.Errorf("%d records: %q", read, got)
	}
	at := func(s string) string {
		i := strings.Index(text, s)
		return strconv.Itoa(1+strings.Count(text[:i], "\n")) + "@" + strconv.Itoa(i)
	}
	want := strings.Join([]string{at("Warning"), at("\x1b[33m"), at(`{"type":"text"`), at("2026-"), at("\x00")}, " ")
	if strings.Join(skipped, " ") != want {
		t.Errorf("skipped %q, want %s", skipped, want)
	}
}

// TestWorkIsLinear: hostile texts do not make a value be looked at over and
// over again. The calls of skip and the messages bound the work that shows;
// the texts are so long that quadratic work would never end.
func TestWorkIsLinear(t *testing.T) {
	const n = 20_000
	for name, text := range map[string]string{
		"openers":        strings.Repeat("[\n", n),
		"broken":         strings.Repeat("[\n", n) + "x",
		"torn":           strings.Repeat("{\"a\":\n", n),
		"same names":     `{"type":"tool_use",` + strings.Repeat(`"id":1,`, n) + `"x":1}`,
		"many names":     `{"type":"user",` + strings.Repeat(`"a_b":1,"aB":2,`, n) + `"x":1}`,
		"braces in text": `{"type":"error","message":"` + strings.Repeat(`{`, n) + strings.Repeat(`}`, n) + `"}`,
		"nested errors":  `{"type":"error","error":` + strings.Repeat(`{"error":`, 5000) + `"x"` + strings.Repeat(`}`, 5000) + `}`,
		"deep":           `{"type":"user","x":` + strings.Repeat(`{"a_b":`, 9000) + `1` + strings.Repeat(`}`, 9000) + `}`,
		"deltas":         strings.Repeat(`{"type":"message","role":"assistant","content":"x","delta":true}`+"\n", n),
	} {
		list, read := normalize.ParseOutput([]byte(text), func(scan.Skipped) {})
		t.Logf("%s: %d records, %d messages", name, read, len(list))
	}
}

// FuzzText: for any printed text, the messages are those that the store accepts,
// and each of them is normalized already.
func FuzzText(f *testing.F) {
	for _, s := range []string{
		`{"type":"assistant","message":{"content":[{"type":"text","text":"a"}]}}`,
		`{"type":"error","content":[1],"raw":2,"message":3}`,
		`{"type":"item.completed","item":{"id":"a","type":"command_execution","exit_code":1}}`,
		`{"method":"thread/tokenUsage/updated","params":{"threadId":"t","tokenUsage":{"total":{"inputTokens":1},"last":{}}}}`,
		`{"type":"message","role":"assistant","content":"x","delta":true}` + "\n" + `{"type":"result","stats":{"models":{"m":{}}}}`,
		`{"type":"assistant.message","data":{"toolRequests":[1,{}]},"id":"x"}`,
		`{"sessionID":"s","part":{"type":"tool","state":{"status":"error"}}}`,
		`{"type":"message_end","message":{"role":"assistant","content":[{"type":"toolCall"}],"stopReason":"error","errorMessage":"529 {\"a\":{}}"}}`,
		`{"payloads":[{"text":"x"}],"meta":{"agentMeta":{}}}`,
		`{"jsonrpc":"2.0","method":"session/update","params":{"update":{"sessionUpdate":"agent_message_chunk","content":{"text":"x"}}}}`,
		`{"dir":"in","msg":{"dir":"in","msg":{}}}`,
		"data: {\"type\":\"session.idle\",\"properties\":{}}\n\n[\n{}\n]\n{",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		list, _ := normalize.ParseOutput(b, func(scan.Skipped) {})
		for _, m := range list {
			if _, err := store.CanonicalMessage(m); err != nil {
				t.Fatalf("%q gives %s: %v", b, m, err)
			}
		}
		if m, err := normalize.ParseMessage(b); err == nil {
			if _, err := store.CanonicalMessage(m); err != nil {
				t.Fatalf("%q is %s: %v", b, m, err)
			}
		}
	})
}
