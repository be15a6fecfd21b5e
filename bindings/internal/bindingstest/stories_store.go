package bindingstest

import (
	"bytes"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/zstd"
)

// Ids of requests, as a caller draws them.
const (
	onceA = "0190b2c0-0000-7000-8000-00000000000a"
	onceB = "0190B2C0-0000-7000-8000-0000000000FF" // capitals; the last byte carries over
	onceC = "0190b2c0-0000-7000-8000-00000000000c"
)

// jsonString renders a JSON string.
func jsonString(s string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		panic(err)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// numberedMessages renders n messages, alternately of the user and the agent, whose texts
// count up from first.
func numberedMessages(first, n int) string {
	var out []string
	for i := first; i < first+n; i++ {
		kind := "user"
		if i%2 == 1 {
			kind = "assistant"
		}
		out = append(out, fmt.Sprintf(`{"type":%q,"content":"m%d","uuid":"u%d","messageId":"id%d"}`, kind, i, i, i))
	}
	return "[" + strings.Join(out, ",") + "]"
}

// readSession asks what a session shows, and what it holds.
func (s *story) readSession(id string) {
	s.sendRequest("store.messages", `{"sessionId":%q}`, id)
	s.sendRequest("store.messages", `{"sessionId":%q,"includeHidden":true}`, id)
	s.sendRequest("store.messageCount", `{"sessionId":%q}`, id)
}

// tellRecord is about appending: one, many, once, and at a position.
func tellRecord(s *story) {
	s.beginPart("one")
	s.sendRequests("store.record", `{"sessionId":"s","messages":[{"type":"user","content":"hi"}]}`,
		`{"sessionId":"s","messages":[{"content":[{"text":"b","type":"text"}],"z":1,"a":{"y":1.50,"x":1e2},"type":"assistant","model":"m1"}]}`,
		`{"sessionId":"s","messages":[{"type":"raw","raw":{"b":[true,null,-0.0,12345678901234567890],"a":"\u00e9\ud83d\ude00\u0000"}}]}`,
		`{"sessionId":"s","messages":[{"type":"text","content":"","model":""},{"type":"text","model":7}]}`,
		`{"sessionId":"s","messages":[{"type":"tool_result","content":"lone \ud800 half"}]}`,
		`{"sessionId":"s","messages":[{"type":"user","type":"system","content":"a member twice"}]}`)
	s.readSession("s")
	s.beginPart("many")
	s.sendRequest("store.record", `{"sessionId":"many","messages":%s}`, numberedMessages(0, 40))
	s.sendRequests("store.record", `{"sessionId":"many","messages":[]}`, `{"sessionId":"none","messages":[]}`)
	s.sendRequests("store.get", `{"sessionId":"none"}`)
	s.sendRequests("store.messages", `{"sessionId":"many","limit":3}`)
	s.beginPart("once")
	s.sendRequest("store.record", `{"sessionId":"once","messages":%s,"requestId":%q}`, numberedMessages(0, 3), onceA)
	s.sendRequest("store.record", `{"sessionId":"once","messages":%s,"requestId":%q}`, numberedMessages(0, 3), onceA)
	s.sendRequest("store.record", `{"sessionId":"once","messages":%s}`, numberedMessages(3, 1))
	s.sendRequest("store.record", `{"sessionId":"once","messages":[{"type":"user","content":"not even this"}],"requestId":%q}`, onceA)
	s.sendRequest("store.record", `{"sessionId":"other","messages":[{"type":"user"}],"requestId":%q}`, onceA)
	s.sendRequest("store.record", `{"sessionId":"once","messages":%s,"requestId":%q}`, numberedMessages(4, 4), onceB)
	s.sendRequest("store.record", `{"sessionId":"once","messages":%s,"requestId":%q}`, numberedMessages(4, 4), strings.ToLower(onceB))
	s.sendRequest("store.update", `{"sessionId":"once","model":"x","requestId":%q}`, onceC)
	s.sendRequest("store.update", `{"sessionId":"once","model":"y","requestId":%q}`, onceC)
	s.sendRequests("store.messageCount", `{"sessionId":"once"}`, `{"sessionId":"other"}`)
	s.sendRequests("store.get", `{"sessionId":"once"}`)
	s.sendRequests("store.events", `{"sessionId":"once"}`)
	s.beginPart("expect")
	s.sendRequest("store.record", `{"sessionId":"e","messages":%s,"expect":1}`, numberedMessages(0, 1))
	s.sendRequest("store.record", `{"sessionId":"e","messages":%s,"expect":0}`, numberedMessages(0, 2))
	s.sendRequest("store.record", `{"sessionId":"e","messages":%s,"expect":0}`, numberedMessages(2, 1))
	s.sendRequest("store.record", `{"sessionId":"e","messages":%s,"expect":2}`, numberedMessages(2, 1))
	s.sendRequest("store.record", `{"sessionId":"e","messages":%s,"expect":2}`, numberedMessages(3, 1))
	s.sendRequest("store.record", `{"sessionId":"e","messages":%s,"expect":99}`, numberedMessages(3, 1))
	s.sendRequest("store.record", `{"sessionId":"e","messages":%s,"expect":-1}`, numberedMessages(3, 1))
	s.sendRequests("store.update", `{"sessionId":"e","cwd":"/x","expect":2}`, `{"sessionId":"e","cwd":"/x","expect":3}`)
	s.sendRequests("store.delete", `{"sessionId":"e","expect":3}`, `{"sessionId":"e","expect":4}`)
	s.sendRequest("store.record", `{"sessionId":"e","messages":%s,"expect":0}`, numberedMessages(0, 1))
	s.sendRequest("store.record", `{"sessionId":"e","messages":%s,"expect":5}`, numberedMessages(0, 1))
	s.readSession("e")
	s.beginPart("limit")
	s.sendRequests("store.register", `{"sessionId":"l","messageLimit":3}`)
	s.sendRequest("store.record", `{"sessionId":"l","messages":%s}`, numberedMessages(0, 4))
	s.sendRequest("store.record", `{"sessionId":"l","messages":%s}`, numberedMessages(0, 3))
	s.sendRequest("store.record", `{"sessionId":"l","messages":%s}`, numberedMessages(3, 1))
	s.sendRequests("store.record", `{"sessionId":"l","messages":[]}`)
	s.sendRequests("store.revert", `{"sessionId":"l","visibleMessageCount":1}`)
	s.sendRequest("store.record", `{"sessionId":"l","messages":%s}`, numberedMessages(3, 1))
	s.sendRequests("store.fork", `{"sessionId":"l","newSessionId":"l2","includeHidden":false}`)
	s.sendRequest("store.record", `{"sessionId":"l2","messages":%s}`, numberedMessages(3, 2))
	s.sendRequest("store.record", `{"sessionId":"l2","messages":%s}`, numberedMessages(3, 1))
	s.sendRequests("store.update", `{"sessionId":"l","messageLimit":4}`)
	s.sendRequest("store.record", `{"sessionId":"l","messages":%s}`, numberedMessages(3, 1))
	s.sendRequests("store.update", `{"sessionId":"l","messageLimit":2}`, `{"sessionId":"l","messageLimit":0}`)
	s.sendRequest("store.record", `{"sessionId":"l","messages":%s}`, numberedMessages(4, 1))
	s.sendRequests("store.check", `{}`)
}

// tellMessages is about reading: pages, types and what is hidden.
func tellMessages(s *story) {
	s.beginPart("page")
	s.sendRequest("store.record", `{"sessionId":"s","messages":%s}`, numberedMessages(0, 11))
	s.sendRequests("store.record", `{"sessionId":"s","messages":[{"type":"tool_use","toolName":"bash"},{"type":"tool_result","content":"ok"},{"type":"result","content":"end"}]}`)
	for _, page := range []string{`"limit":1`, `"limit":5`, `"limit":5,"offset":5`, `"limit":5,"offset":10`, `"offset":13`, `"offset":14`, `"offset":1000`,
		`"limit":0`, `"limit":100`, `"limit":-1`, `"offset":-1`, `"limit":1.5`, `"limit":"1"`} {
		s.sendRequest("store.messages", `{"sessionId":"s",%s}`, page)
	}
	s.beginPart("types")
	types := []string{`["user"]`, `["tool_use","result"]`, `["assistant"]`, `[]`, `["nothing"]`, `["USER"]`, `[7]`, `"user"`}
	for _, t := range types {
		s.sendRequest("store.messages", `{"sessionId":"s","types":%s}`, t)
	}
	s.sendRequests("store.messages", `{"sessionId":"s","types":["user"],"limit":2}`, `{"sessionId":"s","types":["user"],"limit":2,"offset":2}`,
		`{"sessionId":"s","types":["user"],"offset":5}`, `{"sessionId":"s","types":["user"],"offset":6}`)
	s.beginPart("hidden")
	s.sendRequests("store.revert", `{"sessionId":"s","visibleMessageCount":4}`)
	s.sendRequest("store.record", `{"sessionId":"s","messages":%s}`, numberedMessages(20, 3))
	for _, q := range []string{``, `,"includeHidden":true`, `,"includeHidden":false`, `,"limit":2,"offset":3`, `,"limit":2,"offset":3,"includeHidden":true`,
		`,"types":["assistant"]`, `,"types":["assistant"],"offset":2`, `,"types":["assistant"],"includeHidden":true`, `,"types":["result"]`, `,"offset":7`} {
		s.sendRequest("store.messages", `{"sessionId":"s"%s}`, q)
	}
	s.sendRequests("store.messages", `{"sessionId":"nobody"}`, `{}`)
}

// tellSessions is about metadata and lists.
func tellSessions(s *story) {
	s.beginPart("register")
	s.sendRequests("store.register",
		`{"sessionId":"a","adapter":"claude","model":"m","cwd":"/a","extra":{"z":1,"a":{"y":[1,2,{}]}},"messageLimit":5}`,
		`{"sessionId":"a","adapter":"codex","model":"other"}`,
		`{"sessionId":"b","createdAt":"2020-02-29T12:00:00.1239Z","updatedAt":"2021-01-01T01:00:00+02:00"}`,
		`{"sessionId":"c","createdAt":"2020-01-01"}`,
		`{"sessionId":"d","createdAt":"soon"}`,
		`{"sessionId":"d","createdAt":1700000000000}`,
		`{"sessionId":"e","extra":{"fork":1,"share":2,"summary":3,"view":4,"kept":5}}`,
		`{"sessionId":"f","extra":[1]}`,
		`{"sessionId":"f","extra":null}`,
		`{"sessionId":"g","messageLimit":-1}`,
		`{"sessionId":"g"}`)
	s.beginPart("update")
	s.sendRequests("store.update",
		`{"sessionId":"a","model":"m2"}`,
		`{"sessionId":"a","extra":{"a":{"w":3},"new":"x"}}`,
		`{"sessionId":"a","extra":{"z":null,"a":null,"absent":null}}`,
		`{"sessionId":"a","extra":{}}`,
		`{"sessionId":"a"}`,
		`{"sessionId":"a","adapter":"","cwd":""}`,
		`{"sessionId":"a","extra":{"view":{"visibleMessageCount":0}}}`,
		`{"sessionId":"made","cwd":"/made"}`,
		`{"sessionId":"a","updatedAt":"2030-01-01T00:00:00Z"}`,
		`{"sessionId":"a","extra":"text"}`)
	s.beginPart("model")
	s.sendRequests("store.record",
		`{"sessionId":"g","messages":[{"type":"assistant","model":"m1"},{"type":"assistant","model":"m2"},{"type":"user"}]}`,
		`{"sessionId":"g","messages":[{"type":"user","content":"x"}]}`)
	s.sendRequests("store.update", `{"sessionId":"g","model":"set"}`)
	s.sendRequests("store.record", `{"sessionId":"g","messages":[{"type":"result","model":"m3"}]}`)
	s.beginPart("list")
	s.sendRequests("store.list", `{}`, `{"limit":2}`, `{"limit":0}`, `{"limit":-1}`, `{"adapter":"claude"}`, `{"adapter":"nobody"}`, `{"cwd":"/made"}`, `{"cwd":"/mad"}`,
		`{"model":"m3"}`, `{"model":"m2","adapter":"claude","limit":1}`, `{"since":"2026-11-18T11:06:50Z"}`, `{"since":"2030-01-01T00:00:00.000Z"}`,
		`{"since":"2030-01-01T00:00:00.001Z"}`, `{"since":"2025-06-01"}`, `{"since":"x"}`)
	s.sendRequests("store.sessionCount", `{}`)
	s.beginPart("delete")
	s.sendRequests("store.delete", `{"sessionId":"a"}`, `{"sessionId":"a"}`, `{"sessionId":"never"}`, `{"sessionId":""}`)
	s.sendRequests("store.list", `{"limit":3}`)
	s.sendRequests("store.register", `{"sessionId":"a","cwd":"/again"}`)
	s.sendRequests("store.get", `{"sessionId":"a"}`, `{"sessionId":"never"}`)
	s.sendRequests("store.clear", `{}`, `{}`)
	s.sendRequests("store.list", `{}`)
	s.sendRequests("store.get", `{"sessionId":"g"}`)
	s.sendRequests("store.check", `{}`)
	s.beginPart("native") // no agent keeps sessions here: the store answers
	s.sendRequests("store.register", `{"sessionId":"n","adapter":"claude"}`)
}

// tellFork is about forks: with and without what is hidden, of forks, and when
// their parent is gone.
func tellFork(s *story) {
	s.beginPart("parent")
	s.sendRequests("store.register", `{"sessionId":"p","adapter":"claude","cwd":"/p","messageLimit":50,"extra":{"mine":1,"team":"x"}}`)
	s.sendRequest("store.record", `{"sessionId":"p","messages":%s}`, numberedMessages(0, 6))
	s.sendRequests("store.share", `{"sessionId":"p","shareId":"public"}`)
	s.sendRequests("store.summarize", `{"sessionId":"p","content":"six messages"}`)
	s.sendRequests("threads.start", `{"sessionId":"p","threadId":"t"}`)
	s.beginPart("plain")
	s.sendRequests("store.fork", `{"sessionId":"p","newSessionId":"f"}`, `{"sessionId":"p"}`, `{"sessionId":"p","newSessionId":"f"}`, `{"sessionId":"p","newSessionId":"p"}`,
		`{"sessionId":"nobody","newSessionId":"x"}`, `{"sessionId":"p","newSessionId":"g","extra":{"mine":null,"more":[1],"fork":"no"}}`)
	s.sendRequests("store.getShare", `{"sessionId":"f"}`)
	s.sendRequests("store.getSummary", `{"sessionId":"f"}`)
	s.sendRequests("threads.list", `{"sessionId":"f"}`)
	s.readSession("f")
	s.beginPart("apart")
	s.sendRequest("store.record", `{"sessionId":"f","messages":%s}`, numberedMessages(10, 2))
	s.sendRequest("store.record", `{"sessionId":"p","messages":%s}`, numberedMessages(20, 1))
	s.readSession("f")
	s.readSession("p")
	s.beginPart("hidden")
	s.sendRequests("store.revert", `{"sessionId":"p","uuid":"u2"}`)
	s.sendRequest("store.record", `{"sessionId":"p","messages":%s}`, numberedMessages(30, 2))
	s.sendRequests("store.revert", `{"sessionId":"p","uuid":"u30"}`)
	s.sendRequests("store.fork", `{"sessionId":"p","newSessionId":"with"}`, `{"sessionId":"p","newSessionId":"without","includeHidden":false}`,
		`{"sessionId":"p","newSessionId":"asked","includeHidden":true}`)
	for _, id := range []string{"p", "with", "without"} {
		s.readSession(id)
	}
	s.sendRequests("store.unrevert", `{"sessionId":"with"}`, `{"sessionId":"without"}`)
	s.readSession("with")
	s.readSession("without")
	s.beginPart("deep")
	s.sendRequest("store.record", `{"sessionId":"without","messages":%s}`, numberedMessages(40, 2))
	s.sendRequests("store.revert", `{"sessionId":"without","visibleMessageCount":2}`)
	s.sendRequests("store.fork", `{"sessionId":"without","newSessionId":"deep"}`, `{"sessionId":"deep","newSessionId":"deeper","includeHidden":false}`)
	s.sendRequest("store.record", `{"sessionId":"deeper","messages":%s}`, numberedMessages(50, 1))
	s.sendRequests("store.fork", `{"sessionId":"deeper","newSessionId":"deepest"}`)
	s.readSession("deep")
	s.readSession("deepest")
	s.beginPart("past")
	s.sendRequests("store.fork", `{"sessionId":"p","newSessionId":"early","at":4}`, `{"sessionId":"p","newSessionId":"late","at":99}`, `{"sessionId":"p","newSessionId":"never","at":-1}`)
	s.readSession("early")
	s.beginPart("orphan")
	s.sendRequests("store.delete", `{"sessionId":"p"}`, `{"sessionId":"without"}`)
	for _, id := range []string{"f", "with", "deepest"} {
		s.readSession(id)
	}
	s.sendRequests("store.compact", `{}`)
	for _, id := range []string{"f", "with", "deep", "deeper", "deepest", "early"} {
		s.readSession(id)
	}
	s.sendRequests("store.export", `{"sessionId":"deepest"}`)
	s.sendRequests("store.fork", `{"sessionId":"p","newSessionId":"x"}`, `{"sessionId":"deepest","newSessionId":"p"}`)
	s.readSession("p")
	s.sendRequests("store.compact", `{}`)
	s.sendRequests("store.check", `{}`)
	s.sendRequests("store.stats", `{}`)
	s.beginPart("once")
	s.sendRequest("store.fork", `{"sessionId":"f","newSessionId":"o","requestId":%q}`, onceA)
	s.sendRequest("store.fork", `{"sessionId":"f","newSessionId":"o","requestId":%q}`, onceA)
	s.sendRequest("store.fork", `{"sessionId":"f","requestId":%q}`, onceB)
	s.sendRequest("store.fork", `{"sessionId":"f","requestId":%q}`, onceB)
	s.sendRequests("store.sessionCount", `{}`)
}

// tellShare is about shares: made, replaced, revoked.
func tellShare(s *story) {
	s.beginPart("none")
	s.sendRequests("store.share", `{"sessionId":"s"}`)
	s.sendRequests("store.getShare", `{"sessionId":"s"}`)
	s.sendRequests("store.unshare", `{"sessionId":"s"}`)
	s.beginPart("share")
	s.sendRequests("store.register", `{"sessionId":"s"}`)
	s.sendRequests("store.getShare", `{"sessionId":"s"}`)
	s.sendRequests("store.unshare", `{"sessionId":"s"}`)
	s.sendRequests("store.share", `{"sessionId":"s"}`)
	s.sendRequests("store.getShare", `{"sessionId":"s"}`)
	s.sendRequests("store.stats", `{}`)
	s.sendRequests("store.share", `{"sessionId":"s","shareId":"mine ✓"}`, `{"sessionId":"s","shareId":"mine ✓"}`, `{"sessionId":"s","shareId":""}`)
	s.sendRequests("store.get", `{"sessionId":"s"}`)
	s.sendRequests("store.unshare", `{"sessionId":"s"}`, `{"sessionId":"s"}`)
	s.sendRequests("store.getShare", `{"sessionId":"s"}`)
	s.sendRequests("store.stats", `{}`)
	s.sendRequests("store.share", `{"sessionId":"s","shareId":"again"}`)
	s.sendRequests("store.getShare", `{"sessionId":"s"}`, `{"sessionId":"s","at":1}`, `{"sessionId":"s","at":2}`, `{"sessionId":"s","at":6}`)
	s.beginPart("once")
	s.sendRequest("store.share", `{"sessionId":"s","requestId":%q}`, onceA)
	s.sendRequests("store.share", `{"sessionId":"s"}`)
	s.sendRequest("store.share", `{"sessionId":"s","requestId":%q}`, onceA)
	s.sendRequests("store.getShare", `{"sessionId":"s"}`)
	s.sendRequests("store.share", `{"sessionId":"s","expect":1}`, `{"sessionId":"s","shareId":7}`, `{"sessionId":"s","shareId":"`+strings.Repeat("x", 1025)+`"}`)
	s.sendRequests("store.delete", `{"sessionId":"s"}`)
	s.sendRequests("store.getShare", `{"sessionId":"s"}`)
	s.sendRequests("store.register", `{"sessionId":"s"}`)
	s.sendRequests("store.getShare", `{"sessionId":"s"}`)
}

// tellRevert is about hiding and showing again.
func tellRevert(s *story) {
	s.beginPart("count")
	s.sendRequest("store.record", `{"sessionId":"s","messages":%s}`, numberedMessages(0, 8))
	for _, n := range []int{100, 8, 6, 3} {
		s.sendRequest("store.revert", `{"sessionId":"s","visibleMessageCount":%d}`, n)
		s.sendRequests("store.messages", `{"sessionId":"s"}`)
	}
	s.sendRequests("store.messages", `{"sessionId":"s","includeHidden":true}`)
	s.beginPart("later")
	s.sendRequest("store.record", `{"sessionId":"s","messages":%s}`, numberedMessages(20, 3))
	s.sendRequests("store.messages", `{"sessionId":"s"}`)
	s.sendRequests("store.revert", `{"sessionId":"s","uuid":"u20"}`)
	s.sendRequests("store.messages", `{"sessionId":"s"}`)
	s.sendRequest("store.record", `{"sessionId":"s","messages":%s}`, numberedMessages(30, 2))
	s.sendRequests("store.revert", `{"sessionId":"s","messageId":"id1"}`)
	s.sendRequests("store.messages", `{"sessionId":"s"}`)
	s.beginPart("hidden")
	s.sendRequests("store.revert", `{"sessionId":"s","uuid":"u5"}`, `{"sessionId":"s","messageId":"id30"}`, `{"sessionId":"s","uuid":"nothing"}`)
	s.sendRequests("store.messages", `{"sessionId":"s"}`)
	s.beginPart("unrevert")
	s.sendRequests("store.unrevert", `{"sessionId":"s"}`, `{"sessionId":"s"}`)
	s.readSession("s")
	s.sendRequests("store.revert", `{"sessionId":"s","uuid":"u30"}`, `{"sessionId":"s","visibleMessageCount":0}`)
	s.sendRequests("store.messages", `{"sessionId":"s"}`)
	s.sendRequests("store.revert", `{"sessionId":"s","visibleMessageCount":5}`)
	s.sendRequest("store.record", `{"sessionId":"s","messages":%s}`, numberedMessages(40, 1))
	s.sendRequests("store.messages", `{"sessionId":"s"}`)
	s.sendRequests("store.unrevert", `{"sessionId":"s"}`)
	s.beginPart("exact") // a boundary is set, although earlier reverts hid messages
	s.sendRequest("store.record", `{"sessionId":"e","messages":%s}`, numberedMessages(0, 5))
	for _, sel := range []string{`"visibleMessageCount":2`, `"visibleMessageCount":5`, `"visibleMessageCount":1`, `"uuid":"u3"`, `"messageId":"id4"`, `"visibleMessageCount":3`} {
		s.sendRequest("store.revert", `{"sessionId":"e",%s}`, sel)
		s.sendRequests("store.messages", `{"sessionId":"e"}`)
	}
	s.sendRequest("store.record", `{"sessionId":"e","messages":%s}`, numberedMessages(60, 1))
	s.readSession("e")
	s.sendRequests("store.revert", `{"sessionId":"e","visibleMessageCount":4}`)
	s.readSession("e")
	s.sendRequests("store.events", `{"sessionId":"e","after":5}`)
	s.beginPart("twins") // of messages that share an id the last one counts
	s.sendRequests("store.record", `{"sessionId":"t","messages":[{"type":"user","uuid":"same","content":"1"},{"type":"user","uuid":"same","content":"2"},{"type":"user","content":"3"}]}`)
	s.sendRequests("store.revert", `{"sessionId":"t","uuid":"same"}`, `{"sessionId":"t","visibleMessageCount":1}`, `{"sessionId":"t","uuid":"same"}`)
	s.sendRequests("store.messages", `{"sessionId":"t"}`)
	s.beginPart("bad")
	for _, sel := range []string{``, `,"uuid":""`, `,"uuid":"u1","messageId":"id1"`, `,"visibleMessageCount":1,"uuid":"u1"`, `,"visibleMessageCount":-1`,
		`,"count":1`, `,"uuid":7`, `,"visibleMessageCount":"1"`, `,"visibleMessageCount":null`, `,"visibleMessageCount":1.5`} {
		s.sendRequest("store.revert", `{"sessionId":"s"%s}`, sel)
	}
	s.sendRequests("store.revert", `{"sessionId":"nobody","visibleMessageCount":1}`)
	s.sendRequests("store.unrevert", `{"sessionId":"nobody"}`)
	s.beginPart("once")
	s.sendRequest("store.revert", `{"sessionId":"s","visibleMessageCount":2,"requestId":%q}`, onceA)
	s.sendRequest("store.record", `{"sessionId":"s","messages":%s}`, numberedMessages(50, 1))
	s.sendRequest("store.revert", `{"sessionId":"s","visibleMessageCount":2,"requestId":%q}`, onceA)
	s.sendRequests("store.messages", `{"sessionId":"s"}`)
	s.sendRequests("store.unrevert", `{"sessionId":"s","expect":1}`)
	s.sendRequests("store.events", `{"sessionId":"s","after":8}`)
	s.sendRequests("store.check", `{}`)
}

// scripts are texts longer than a quotation in a summary, each of characters
// that are not to be cut apart.
var scripts = []struct{ name, unit string }{
	{"latin", "ten chars "}, {"cjk", "汉字かな交じり文"}, {"hangul", "한국어"}, {"jamo", "\u1112\u1161\u11ab"},
	{"marks", "e\u0301o\u0308\u0323"}, {"emoji", "😀"}, {"family", "👩\u200d👩\u200d👧\u200d👦"}, {"tone", "👍🏽"}, {"flag", "🇩🇪🇯🇵"},
	{"keycap", "1\ufe0f\u20e3"}, {"heart", "❤\ufe0f\u200d🔥"}, {"devanagari", "नमस्ते "}, {"thai", "ที่นี่"}, {"arabic", "مَرْحَبًا "}, {"hebrew", "שָׁלוֹם "},
	{"tag", "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"}, {"zalgo", "a" + strings.Repeat("\u0301", 60)},
	{"all-marks", strings.Repeat("\u0301", 10)}, {"lines", "line\r\n"}, {"ancient", "𒀀𒁀"},
}

// tellSummarize is about summaries: derived and given.
func tellSummarize(s *story) {
	s.beginPart("none")
	s.sendRequests("store.summarize", `{"sessionId":"s"}`)
	s.sendRequests("store.getSummary", `{"sessionId":"s"}`)
	s.sendRequests("store.register", `{"sessionId":"s"}`)
	s.sendRequests("store.getSummary", `{"sessionId":"s"}`)
	s.sendRequests("store.summarize", `{"sessionId":"s"}`)
	s.beginPart("derived")
	s.sendRequests("store.record", `{"sessionId":"s","messages":[{"type":"system","content":"rules"},{"type":"user","content":"first question"}]}`)
	s.sendRequests("store.summarize", `{"sessionId":"s"}`)
	s.sendRequests("store.record", `{"sessionId":"s","messages":[{"type":"thinking","content":"hm"},{"type":"assistant","content":[{"type":"text","text":"one"},{"type":"tool_use","text":"no"},{"type":"text","text":"two"}]},{"type":"user","content":"second question"},{"type":"tool_result","content":"42"}]}`)
	s.sendRequests("store.summarize", `{"sessionId":"s"}`)
	s.sendRequests("store.record", `{"sessionId":"s","messages":[{"type":"text","content":"later"},{"type":"result","content":""},{"type":"assistant","contentBlocks":[{"type":"text","text":"from blocks"}]},{"type":"assistant","content":""}]}`)
	s.sendRequests("store.summarize", `{"sessionId":"s"}`)
	s.sendRequests("store.revert", `{"sessionId":"s","visibleMessageCount":3}`)
	s.sendRequests("store.summarize", `{"sessionId":"s"}`)
	s.sendRequests("store.getSummary", `{"sessionId":"s"}`, `{"sessionId":"s","at":3}`, `{"sessionId":"s","at":4}`)
	s.sendRequests("store.record", `{"sessionId":"agent","messages":[{"type":"assistant","content":"only me"}]}`, `{"sessionId":"other","messages":[{"type":"system","content":"x"}]}`)
	s.sendRequests("store.summarize", `{"sessionId":"agent"}`, `{"sessionId":"other"}`)
	s.beginPart("given")
	s.sendRequests("store.summarize", `{"sessionId":"s","content":"mine"}`, `{"sessionId":"s","summary":"also mine","generatedBy":"a person"}`,
		`{"sessionId":"s","content":"first","summary":"second"}`, `{"sessionId":"s","content":"","generatedBy":""}`, `{"sessionId":"s","content":7}`)
	s.sendRequests("store.get", `{"sessionId":"s"}`)
	s.sendRequest("store.summarize", `{"sessionId":"s","content":"once","requestId":%q}`, onceA)
	s.sendRequest("store.summarize", `{"sessionId":"s","content":"twice","requestId":%q}`, onceA)
	for _, x := range scripts {
		s.beginPart(x.name)
		points := len([]rune(x.unit))
		long := strings.Repeat(x.unit, 281/points+1)
		s.sendRequest("store.record", `{"sessionId":%q,"messages":[{"type":"user","content":%s},{"type":"assistant","content":%s}]}`, x.name, jsonString(long), jsonString("."+long))
		s.sendRequest("store.summarize", `{"sessionId":%q}`, x.name)
	}
}

// tellSnapshot is about exports and what comes of them.
func tellSnapshot(s *story) {
	s.beginPart("make")
	s.sendRequests("store.register", `{"sessionId":"s","adapter":"codex","model":"m","cwd":"/s","messageLimit":90,"extra":{"created_at":"not renamed","n":1.10}}`)
	s.sendRequest("store.record", `{"sessionId":"s","messages":%s}`, numberedMessages(0, 5))
	s.sendRequests("threads.start", `{"sessionId":"s","threadId":"t1","name":"one","metadata":{"k":[1]}}`, `{"sessionId":"s","threadId":"t2","parentThreadId":"t1"}`)
	s.sendRequest("threads.record", `{"sessionId":"s","threadId":"t1","messages":%s}`, numberedMessages(10, 3))
	s.sendRequest("store.record", `{"sessionId":"s","messages":%s}`, numberedMessages(20, 1))
	s.sendRequest("threads.record", `{"sessionId":"s","threadId":"t1","messages":%s}`, numberedMessages(30, 2))
	s.sendRequests("threads.rollback", `{"sessionId":"s","threadId":"t1","count":1}`)
	s.sendRequests("threads.fork", `{"sessionId":"s","threadId":"t1","newThreadId":"t3"}`)
	s.sendRequests("threads.archive", `{"sessionId":"s","threadId":"t2"}`)
	s.sendRequests("store.revert", `{"sessionId":"s","uuid":"u3"}`)
	s.sendRequest("store.record", `{"sessionId":"s","messages":%s}`, numberedMessages(40, 2))
	s.sendRequests("store.share", `{"sessionId":"s"}`)
	s.sendRequests("store.summarize", `{"sessionId":"s"}`)
	s.beginPart("back")
	first := s.sendRequest("store.export", `{"sessionId":"s"}`)
	s.sendRequest("store.import", `{"snapshot":%s}`, first)
	s.sendRequest("store.import", `{"snapshot":%s,"sessionId":"copy"}`, first)
	s.sendRequests("store.get", `{"sessionId":"copy"}`)
	s.sendRequests("store.getShare", `{"sessionId":"copy"}`)
	s.sendRequests("store.export", `{"sessionId":"copy"}`)
	s.readSession("copy")
	s.sendRequests("threads.loaded", `{"sessionId":"copy"}`)
	for _, t := range []string{"t1", "t2", "t3"} {
		s.sendRequest("threads.messages", `{"sessionId":"copy","threadId":%q}`, t)
		s.sendRequest("threads.messages", `{"sessionId":"copy","threadId":%q,"includeHidden":true}`, t)
	}
	s.beginPart("again")
	s.sendRequests("store.delete", `{"sessionId":"s"}`)
	s.sendRequest("store.import", `{"snapshot":%s}`, first)
	second := s.sendRequest("store.export", `{"sessionId":"s"}`)
	if first != second {
		s.err = fmt.Errorf("export, import, export gives something else:\n%s\n%s", first, second)
	}
	s.sendRequest("store.record", `{"sessionId":"s","messages":%s}`, numberedMessages(50, 1))
	s.sendRequests("store.export", `{"sessionId":"s"}`, `{"sessionId":"s","at":1}`, `{"sessionId":"nobody"}`)
	s.sendRequests("store.unrevert", `{"sessionId":"s"}`)
	s.sendRequests("store.messages", `{"sessionId":"s"}`)
	s.sendRequests("store.events", `{"sessionId":"copy"}`)
	s.beginPart("fork")
	s.sendRequests("store.fork", `{"sessionId":"copy","newSessionId":"f","includeHidden":false}`)
	fork := s.sendRequest("store.export", `{"sessionId":"f"}`)
	s.sendRequests("store.delete", `{"sessionId":"f"}`)
	s.sendRequest("store.import", `{"snapshot":%s}`, fork)
	s.sendRequests("store.export", `{"sessionId":"f"}`)
	s.beginPart("zstd")
	zip := base64.StdEncoding.EncodeToString(compressText(first))
	s.sendRequest("store.import", `{"compressed":%q,"sessionId":"z"}`, zip)
	s.readSession("z")
	s.sendRequest("store.import", `{"compressed":%q,"sessionId":"z2"}`, base64.StdEncoding.EncodeToString([]byte(first)))
	s.sendRequest("store.import", `{"compressed":%q,"sessionId":"z3"}`, zip[:len(zip)/8*4])
	s.sendRequest("store.import", `{"compressed":%q,"snapshot":%s}`, zip, first)
	s.sendRequests("store.import", `{"compressed":"!"}`, `{"compressed":"KLUv/Q=="}`, `{"compressed":""}`, `{"compressed":"e30="}`)
	s.beginPart("once")
	s.sendRequest("store.import", `{"snapshot":%s,"sessionId":"o","requestId":%q}`, first, onceA)
	s.sendRequest("store.import", `{"snapshot":%s,"sessionId":"o","requestId":%q}`, first, onceA)
	s.sendRequests("store.sessionCount", `{}`)
	s.sendRequests("store.check", `{}`)
}

// compressText is deterministic: one level, one goroutine.
func compressText(text string) []byte {
	w, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedDefault))
	if err != nil {
		panic(err)
	}
	return w.EncodeAll([]byte(text), nil)
}

