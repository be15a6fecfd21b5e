package heddle_test

import (
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/adapter/adaptertest"
	"github.com/heddle-dev/heddle/core/internal/adapter/heddle"
	"github.com/heddle-dev/heddle/core/internal/catalog"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/session"
)

// TestAdapter runs the suite over a store file that is only read, with and
// without a log beside it.
func TestAdapter(t *testing.T) {
	d := newDesk(t)
	d.sample()
	live := d.closed(true)
	rest := d.closed(false)
	adaptertest.Run(t, adaptertest.Suite{Agent: heddle.Name, Homes: []string{live, rest}, Home: rest,
		Sample: heddle.StorePath, SampleID: "live"})
}

// TestLogIsRead: what only the log beside a store holds is read too.
func TestLogIsRead(t *testing.T) {
	d := newDesk(t)
	d.sample()
	home := d.closed(true)
	h := adaptertest.NativeHost(t, home)
	hosttest.Freeze(t, home)
	s, _, err := catalog.New(h, nil).Get(session.GetRequest{UnifiedID: "heddle:live"})
	if err != nil {
		t.Fatal(err)
	}
	if want := d.get("live"); string(s.AppendJSON(nil)) != string(want.AppendJSON(nil)) {
		t.Errorf("from the file %s\nfrom the store %s", s.AppendJSON(nil), want.AppendJSON(nil))
	}
}

// TestMessages: each type of message is read as what it is.
func TestMessages(t *testing.T) {
	d := newDesk(t)
	d.sample()
	s := d.get("live")
	var got []string
	for i := range s.Messages {
		m := &s.Messages[i]
		line := string(m.Role) + "/" + string(m.Type) + " " + m.Kind + " " + m.Content + " " + m.Thinking
		for _, c := range m.ToolCalls {
			line += " " + c.ToolName + string(c.Input)
		}
		if r := m.ToolResult; r != nil {
			line += r.ToolName + string(r.Output)
		}
		got = append(got, line)
	}
	want := []string{
		"system/system  ready ",
		"user/user  Where does the ferry leave? ",
		"assistant/assistant   The timetable says it.",
		`assistant/assistant  I look it up.  Read{"path":"/ferry.txt"}`,
		`tool/tool_result   Read"Pier 4, 10:40"`,
		"assistant/assistant  At pier 4, at 10:40. ",
		"system/error api_error overloaded ",
	}
	if len(got) != len(want) {
		t.Fatalf("%d messages: %q", len(got), got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("message %d is %q, want %q", i, got[i], want[i])
		}
	}
	if s.TurnCount != 1 || s.Title != "Where does the ferry leave?" || s.Model != "claude-sonnet-4-5" {
		t.Errorf("turns %d, title %q, model %q", s.TurnCount, s.Title, s.Model)
	}
	// The result repeats what the two messages spent.
	if c := s.Cost; c == nil || c.InputTokens != 30 || c.OutputTokens != 12 || c.CachedTokens != 100 || c.Source != session.CostSourceComputed {
		t.Errorf("cost %+v", s.Cost)
	}
	_, report, err := d.catalog(nil).Get(session.GetRequest{UnifiedID: "heddle:live"})
	if err != nil || report.Records != 10 || report.UnknownTypes["raw"] != 1 {
		t.Errorf("report %+v, %v", report, err)
	}
}

// TestThinkingJoinsItsMessage: thinking on its own belongs to the
// message after it.
func TestThinkingJoinsItsMessage(t *testing.T) {
	d := newDesk(t)
	d.record("s", `
		{"type":"user","content":"Why?"}
		{"type":"thinking","content":"Hm."}
		{"type":"text","content":"Because."}
		{"type":"user","content":"Really?"}
		{"type":"thinking","content":"Well."}
		{"type":"user","content":"Hello?"}`)
	s := d.get("s")
	if len(s.Messages) != 5 || s.Messages[1].Thinking != "Hm." || s.Messages[1].Content != "Because." || s.Messages[3].Thinking != "Well." {
		t.Errorf("%s", s.AppendJSON(nil))
	}
}

