package core

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/catalog"
	"github.com/heddle-dev/heddle/core/internal/export"
	"github.com/heddle-dev/heddle/core/session"
)

// AgentsList reports which agents' files are there and how many sessions each has.
func (e *Engine) AgentsList(_ session.AgentsRequest) ([]session.AgentInfo, error) {
	return catalog.New(e.host, e.diagnose).Agents()
}

// SessionsList returns summaries of one agent's sessions, or of all agents' when
// req.Agent is empty. Nothing found is an empty list. The notes have a page when the
// limit leaves sessions out.
func (e *Engine) SessionsList(req session.ListRequest) ([]session.SessionSummary, error) {
	out, page, err := catalog.New(e.host, e.diagnose).ListPage(req)
	e.notes.Page = page
	return out, err
}

// SessionsGet reads one session with its messages. The caller owns the result.
func (e *Engine) SessionsGet(req session.GetRequest) (*session.Session, error) {
	s, report, err := e.catalog().Get(req)
	e.notes.Report = report
	if err == nil && req.Redact {
		err = e.redactSession(s)
	}
	return s, e.redactFailure(req.Redact, err)
}

// SessionsSearch finds sessions by their titles and visible texts, best first. The
// notes' page says how many there are in all.
func (e *Engine) SessionsSearch(req session.SearchRequest) ([]session.SessionSummary, error) {
	out, page, err := catalog.New(e.host, e.diagnose).Search(req)
	e.notes.Page = page
	return out, e.redactFailure(req.Redact, err)
}

// SessionsTotalCost adds up what the matching sessions spent, each request once.
func (e *Engine) SessionsTotalCost(req session.CostRequest) (*session.CostSummary, error) {
	return catalog.New(e.host, e.diagnose).TotalCost(req)
}

// SessionsStats counts the tool calls, answers, edited files and messages of the
// matching sessions.
func (e *Engine) SessionsStats(req session.StatsRequest) (*session.SessionStats, error) {
	return catalog.New(e.host, e.diagnose).Stats(req)
}

// EditsFind finds the edits that wrote lines of a file.
func (e *Engine) EditsFind(req session.FindEditsRequest) (*session.FoundEdits, error) {
	return catalog.New(e.host, e.diagnose).FindEdits(req)
}

// SessionsDoctor reads every session file and reports what was read and skipped.
func (e *Engine) SessionsDoctor(req session.DoctorRequest) (*session.DoctorReport, error) {
	return catalog.New(e.host, e.diagnose).Doctor(req)
}

// SessionsCommand returns the agent's own command that continues a session.
// Nothing is run.
func (e *Engine) SessionsCommand(req session.CommandRequest) (*session.AgentCommand, error) {
	return catalog.New(e.host, e.diagnose).Command(req)
}

// SessionsEach looks for all sessions once, and calls fn for the numbers below n, on all
// cores, with engines that read single sessions of them. Each has notes of its own.
func (e *Engine) SessionsEach(strict bool, n int, fn func(e *Engine, i int)) error {
	found, err := e.catalog().Find(strict)
	if err != nil {
		return err
	}
	one := func(i int) { fn(&Engine{host: e.host, op: e.op, found: found}, i) }
	if e.host.Parallel != nil {
		e.host.Parallel.Do(n, one)
		return nil
	}
	for i := range n {
		one(i)
	}
	return nil
}

// SessionsStream reads one session as SessionsGet does, and passes it on while it is
// read: begin receives it without its messages, then each receives them in order. Where
// req wants the original text or the outputs of tools in their calls, the whole session
// is read first.
func (e *Engine) SessionsStream(req session.GetRequest, begin func(*session.Session) error, each func(*session.Message) error) error {
	return e.SessionsPasses(req, func(head *session.Session, _ func(func(*session.Message) error) error) error { return begin(head) }, each)
}

// SessionsPasses is SessionsStream for what has to know messages before it begins: begin
// may call pass, which passes all messages on beforehand. A message is valid during the call.
func (e *Engine) SessionsPasses(req session.GetRequest, begin func(head *session.Session, pass func(func(*session.Message) error) error) error,
	each func(*session.Message) error) error {
	if catalog.CanStream(&req) {
		return e.passes(e.catalog(), req, begin, each)
	}
	s, err := e.SessionsGet(req)
	if err != nil {
		return err
	}
	pass := func(each func(*session.Message) error) error {
		for i := range s.Messages {
			if err := each(&s.Messages[i]); err != nil {
				return err
			}
		}
		return nil
	}
	if err := begin(s, pass); err != nil {
		return err
	}
	return pass(each)
}

// passes is SessionsPasses for a request that can be streamed.
func (e *Engine) passes(c *catalog.Catalog, req session.GetRequest, begin func(head *session.Session, pass func(catalog.Each) error) error, each catalog.Each) error {
	if req.Redact {
		r := &redactedPasses{e: e, begin: begin, each: each}
		report, err := c.Stream(req, r.start, r.message)
		e.notes.Report = report
		if err == nil {
			e.redactNotes(r.hide)
		}
		return e.redactFailure(true, err)
	}
	report, err := c.Stream(req, begin, each)
	e.notes.Report = report
	return err
}

// SessionsExport renders one session as json, jsonl, markdown or html.
func (e *Engine) SessionsExport(req session.ExportRequest) ([]byte, error) {
	var out []byte
	err := e.SessionsExportTo(req, func(b []byte) error { out = append(out, b...); return nil })
	if err != nil {
		return nil, err
	}
	return out, nil
}

// SessionsExportTo is SessionsExport in pieces, which are written while the session is
// read. A piece is valid during the call of write.
func (e *Engine) SessionsExportTo(req session.ExportRequest, write func([]byte) error) error {
	format := req.Format
	if format == "" {
		format = export.Markdown
	}
	if format == export.HTML {
		if !export.HasPages {
			return fault.New(fault.Unsupported, "core-lite.wasm does without this operation").WithHint("core.wasm has it")
		}
		return e.writePage(req, write)
	}
	if !export.IsKnownFormat(format) {
		return fault.New(fault.InvalidExportFormat, "unknown export format "+string(session.TextJSON(format))).
			WithHint("formats: json, jsonl, markdown, html")
	}
	out := export.NewStream(format, write)
	err := e.SessionsStream(getRequest(req), out.Begin, out.Message)
	if err == nil {
		err = out.End()
	}
	return err
}

// getRequest returns the request for the session that is exported.
func getRequest(req session.ExportRequest) session.GetRequest {
	return session.GetRequest{Agent: req.Agent, SessionID: req.SessionID, UnifiedID: req.UnifiedID, Ref: req.Ref,
		Branch: req.Branch, Raw: req.Raw, ToolOutput: req.ToolOutput, Strict: req.Strict, Redact: req.Redact}
}