// tellOldSnapshot is about snapshots with underscores, and about what is no snapshot.
func tellOldSnapshot(s *story) {
	s.beginPart("old")
	s.sendRequests("store.import",
		`{"snapshot":{"version":1,"session_id":"old","metadata":{"session_id":"old","adapter":"claude","model":"m","cwd":"/o","created_at":1700000000000,"updated_at":1700000005123,"message_count":3,"extra":{"view":{"visible_message_count":2},"share":{"share_id":"sh","session_id":"old","created_at":1700000001000,"status":"active"},"summary":{"session_id":"old","content":"short","generated_at":1700000002000,"message_count":2,"generated_by":"me"},"fork":{"parent_session_id":"older","forked_at":1690000000000},"my_own":{"tool_name":1}}},"messages":[{"type":"user","content":"q","timestamp":1700000000001,"session_id":"old","uuid":"u"},{"type":"tool_use","tool_name":"bash","tool_input":{"tool_name":"inner stays"},"tool_use_id":"x","parent_tool_use_id":null,"content_blocks":[{"tool_use_id":"y"}]},{"type":"result","duration_ms":5,"duration_api_ms":4,"num_turns":1,"stop_reason":"end_turn","total_cost_usd":0.0125,"is_error":false}],"exported_at":1700000009999}}`)
	s.readSession("old")
	s.sendRequests("store.get", `{"sessionId":"old"}`)
	s.sendRequests("store.getShare", `{"sessionId":"old"}`)
	s.sendRequests("store.getSummary", `{"sessionId":"old"}`)
	s.sendRequests("store.export", `{"sessionId":"old"}`)
	s.beginPart("view")
	for i, v := range []string{`null`, `{}`, `{"visible_message_count":0}`, `{"visible_message_count":9}`, `{"visible_message_count":-1}`, `{"visible_message_count":"1"}`,
		`{"hidden":[[0,1]]}`, `{"hidden":[[0,1],[2,3]]}`, `{"hidden":[[2,1],["x"],7,[1,99]]}`, `{"hidden":"no"}`, `{"hidden":[],"visible_message_count":1}`} {
		s.sendRequest("store.import", `{"snapshot":{"version":1,"session_id":"v%d","metadata":{"extra":{"view":%s}},"messages":%s}}`, i, v, numberedMessages(0, 3))
		s.sendRequest("store.messages", `{"sessionId":"v%d"}`, i)
	}
	s.beginPart("sparse")
	s.sendRequests("store.import", `{"snapshot":{"version":1,"sessionId":"bare","metadata":{},"messages":[]}}`,
		`{"snapshot":{"version":1,"sessionId":"odd","metadata":{"createdAt":"never","updatedAt":-5,"model":7,"extra":[],"messageLimit":-3},"messages":[{"type":"user"}],"threads":"x","activeThreadId":"t"}}`,
		`{"snapshot":{"version":1,"sessionId":"thr","metadata":{},"messages":[{"type":"user"},{"type":"user"}],"threads":[{"threadId":"a","places":[[0,1],[0,2],[1,9]],"status":"asleep"},{"threadId":"a"},{"threadId":""},7,{"threadId":"b","hidden":[[0,1]],"places":[[1,1]]}],"activeThreadId":"b"}}`)
	s.sendRequests("store.export", `{"sessionId":"bare"}`, `{"sessionId":"odd"}`, `{"sessionId":"thr"}`)
	s.sendRequests("threads.list", `{"sessionId":"thr"}`)
	s.beginPart("bad")
	for _, x := range []string{`null`, `7`, `"text"`, `[]`, `{}`, `{"version":2}`, `{"version":"1","sessionId":"b","metadata":{},"messages":[]}`, `{"version":1.0,"sessionId":"b1","metadata":{},"messages":[]}`,
		`{"version":1,"metadata":{},"messages":[]}`, `{"version":1,"sessionId":"","metadata":{},"messages":[]}`, `{"version":1,"sessionId":"b","messages":[]}`,
		`{"version":1,"sessionId":"b","metadata":{}}`, `{"version":1,"sessionId":"b","metadata":[],"messages":[]}`, `{"version":1,"sessionId":"b","metadata":{},"messages":{}}`,
		`{"version":1,"sessionId":"b","metadata":{},"messages":[7]}`, `{"version":1,"sessionId":"b","metadata":{},"messages":[{"type":"user"},{"content":"no type"}]}`,
		`{"version":1,"sessionId":7,"metadata":{},"messages":[]}`} {
		s.sendRequest("store.import", `{"snapshot":%s}`, x)
	}
	s.sendRequests("store.import", `{}`, `{"snapshot":{"version":1,"sessionId":"bare","metadata":{},"messages":[]}}`,
		`{"sessionId":"","snapshot":{"version":1,"sessionId":"by its own","metadata":{},"messages":[]}}`)
	s.sendRequests("store.sessionCount", `{}`)
	s.sendRequests("store.check", `{}`)
}