// TestPartsAreOneMessage: the parts of a response that came without an id are one
// message, in the recording of an agent that sends them so and writes them whole.
func TestPartsAreOneMessage(t *testing.T) {
	d := newDesk(t)
	for agent, want := range map[string]string{"opencode": "hmm/look/1 //0 no/again/1 //0 /done/0", "gemini": "hmm/look/1 //0 no/again/1 //0 /done/0"} {
		d.with(func(s *store.Store) error {
			_, err := s.Register(agent, store.Patch{Adapter: &agent, Extra: session.JSON(`{"native":{"agent":"` + agent + `","sessionId":"n"}}`)}, store.Request{})
			return err
		})
		d.record(agent, `{"type":"user","content":"go"}
			{"type":"thinking","content":"hmm"}
			{"type":"assistant","content":"look"}
			{"type":"tool_use","toolUseId":"c1","toolName":"read"}
			{"type":"tool_result","toolUseId":"c1","content":"a"}
			{"type":"thinking","content":"no"}
			{"type":"assistant","content":"again"}
			{"type":"tool_use","toolUseId":"c2","toolName":"read"}
			{"type":"tool_result","toolUseId":"c2","content":"b"}
			{"type":"assistant","content":"done"}`)
		got := []string{}
		for _, m := range d.get(agent).Messages[1:] {
			got = append(got, m.Thinking+"/"+m.Content+"/"+strconv.Itoa(len(m.ToolCalls)))
		}
		if list := strings.Join(got, " "); list != want {
			t.Errorf("%s: %s, want %s", agent, list, want)
		}
	}
}

// TestCallsOfOneResponse: calls that ran at once are in one message, calls without a
// word one after another are not, and what follows a denied call is another answer.
func TestCallsOfOneResponse(t *testing.T) {
	d := newDesk(t)
	for agent, messages := range map[string]string{
		"opencode": `{"type":"user","content":"go"}
			{"type":"assistant","content":"look"}
			{"type":"tool_use","toolUseId":"c1","toolName":"read"}
			{"type":"tool_result","toolUseId":"c1","content":"a"}
			{"type":"tool_use","toolUseId":"c2","toolName":"read","parallel":true}
			{"type":"tool_result","toolUseId":"c2","content":"b"}
			{"type":"tool_use","toolUseId":"c3","toolName":"read"}
			{"type":"tool_result","toolUseId":"c3","content":"c"}
			{"type":"assistant","content":"done"}`,
		"gemini": `{"type":"user","content":"go"}
			{"type":"assistant","content":"look"}
			{"type":"tool_use","toolUseId":"read__read_1795376422001_0","toolName":"read"}
			{"type":"tool_result","toolUseId":"read__read_1795376422001_0","content":"a"}
			{"type":"control_request","requestId":"request 1","subtype":"session/request_permission"}
			{"type":"control_response","requestId":"request 1","response":{}}
			{"type":"tool_use","toolUseId":"write__write_1795376422465_1","toolName":"write"}
			{"type":"tool_result","toolUseId":"write__write_1795376422465_1","content":"b"}
			{"type":"control_request","requestId":"request 2","subtype":"session/request_permission"}
			{"type":"control_response","requestId":"request 2","response":{}}
			{"type":"tool_use","toolUseId":"read__read_1795376423001_0","toolName":"read"}
			{"type":"tool_result","toolUseId":"read__read_1795376423001_0","content":"c"}
			{"type":"assistant","content":"done"}`,
		"gemini, denied": `{"type":"user","content":"go"}
			{"type":"assistant","content":"look"}
			{"type":"control_request","requestId":"request 1","subtype":"session/request_permission"}
			{"type":"control_response","requestId":"request 1","response":{}}
			{"type":"assistant","content":"done"}`,
	} {
		want := "look/2 /0 /0 /1 /0 done/0"
		id, native := agent, agent
		if agent == "gemini, denied" {
			want, id, native = "look/0 done/0", "denied", "gemini"
		}
		d.with(func(s *store.Store) error {
			_, err := s.Register(id, store.Patch{Adapter: &native, Extra: session.JSON(`{"native":{"agent":"` + native + `","sessionId":"n-` + id + `"}}`)}, store.Request{})
			return err
		})
		d.record(id, messages)
		got := []string{}
		for _, m := range d.get(id).Messages[1:] {
			got = append(got, m.Content+"/"+strconv.Itoa(len(m.ToolCalls)))
		}
		if list := strings.Join(got, " "); list != want {
			t.Errorf("%s: %s, want %s", agent, list, want)
		}
	}
}

