package gemini_test

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/session"
)

// gathered writes the message into which the CLI gathers all calls of a session over
// the Agent Client Protocol.
func gathered(calls ...string) string {
	list := make([]string, len(calls))
	for i, id := range calls {
		list[i] = `{"id":"` + id + `","name":"read_file","args":{"file_path":"` + id + `"},"status":"success","timestamp":"2026-01-02T03:05:0` + string(id[len(id)-1]) +
			`.000Z","result":[{"functionResponse":{"id":"` + id + `","name":"read_file","response":{"output":"of ` + id + `"}}}]}`
	}
	return `{"id":"g","timestamp":"2026-01-02T03:04:06.000Z","type":"gemini","content":"","toolCalls":[` + strings.Join(list, ",") + `],"thoughts":[],"model":"m"}`
}

// response writes the message that brings results of calls.
func response(id string, calls ...string) string {
	parts := make([]string, len(calls))
	for i, call := range calls {
		parts[i] = `{"functionResponse":{"id":"` + call + `","name":"read_file","response":{"output":"of ` + call + `"}}}`
	}
	return `{"id":"` + id + `","timestamp":"2026-01-02T03:04:06.000Z","type":"user","content":[` + strings.Join(parts, ",") + `]}`
}

const spent = `,"tokens":{"input":10,"output":2,"cached":0,"thoughts":0,"tool":0,"total":12},"model":"m"`

// gathering is a session of 0.61 over the Agent Client Protocol, shortened: a call, a
// call without a word, two at once, two one after another.
var gathering = []string{header,
	line("p1", "user", "first", ""), line("a1", "gemini", "I read.", spent), gathered("c1"), response("r1", "c1"), line("a2", "gemini", "Read.", spent),
	line("p2", "user", "quiet", ""), line("a3", "gemini", "", spent), gathered("c1", "c2"), response("r2", "c2"), line("a4", "gemini", "Quiet.", spent),
	line("p3", "user", "pair", ""), line("a5", "gemini", "Two.", spent), gathered("c1", "c2", "c3"), gathered("c1", "c2", "c3", "c4"), response("r3", "c3", "c4"),
	line("a6", "gemini", "Both.", spent),
	line("p4", "user", "chain", ""), line("a7", "gemini", "One.", spent), gathered("c1", "c2", "c3", "c4", "c5"), response("r4", "c5"),
	line("a8", "gemini", "Next.", spent), gathered("c1", "c2", "c3", "c4", "c5", "c6"), response("r5", "c6"), line("a9", "gemini", "Chained.", spent),
}

// resumed is how a resume lists the session anew: without the answer that had no
// words, and all calls in one message.
var resumed = `{"$set":{"messages":[` + strings.Join([]string{
	line("p1", "user", "first", ""), line("a1", "gemini", "I read.", ""), strings.Replace(gathered("c1", "c2", "c3", "c4", "c5", "c6"), `"content":""`,
		`"content":[{"functionCall":{"id":"c1","name":"read_file","args":{"file_path":"c1"}}},{"functionCall":{"id":"c2","name":"read_file","args":{"file_path":"c2"}}}]`, 1),
	response("g_response", "c1", "c2", "c3", "c4", "c5", "c6"),
	response("r1", "c1"), line("a2", "gemini", "Read.", ""), line("p2", "user", "quiet", ""), response("r2", "c2"), line("a4", "gemini", "Quiet.", ""),
	line("p3", "user", "pair", ""), line("a5", "gemini", "Two.", ""), response("r3", "c3", "c4"), line("a6", "gemini", "Both.", ""),
	line("p4", "user", "chain", ""), line("a7", "gemini", "One.", ""), response("r4", "c5"), line("a8", "gemini", "Next.", ""), response("r5", "c6"),
	line("a9", "gemini", "Chained.", "")}, ",") + `]}}`

// cancelled is how a cancelled turn lists the session anew: each answer has its calls.
var cancelled = `{"$set":{"messages":[` + strings.Join([]string{
	line("p1", "user", "first", ""), said("a1", "I read.", "c1"), response("r1", "c1"), line("a2", "gemini", "Read.", ""),
	line("p2", "user", "quiet", ""), said("a3", "", "c2"), response("r2", "c2"), line("a4", "gemini", "Quiet.", ""),
	line("p3", "user", "pair", ""), said("a5", "Two.", "c3", "c4"), response("r3", "c3", "c4"), line("a6", "gemini", "Both.", ""),
	line("p4", "user", "chain", ""), said("a7", "One.", "c5"), response("r4", "c5"), said("a8", "Next.", "c6"), response("r5", "c6"),
	line("a9", "gemini", "Chained.", "")}, ",") + `]}}`

// said writes an answer whose parts are a text and calls.
func said(id, text string, calls ...string) string {
	var parts []string
	if text != "" {
		parts = append(parts, `{"text":"`+text+`"}`)
	}
	for _, call := range calls {
		parts = append(parts, `{"functionCall":{"id":"`+call+`","name":"read_file","args":{"file_path":"`+call+`"}}}`)
	}
	return `{"id":"` + id + `","timestamp":"2026-01-02T03:04:06.000Z","type":"gemini","content":[` + strings.Join(parts, ",") + `]}`
}