// tellPast reads a session at every position it ever had.
func tellPast(s *story) {
	s.beginPart("make")
	s.sendRequests("store.register", `{"sessionId":"s","model":"m0"}`)
	s.sendRequest("store.record", `{"sessionId":"s","messages":%s}`, numberedMessages(0, 3))
	s.sendRequests("store.revert", `{"sessionId":"s","visibleMessageCount":1}`)
	s.sendRequests("store.share", `{"sessionId":"s"}`)
	s.sendRequests("threads.start", `{"sessionId":"s","threadId":"t"}`)
	s.sendRequest("threads.record", `{"sessionId":"s","threadId":"t","messages":%s}`, numberedMessages(5, 2))
	s.sendRequests("threads.rollback", `{"sessionId":"s","threadId":"t","count":1}`)
	s.sendRequests("store.unrevert", `{"sessionId":"s"}`)
	s.sendRequests("store.summarize", `{"sessionId":"s"}`)
	s.sendRequests("store.unshare", `{"sessionId":"s"}`)
	s.sendRequests("threads.delete", `{"sessionId":"s","threadId":"t"}`)
	for at := 0; at <= 15; at++ {
		s.beginPart(fmt.Sprintf("at-%02d", at))
		for _, op := range []string{"store.get", "store.messages", "store.getShare", "store.getSummary", "threads.list", "threads.active"} {
			s.sendRequest(op, `{"sessionId":"s","at":%d}`, at)
		}
		s.sendRequest("threads.messages", `{"sessionId":"s","threadId":"t","at":%d}`, at)
		s.sendRequest("threads.read", `{"sessionId":"s","threadId":"t","includeMessages":true,"at":%d}`, at)
	}
	s.beginPart("export")
	s.sendRequests("store.export", `{"sessionId":"s","at":4}`, `{"sessionId":"s","at":10}`)
	s.sendRequests("store.messages", `{"sessionId":"s","at":-1}`, `{"sessionId":"s","at":99,"limit":1}`, `{"sessionId":"s","at":"1"}`, `{"sessionId":"s","at":3,"limit":1,"offset":1}`)
	s.beginPart("deleted")
	s.sendRequests("store.delete", `{"sessionId":"s"}`)
	s.sendRequests("store.get", `{"sessionId":"s"}`, `{"sessionId":"s","at":4}`, `{"sessionId":"s","at":14}`, `{"sessionId":"s","at":13}`)
	s.sendRequests("store.register", `{"sessionId":"s","model":"new life"}`)
	s.sendRequests("store.messages", `{"sessionId":"s"}`, `{"sessionId":"s","at":4}`)
	s.sendRequests("store.fork", `{"sessionId":"s","newSessionId":"f","at":4}`)
	s.sendRequests("store.compact", `{}`)
	s.sendRequests("store.get", `{"sessionId":"s"}`, `{"sessionId":"s","at":4}`, `{"sessionId":"s","at":14}`, `{"sessionId":"s","at":15}`)
	s.sendRequests("store.messages", `{"sessionId":"s","at":4}`)
	s.sendRequests("store.check", `{}`)
}