// TestResult: the end of a turn shows what nothing else showed, and spends
// what nothing else spent.
func TestResult(t *testing.T) {
	for name, c := range map[string]struct {
		lines    string
		messages int
		input    int64
		usd      string
	}{
		"alone":    {`{"type":"result","content":"Done.","usage":{"input_tokens":3},"totalCostUsd":0.25}`, 2, 3, "0.25 recorded"},
		"said":     {`{"type":"result","content":"Done.","usage":{"input_tokens":3},"costUsd":0.25,"costSource":"recorded"}`, 2, 3, "0.25 recorded"},
		"computed": {`{"type":"result","content":"Done.","model":"claude-sonnet-4-5","usage":{"input_tokens":100000},"costUsd":0.25,"costSource":"computed"}`, 2, 100_000, "0.25 computed"},
		"repeated": {`{"type":"text","content":"Done."}` + "\n" + `{"type":"result","content":"Done.","usage":{"input_tokens":3}}`, 2, 3, ""},
		"pieces":   {`{"type":"text","content":"Do"}` + "\n" + `{"type":"text","content":"ne."}` + "\n" + `{"type":"result","content":"Done."}`, 3, 0, ""},
		"failed":   {`{"type":"text","content":"Wait."}` + "\n" + `{"type":"error","content":"cut"}` + "\n" + `{"type":"result","content":"Wait.","isError":true}`, 3, 0, ""},
		"other":    {`{"type":"text","content":"Wait."}` + "\n" + `{"type":"result","content":"Done."}`, 3, 0, ""},
		"cached":   {`{"type":"assistant","content":"Done.","usage":{"input_tokens":10,"cached_input_tokens":4}}`, 2, 6, ""},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t)
			d.record("s", `{"type":"user","content":"Go."}`+"\n"+c.lines)
			s := d.get("s")
			input, usd := int64(0), ""
			if s.Cost != nil {
				if input = s.Cost.InputTokens; s.Cost.TotalUSD != nil {
					usd = s.Cost.TotalUSD.String() + " " + string(s.Cost.Source)
				}
			}
			if len(s.Messages) != c.messages || input != c.input || usd != c.usd {
				t.Errorf("%d messages, %d tokens, USD %q: %s", len(s.Messages), input, usd, s.AppendJSON(nil))
			}
		})
	}
}

// TestAnswerOfManyPieces: the memory for an answer of many pieces grows as their number does.
func TestAnswerOfManyPieces(t *testing.T) {
	memory := func(pieces int) uint64 {
		d := newDesk(t)
		piece := `{"type":"text","content":"` + strings.Repeat("a word ", 10) + `"}` + "\n"
		d.record("s", `{"type":"user","content":"Go."}`+"\n"+strings.Repeat(piece, pieces)+`{"type":"result","content":"`+strings.Repeat("a word ", 10*pieces)+`"}`)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		s := d.get("s")
		runtime.ReadMemStats(&after)
		if len(s.Messages) != pieces+1 {
			t.Errorf("%d messages: the result repeats the %d pieces", len(s.Messages), pieces)
		}
		return after.TotalAlloc - before.TotalAlloc
	}
	if few, many := memory(1000), memory(8000); many > 20*few {
		t.Errorf("1,000 pieces take %d bytes, 8,000 take %d", few, many)
	}
}