const gatheredShown = `
user: first
assistant: I read. read_file()
tool: read_file
assistant: Read.
user: quiet
assistant: read_file()
tool: read_file
assistant: Quiet.
user: pair
assistant: Two. read_file() read_file()
tool: read_file
tool: read_file
assistant: Both.
user: chain
assistant: One. read_file()
tool: read_file
assistant: Next. read_file()
tool: read_file
assistant: Chained.`

// Over the Agent Client Protocol the CLI writes all calls into the message of the
// first one: each is shown where it was made, and all tokens count.
func TestGatheredCalls(t *testing.T) {
	again := append(append([]string(nil), gathering...), resumed)
	more := append(append([]string(nil), again...), line("p5", "user", "more", ""), line("b1", "gemini", "I go on.", spent),
		gathered("c1", "c2", "c3", "c4", "c5", "c6", "c7"), response("r6", "c7"), line("b2", "gemini", "Done.", spent))
	for _, c := range []struct {
		name   string
		lines  []string
		want   string
		tokens int64
	}{
		{"one process", gathering, gatheredShown, 9 * 12},
		{"resumed", again, gatheredShown, 9 * 12},
		{"resumed twice", append(append([]string(nil), again...), resumed), gatheredShown, 9 * 12},
		{"cancelled", append(append([]string(nil), gathering...), line("p5", "user", "slow", ""), cancelled), gatheredShown, 9 * 12},
		{"cancelled and resumed", append(append([]string(nil), gathering...), line("p5", "user", "slow", ""), cancelled, resumed, cancelled), gatheredShown, 9 * 12},
		{"pair first", append([]string{header}, line("p3", "user", "pair", ""), line("a5", "gemini", "Two.", spent), gathered("c3"), gathered("c3", "c4"), response("r3", "c3", "c4"),
			line("a6", "gemini", "Both.", spent), `{"$set":{"messages":[`+strings.Join([]string{line("p3", "user", "pair", ""), line("a5", "gemini", "Two.", ""), gathered("c3", "c4"),
				response("r3", "c3", "c4"), line("a6", "gemini", "Both.", "")}, ",")+`]}}`),
			"\nuser: pair\nassistant: Two. read_file() read_file()\ntool: read_file\ntool: read_file\nassistant: Both.", 24},
		{"continued", more, gatheredShown + "\nuser: more\nassistant: I go on. read_file()\ntool: read_file\nassistant: Done.", 11 * 12},
		{"rewound", append(append([]string(nil), gathering...), `{"$rewindTo":"p3"}`), gatheredShown[:strings.Index(gatheredShown, "\nuser: pair")], 9 * 12},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := empty(t).file(logPath, c.lines...)
			s := h.get("aaaaaaaa-1")
			equal(t, "messages", show(s), c.want)
			if n := total(s.Cost); n != c.tokens {
				t.Errorf("%d tokens, want %d", n, c.tokens)
			}
			for i, m := range s.Messages {
				if len(m.ToolCalls) == 0 {
					continue
				}
				call, result := m.ToolCalls[0], s.Messages[i+1].ToolResult
				if want := "2026-01-02T03:05:0" + call.ToolCallID[1:] + ".000Z"; s.Messages[i+1].Timestamp.String() != want {
					t.Errorf("call %s returned at %s, want %s", call.ToolCallID, s.Messages[i+1].Timestamp, want)
				}
				if result.ToolCallID != call.ToolCallID || string(result.Output) != `"of `+call.ToolCallID+`"` || string(call.Input) != `{"file_path":"`+call.ToolCallID+`"}` {
					t.Errorf("call %s: input %s, result %+v", call.ToolCallID, call.Input, result)
				}
			}
			list, err := h.catalog().List(session.ListRequest{Limit: 10})
			if err != nil || len(list) != 1 || int(list[0].MessageCount) != len(s.Messages) {
				t.Errorf("the list has %+v (%v), the session %d messages", list, err, len(s.Messages))
			}
		})
	}
}

// Two files of one session have the calls in the same places.
func TestGatheredCallsTwice(t *testing.T) {
	h := empty(t).file(logPath, gathering...).file(strings.Replace(logPath, "03-04", "03-05", 1), gathering[:12]...)
	equal(t, "messages", show(h.get("aaaaaaaa-1")), gatheredShown)
}

// A call of an answer with words stays with it, also when it is recorded later.
func TestAnswersOwnCalls(t *testing.T) {
	calls := strings.TrimSuffix(strings.SplitAfterN(gathered("c1", "c2"), `"toolCalls":`, 2)[1], `,"thoughts":[],"model":"m"}`)
	h := empty(t).file(logPath, header, line("p1", "user", "first", ""), line("a1", "gemini", "I read.", spent),
		line("a1", "gemini", "I read.", spent+`,"toolCalls":`+calls), line("a2", "gemini", "Read.", spent))
	equal(t, "messages", show(h.get("aaaaaaaa-1")), `
user: first
assistant: I read. read_file() read_file()
tool: read_file
tool: read_file
assistant: Read.`)
}