// tellEvents is about the log.
func tellEvents(s *story) {
	s.beginPart("page")
	s.sendRequest("store.record", `{"sessionId":"s","messages":%s}`, numberedMessages(0, 5))
	s.sendRequests("store.events", `{"sessionId":"s"}`, `{"sessionId":"s","limit":2}`, `{"sessionId":"s","after":2,"limit":2}`, `{"sessionId":"s","after":4,"limit":2}`,
		`{"sessionId":"s","after":5}`, `{"sessionId":"s","after":99}`, `{"sessionId":"s","after":-1}`, `{"sessionId":"s","limit":-1}`, `{"sessionId":"s","limit":0}`,
		`{"sessionId":"nobody"}`, `{}`, `{"sessionId":"s","after":"1"}`)
	s.beginPart("complete")
	for _, kind := range []string{"result", "assistant", "error", "user"} {
		s.sendRequest("store.record", `{"sessionId":"s","messages":[{"type":%q}]}`, kind)
		s.sendRequests("store.events", `{"sessionId":"s","after":5}`)
	}
	s.sendRequests("store.events", `{"sessionId":"s","after":5,"limit":1}`)
	s.sendRequests("store.record", `{"sessionId":"s","messages":[{"type":"result"},{"type":"user"}]}`, `{"sessionId":"s","messages":[{"type":"result"}]}`)
	s.sendRequests("store.share", `{"sessionId":"s"}`)
	s.sendRequests("store.events", `{"sessionId":"s","after":9}`)
	s.beginPart("page256")
	s.sendRequest("store.record", `{"sessionId":"long","messages":%s}`, "["+strings.TrimSuffix(strings.Repeat(`{"type":"text"},`, 300), ",")+"]")
	s.sendRequests("store.events", `{"sessionId":"long"}`, `{"sessionId":"long","after":256}`, `{"sessionId":"long","after":298,"limit":1000}`)
	s.beginPart("kinds")
	s.sendRequests("store.register", `{"sessionId":"k","model":"m","createdAt":"2020-01-01T00:00:00Z","messageLimit":9}`)
	s.sendRequests("store.update", `{"sessionId":"k","extra":{"a":null}}`)
	s.sendRequest("store.record", `{"sessionId":"k","messages":%s}`, numberedMessages(0, 4))
	s.sendRequests("store.revert", `{"sessionId":"k","visibleMessageCount":2}`)
	s.sendRequests("store.fork", `{"sessionId":"k","newSessionId":"k2"}`, `{"sessionId":"k","newSessionId":"k3","includeHidden":false}`)
	s.sendRequests("store.unrevert", `{"sessionId":"k"}`)
	s.sendRequests("store.share", `{"sessionId":"k","shareId":"x"}`)
	s.sendRequests("store.unshare", `{"sessionId":"k"}`)
	s.sendRequests("store.summarize", `{"sessionId":"k","content":"c","generatedBy":"g"}`)
	s.sendRequests("threads.start", `{"sessionId":"k","threadId":"t","name":"n","metadata":{"m":1}}`)
	s.sendRequest("threads.record", `{"sessionId":"k","threadId":"t","messages":%s}`, numberedMessages(4, 2))
	s.sendRequests("threads.fork", `{"sessionId":"k","threadId":"t","newThreadId":"t2"}`)
	s.sendRequests("threads.rollback", `{"sessionId":"k","threadId":"t","count":1}`)
	s.sendRequests("threads.resume", `{"sessionId":"k","threadId":"t2"}`)
	s.sendRequests("threads.setActive", `{"sessionId":"k","threadId":"t"}`)
	s.sendRequests("threads.rename", `{"sessionId":"k","threadId":"t","name":"other"}`)
	s.sendRequests("threads.updateMetadata", `{"sessionId":"k","threadId":"t","metadata":{"m":null}}`)
	s.sendRequests("threads.archive", `{"sessionId":"k","threadId":"t"}`)
	s.sendRequests("threads.clearActive", `{"sessionId":"k"}`)
	s.sendRequests("threads.delete", `{"sessionId":"k","threadId":"t"}`)
	s.sendRequests("threads.clear", `{}`)
	s.sendRequests("store.events", `{"sessionId":"k"}`, `{"sessionId":"k2"}`, `{"sessionId":"k3"}`)
	s.beginPart("deleted")
	s.sendRequests("store.delete", `{"sessionId":"k"}`)
	s.sendRequests("store.events", `{"sessionId":"k","after":23}`)
	s.sendRequests("store.compact", `{}`)
	s.sendRequests("store.events", `{"sessionId":"k"}`, `{"sessionId":"k","after":2}`)
}