// TestForksInherit: a fork repeats its prefix, and what that spent counts
// once. Hidden messages are a branch: they are not shown, but they were paid.
func TestForksInherit(t *testing.T) {
	d := newDesk(t)
	d.sample()
	fork := d.get("fork")
	if fork.ForkedFrom != "live" || len(fork.Messages) != 4 || len(fork.Branches) != 1 {
		t.Errorf("forked from %q, %d messages, branches %+v", fork.ForkedFrom, len(fork.Messages), fork.Branches)
	}
	if c := fork.Cost; c == nil || c.InputTokens != 1 || c.Inherited == nil || c.Inherited.InputTokens != 30 {
		t.Errorf("cost %+v", c)
	}
	branch, _, err := d.catalog(nil).Get(session.GetRequest{UnifiedID: "heddle:fork", Branch: fork.Branches[0].LeafID})
	if err != nil || len(branch.Messages) != 7 {
		t.Errorf("the branch: %v %s", err, branch.AppendJSON(nil))
	}
	sum, err := d.catalog(nil).TotalCost(session.CostRequest{})
	if err != nil || sum.InputTokens != 31 || sum.SessionCount != 3 {
		t.Errorf("total %+v, %v", sum, err)
	}
}

// TestNoStore: without a store, nothing is reported.
func TestNoStore(t *testing.T) {
	d := newDesk(t)
	for _, fn := range []func(c *catalog.Catalog) (int, error){
		func(c *catalog.Catalog) (int, error) { l, err := c.List(session.ListRequest{}); return len(l), err },
		func(c *catalog.Catalog) (int, error) {
			l, err := c.List(session.ListRequest{Agent: heddle.Name})
			return len(l), err
		},
		func(c *catalog.Catalog) (int, error) { l, err := c.Agents(); return len(l) - 10, err },
		func(c *catalog.Catalog) (int, error) {
			r, err := c.Doctor(session.DoctorRequest{})
			return len(r.Agents) - 10, err
		},
		func(c *catalog.Catalog) (int, error) {
			l, _, err := c.Search(session.SearchRequest{Text: "ferry"})
			return len(l), err
		},
	} {
		n, err := fn(catalog.New(d.host, func(n2 fault.Diagnostic) { t.Errorf("%+v", n2) }))
		if n != 0 || err != nil {
			t.Errorf("%d, %v", n, err)
		}
	}
	bare := *d.host
	bare.SQL, bare.Journal = nil, nil
	for _, h := range []*host.Host{d.host, &bare} {
		if o, _, err := heddle.LookupCopy(h, "claude:x"); o != nil || err != nil {
			t.Errorf("%+v, %v", o, err)
		}
	}
	if _, _, err := heddle.OpenStore(&bare, false); fault.CodeOf(err) != fault.Unsupported {
		t.Error(err)
	}
	d.sample()
	agents, err := d.catalog(nil).Agents()
	if err != nil || len(agents) != 11 || agents[10].Agent != heddle.Name || !agents[10].Found || agents[10].SessionCount != 3 {
		t.Errorf("%+v, %v", agents, err)
	}
	report, err := d.catalog(nil).Doctor(session.DoctorRequest{Agent: heddle.Name})
	if err != nil || len(report.Files) != 3 {
		t.Errorf("%+v, %v", report, err)
	}
	found, _, err := d.catalog(nil).Search(session.SearchRequest{Text: "ferry"})
	if err != nil || len(found) != 2 || found[0].UnifiedID != "heddle:live" && found[1].UnifiedID != "heddle:live" {
		t.Errorf("%+v, %v", found, err)
	}
}

// TestTitle: extra's title is the user's.
func TestTitle(t *testing.T) {
	d := newDesk(t)
	d.record("s", `{"type":"user","content":"Hello"}`)
	d.with(func(s *store.Store) error {
		_, err := s.Update("s", store.Patch{Extra: session.JSON(`{"title":"Ferries"}`)}, store.Request{})
		return err
	})
	if got := d.get("s").Title; got != "Ferries" {
		t.Errorf("title %q", got)
	}
}