// tellKeep is about the store as a whole: check, stats, compact and clear.
func tellKeep(s *story) {
	s.beginPart("empty")
	s.sendRequests("store.check", `{}`)
	s.sendRequests("store.stats", `{}`)
	s.sendRequests("store.compact", `{}`)
	s.sendRequests("store.clear", `{}`)
	s.sendRequests("threads.clear", `{}`)
	s.beginPart("full")
	for i := range 12 {
		s.sendRequest("store.record", `{"sessionId":"s%02d","messages":%s}`, i, numberedMessages(0, i+1))
	}
	s.sendRequests("store.fork", `{"sessionId":"s05","newSessionId":"f"}`)
	s.sendRequests("threads.start", `{"sessionId":"s01"}`, `{"sessionId":"s01"}`, `{"sessionId":"s02"}`)
	s.sendRequests("store.share", `{"sessionId":"s03"}`)
	s.sendRequests("store.stats", `{}`)
	s.sendRequests("store.list", `{"limit":4}`)
	s.beginPart("compact")
	s.sendRequests("store.compact", `{}`)
	for i := 4; i < 10; i++ {
		s.sendRequest("store.delete", `{"sessionId":"s%02d"}`, i)
	}
	s.sendRequests("store.stats", `{}`)
	s.sendRequests("store.compact", `{}`, `{}`)
	s.sendRequests("store.stats", `{}`)
	s.readSession("f")
	s.sendRequests("store.delete", `{"sessionId":"f"}`)
	s.sendRequests("store.compact", `{}`, `{}`)
	s.sendRequests("store.stats", `{}`)
	s.sendRequests("store.list", `{}`)
	s.sendRequests("store.check", `{}`)
	s.beginPart("clear")
	s.sendRequests("threads.clear", `{}`)
	s.sendRequests("threads.count", `{"sessionId":"s01"}`)
	s.sendRequests("store.clear", `{}`)
	s.sendRequests("store.stats", `{}`)
	s.sendRequests("store.compact", `{}`)
	s.sendRequests("store.stats", `{}`)
	s.sendRequests("store.check", `{}`)
	s.sendRequest("store.record", `{"sessionId":"s01","messages":%s}`, numberedMessages(0, 1))
	s.sendRequests("store.get", `{"sessionId":"s01"}`)
	s.sendRequests("store.check", `{}`)
}

// tellLives is about ids that are used again: each life has forks that outlive
// it.
func tellLives(s *story) {
	for life, n := range []int{5, 1, 3} {
		s.beginPart(fmt.Sprintf("life-%d", life+1))
		s.sendRequest("store.record", `{"sessionId":"s","messages":%s}`, numberedMessages(10*life, n))
		s.sendRequests("threads.start", `{"sessionId":"s","threadId":"t"}`)
		s.sendRequest("threads.record", `{"sessionId":"s","threadId":"t","messages":%s}`, numberedMessages(10*life+5, 1))
		s.sendRequest("store.fork", `{"sessionId":"s","newSessionId":"f%d"}`, life+1)
		s.sendRequests("store.compact", `{}`)
		if life < 2 {
			s.sendRequests("store.delete", `{"sessionId":"s"}`)
			s.sendRequests("threads.list", `{"sessionId":"s"}`)
		}
		s.readSession("s")
	}
	s.beginPart("compact")
	for _, gone := range []string{"f2", "f1", "f3", "s"} {
		s.sendRequest("store.delete", `{"sessionId":%q}`, gone)
		s.sendRequests("store.compact", `{}`)
		s.sendRequests("store.events", `{"sessionId":"s"}`)
		for _, id := range []string{"s", "f1", "f2", "f3"} {
			s.sendRequest("store.messages", `{"sessionId":%q}`, id)
		}
		s.sendRequests("store.check", `{}`)
	}
	s.sendRequests("store.record", `{"sessionId":"s","messages":[{"type":"user"}],"expect":0}`, `{"sessionId":"s","messages":[{"type":"user"}]}`)
	s.sendRequests("store.stats", `{}`)
	s.sendRequests("store.check", `{}`)
}

// tellRefused is about invalid requests.
func tellRefused(s *story) {
	s.beginPart("record")
	s.sendRequests("store.record", ``, `{`, `[]`, `7`, `null`, `{}`, `{"sessionId":"s"}`, `{"messages":[]}`, `{"sessionId":"s","messages":{}}`, `{"sessionId":"s","messages":[7]}`,
		`{"sessionId":"s","messages":[null]}`, `{"sessionId":"s","messages":[[]]}`, `{"sessionId":"s","messages":[{}]}`, `{"sessionId":"s","messages":[{"type":""}]}`,
		`{"sessionId":"s","messages":[{"type":7}]}`, `{"sessionId":"s","messages":[{"type":"user"},{"content":"x"}]}`, `{"sessionId":7,"messages":[]}`,
		`{"sessionId":null,"messages":[{"type":"user"}]}`, `{"sessionId":"s","messages":[{"type":"user"}],"requestId":"x"}`,
		`{"sessionId":"s","messages":[{"type":"user"}],"requestId":"00000000-0000-0000-0000-000000000000"}`,
		`{"sessionId":"s","messages":[{"type":"user"}],"requestId":"0190b2c0-0000-7000-8000-00000000000g"}`, `{"sessionId":"s","messages":[{"type":"user"}],"requestId":7}`,
		`{"sessionId":"s","messages":[{"type":"user"}],"expect":"1"}`, `{"sessionId":"s","messages":[{"type":"user"}],"expect":1.5}`, `{"sessionId":"s","messages":[{"type":"user"}`)
	s.sendRequests("store.sessionCount", `{}`, ``, `{"unknown":1}`, `[]`)
	s.beginPart("names")
	for _, op := range []string{"store.register", "store.update", "store.get", "store.delete", "store.fork", "store.share", "store.unrevert", "store.export", "store.events",
		"threads.start", "threads.list", "threads.active", "threads.count"} {
		s.sendRequests(op, `{}`, `{"sessionId":""}`, `{"sessionId":["s"]}`)
	}
	s.beginPart("long")
	for _, n := range []int{1024, 1025} {
		s.sendRequest("store.register", `{"sessionId":%q}`, strings.Repeat("x", n))
		s.sendRequest("store.register", `{"sessionId":"%s%s"}`, strings.Repeat("x", n%2), strings.Repeat("é", n/2))
		s.sendRequest("store.fork", `{"sessionId":%q,"newSessionId":%q}`, strings.Repeat("x", 1024), "f"+strings.Repeat("y", n-1))
		s.sendRequest("threads.start", `{"sessionId":"t","threadId":%q}`, strings.Repeat("z", n))
		s.sendRequest("store.import", `{"snapshot":{"version":1,"sessionId":"i","metadata":{},"messages":[]},"sessionId":%q}`, strings.Repeat("w", n))
	}
	s.sendRequests("store.messageCount", `{"sessionId":""}`, `{"sessionId":"`+strings.Repeat("x", 1025)+`"}`)
}

// tellNames is about ids in every script, and what orders them.
func tellNames(s *story) {
	s.beginPart("unicode")
	ids := []string{"a:b:c", "日本語", "é", "e\u0301", "😀", "\U0010ffff", "\u0000", " ", "a/../b", "\"quoted\\", "line\nbreak", "ÿ", "Z", "z", "%", "_", "'; DROP TABLE events; --", "\u2028", "\ufeff"}
	for _, id := range ids {
		s.sendRequest("store.register", `{"sessionId":%s,"updatedAt":"2026-01-01T00:00:00Z"}`, jsonString(id))
	}
	s.sendRequests("store.list", `{}`)
	for _, id := range ids {
		s.sendRequest("store.record", `{"sessionId":%s,"messages":[{"type":"user","content":%s}]}`, jsonString(id), jsonString("in "+id))
		s.sendRequest("threads.start", `{"sessionId":%s,"threadId":%s}`, jsonString(id), jsonString(id))
	}
	for _, id := range ids {
		s.sendRequest("store.messages", `{"sessionId":%s}`, jsonString(id))
		s.sendRequest("threads.get", `{"sessionId":%s,"threadId":%s}`, jsonString(id), jsonString(id))
	}
	s.beginPart("same")
	s.sendRequests("store.get", `{"sessionId":"\u65e5\u672c\u8a9e"}`, `{"sessionId":"\u00e9"}`, `{"sessionId":"e\u0301"}`, `{"sessionId":"E\u0301"}`, `{"sessionId":"\ud83d\ude00"}`, `{"sessionId":"a:b"}`)
	s.sendRequests("store.register", `{"sessionId":"half \ud83d"}`, `{"sessionId":"half \ufffd"}`)
	s.sendRequests("store.sessionCount", `{}`)
	s.sendRequests("store.stats", `{}`)
	s.sendRequests("store.check", `{}`)
}

// wire holds lines that agents printed, of every type they have.
//
//go:embed testdata/wire.jsonl
var wire string

// tellNormalize is about wire messages; it needs no state.
func tellNormalize(s *story) {
	s.beginPart("stream")
	for _, line := range strings.Split(strings.TrimSpace(wire), "\n") {
		s.sendRequest("messages.normalize", `{"message":%s}`, line)
	}
	s.beginPart("types")
	for _, t := range []string{"text", "assistant", "tool_use", "tool_result", "system", "result", "error", "user", "control_request", "control_response", "stream_event",
		"rate_limit_event", "tool_progress", "tool_use_summary", "thinking", "auth_status", "prompt_suggestion", "raw"} {
		s.sendRequest("messages.normalize", `{"message":{"type":%q,"content":"c","tool_name":"n","session_id":"s","stop_reason":"tool_use","own_member":1}}`, t)
	}
	s.beginPart("shapes")
	for _, m := range []string{`{}`, `{"type":"wonder","x":[1,{"tool_name":2}]}`, `{"type":""}`, `{"type":7}`, `{"type":null}`, `7`, `null`, `"text"`, `[1,2]`, `true`,
		`{"type":"assistant","message":{"id":"i","model":"m","role":"assistant","content":[{"type":"text","text":"a"},{"type":"tool_use","name":"x"},{"type":"text","text":"b"}],"stop_reason":"end_turn","usage":{"input_tokens":1}}}`,
		`{"type":"user","message":{"role":"user","content":"plain"}}`, `{"type":"user","message":{"role":"user","content":[]}}`, `{"type":"user","message":{}}`,
		`{"type":"user","message":"text","content":"own"}`, `{"type":"user","message":{"content":"inner"},"content":"own"}`, `{"type":"user","message":{"content":"x"},"raw":{"kept":1}}`,
		`{"type":"assistant","content":[{"type":"text","text":"x"}],"content_blocks":[{"type":"text","text":"y"}]}`,
		`{"type":"assistant","content":[{"type":"text","text":"x"}],"contentBlocks":[{"type":"text","text":"y"}],"content_blocks":[]}`,
		`{"type":"tool_result","tool_use_id":"t","is_error":true,"content":"no"}`, `{"tool_name":"x","tool_input":{"a_b":1}}`, `{"type":"error","category":"network"}`,
		`{"type":"error","error":{"type":"rate_limit_error","message":"slow down","retry_after":7}}`, `{"type":"error","message":"API Error: 529 overloaded"}`,
		`{"type":"error","message":"went wrong"}`, `{"type":"error","category":"rate_limit","retry_after":5,"error_type":"session_error"}`, `{"type":"error","category":null}`,
		`{"type":"result","stop_reason":"wonder"}`, `{"type":"result","stop_reason":null}`, `{"type":"result","stopReason":"max_tokens"}`, `{"type":"result","stop_reason_atom":"kept","stop_reason":"refusal"}`,
		`{"type":"text","content":{"an":"object"}}`, `{"type":"text","content":7}`, `{"type":"text","content":null}`, `{"type":"user","b":1,"a":2,"b":3}`,
		`{"type":"text","content":"\ud800 \u0000 \u2028 <&>","n":1.0,"big":123456789012345678901234567890,"e":1E5}`} {
		s.sendRequest("messages.normalize", `{"message":%s}`, m)
	}
	s.sendRequests("messages.normalize", `{}`, `{"message":{"type":"user"}`, `{"messages":[]}`, ``)
}

// printed are recordings of what agents print, one for each way in which each
// of them prints.
var printed = []string{"claude/b1-stream-partial.jsonl", "claude/g2-after-compact-stream.jsonl", "claude/j-apierror-stream.jsonl", "claude/a-json.json",
	"codex/c-tools.jsonl", "codex/e-other-model.jsonl", "codex/j-error.jsonl", "gemini/s3-tools.stream.jsonl", "gemini/s8-error.stream.jsonl", "gemini/s5-edit.json",
	"copilot/s1-plain.stream.jsonl", "copilot/s8-error.stream.jsonl", "copilot/s3-usage.json", "opencode/s3-tools.stream.jsonl", "opencode/s8-error.stream.jsonl",
	"opencode/http-message2.json", "pi/01-one-turn.out", "pi/08-error.out", "pi-1.5/14-rpc-fork.out", "omp/08-error.out", "openclaw/07-err.out", "acp/acp-gemini.jsonl"}

// tellNormalizeText is about what processes print; the last part is about what
// it costs when it is recorded.
func tellNormalizeText(s *story) {
	read := func(name string) string {
		b, err := os.ReadFile(filepath.Join(s.printed, filepath.FromSlash(name)))
		if err != nil && s.err == nil {
			s.err = err
		}
		return string(b)
	}
	s.beginPart("printed")
	for _, name := range printed {
		s.sendRequest("messages.normalizeText", `{"text":%s}`, jsonString(read(name)))
	}
	s.beginPart("lines")
	for _, t := range []string{"", " \n", "no record", "warn: x\r\n{\"type\":\"user\",\"content\":\"a\u2028b\"}\r\n{\"type\":\"text\",\"content\":\"torn\n{\"type\":\"text\",\"content\":\"b\"}",
		"{\n\"type\":\"user\",\n\"content\":\"c\"\n}\n[{\"type\":\"user\"},7]", "data: {\"type\":\"user\",\"content\":\"d\"}\n\n: x\nevent: y\ndata: [DONE]", "7\n\"x\"\nnull"} {
		s.sendRequest("messages.normalizeText", `{"text":%s}`, jsonString(t))
	}
	s.sendRequests("messages.normalizeText", `{}`, `{"text":7}`, `{"text":"x","more":1}`)
	s.beginPart("cost")
	for _, name := range []string{"c-tools-stream", "f-subagent-stream", "b2-resume-stream"} {
		list := s.sendRequest("messages.normalizeText", `{"text":%s}`, jsonString(read("claude/"+name+".jsonl")))
		s.sendRequest("store.record", `{"sessionId":%q,"messages":%s}`, name, list)
		s.sendRequest("sessions.totalCost", `{"agent":"heddle"}`)
	}
	s.sendRequest("store.record", `{"sessionId":"x","messages":[{"type":"error","category":"network"}]}`)
	s.sendRequest("store.record", `{"sessionId":"x","messages":[{"type":"error","category":"rate_limit"}]}`)
}

// tellParse is about the words for why an agent stopped and what it may do.
func tellParse(s *story) {
	s.beginPart("stop")
	for _, v := range []string{"end_turn", "max_tokens", "stop_sequence", "refusal", "tool_use", "tool_use_stop", "unknown_stop", "", "END_TURN", "endTurn", "STOP", "stop", "length", "MAX_TOKENS", "SAFETY", "toolUse", "tool-calls", "aborted", "pause_turn", "end_turn ", "日本"} {
		s.sendRequest("messages.parseStopReason", `{"value":%s}`, jsonString(v))
	}
	s.sendRequests("messages.parseStopReason", `{}`, `{"value":null}`, `{"value":7}`, `{"value":["end_turn"]}`)
	s.beginPart("mode")
	for _, v := range []string{"default", "accept_edits", "acceptEdits", "bypass_permissions", "bypassPermissions", "plan", "dont_ask", "dontAsk", "auto", "", "PLAN", "Accept_Edits", "é"} {
		s.sendRequest("messages.parsePermissionMode", `{"value":%s}`, jsonString(v))
	}
	s.sendRequests("messages.parsePermissionMode", `{}`, `{"value":null}`, `{"value":true}`)
	s.beginPart("id")
	s.sendRequests("messages.makeRequestId", `{}`, `{}`, ``, `{"x":1}`)
}
