package catalog

import (
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/heddle"
	"github.com/heddle-dev/heddle/core/internal/drift"
	"github.com/heddle-dev/heddle/core/internal/order"
	"github.com/heddle-dev/heddle/core/internal/transcript"
	"github.com/heddle-dev/heddle/core/session"
)

// Doctor reads every session file whole and reports what is damaged or unknown.
// It changes nothing. An agent that is not found has an empty summary.
func (c *Catalog) Doctor(req session.DoctorRequest) (*session.DoctorReport, error) {
	agents, err := selectAdapters(req.Agent)
	if err != nil {
		return nil, err
	}
	out := &session.DoctorReport{}
	for _, a := range agents {
		health := session.AgentHealth{Agent: a.Name(), Found: c.presentMount(a) != ""}
		if a.Name() == heddle.Name && !health.Found && req.Agent == "" {
			continue
		}
		files, unread, err := c.checkFiles(a)
		if err != nil {
			return nil, err
		}
		health.Drift = unread
		for i := range files {
			countFile(&health, &files[i])
			if !req.Problems || hasProblems(&files[i]) {
				out.Files = append(out.Files, files[i])
			}
		}
		out.Agents = append(out.Agents, health)
	}
	return out, nil
}

// checkFiles walks an agent's sessions on all cores.
func (c *Catalog) checkFiles(a adapter.Adapter) ([]session.FileHealth, []session.DriftCount, error) {
	var damaged []session.FileHealth
	env := c.env(a.Name(), false)
	diagnose := env.OnDiagnostic
	env.OnDiagnostic = func(d fault.Diagnostic) {
		diagnose(d)
		damaged = addDatabase(damaged, a.Name(), d)
	}
	ix, err := a.Discover(env)
	if err != nil {
		if fault.CodeOf(err) == fault.Timeout {
			return nil, nil, err
		}
		env.Diagnose(fault.DiagnosticOf(a.Name(), err))
	}
	if ix == nil {
		ix = &adapter.Index{}
	}
	var unread drift.Counts
	if a.Name() != heddle.Name {
		countUnread(a, env, ix, &unread)
	}
	p := &progressSum{base: c.host.Poll}
	for i := range ix.Refs {
		p.total += ix.Refs[i].Size
	}
	files := make([]session.FileHealth, len(ix.Refs))
	errs := make([]error, len(ix.Refs))
	notes := make([][]fault.Diagnostic, len(ix.Refs))
	c.runParallel(len(ix.Refs), func(i int) {
		ref := &ix.Refs[i]
		env, share := p.walkEnv(c, a.Name(), false, ref.Size, &notes[i])
		env.Report, env.Drift = &session.Report{}, &drift.Counts{Deep: true}
		files[i] = session.FileHealth{Agent: a.Name(), SessionID: ref.ID, Path: ref.Path}
		b := transcript.NewBuilder(transcript.BuilderOptions{Agent: a.Name(), Sink: transcript.PromptSink{}, Names: true})
		errs[i] = a.Walk(env, ix, ref, adapter.Want{Prompts: true, Text: true, Usage: true}, b.Outlet(env))
		share.finish()
		if errs[i] == nil {
			files[i].Report = b.CompleteReport(env.Report)
			files[i].Report.Drift = b.FinishDrift(env)
			return
		}
		d := WireDiagnostic(fault.DiagnosticOf(a.Name(), errs[i]))
		files[i].Error = &d
	})
	for i := range errs {
		if fault.CodeOf(errs[i]) == fault.Timeout {
			return nil, nil, errs[i]
		}
		for _, d := range notes[i] {
			c.env(a.Name(), false).Diagnose(d)
		}
	}
	if damaged != nil {
		files = append(files, damaged...)
		order.SortStable(files, func(i, j int) bool { return files[i].Path < files[j].Path })
	}
	return files, unread.Rows(""), nil
}

// addDatabase adds a row for a database that cannot be read: none of its sessions has one. That
// the host has no driver is no damage.
func addDatabase(rows []session.FileHealth, agent string, d fault.Diagnostic) []session.FileHealth {
	isDatabase := false
	for _, ext := range [...]string{".db", ".sqlite", ".vscdb"} {
		isDatabase = isDatabase || strings.HasSuffix(d.Path, ext)
	}
	if !isDatabase || d.Code == fault.Unsupported {
		return rows
	}
	for i := range rows {
		if rows[i].Path == d.Path && rows[i].Error.Code == string(d.Code) {
			return rows
		}
	}
	row := WireDiagnostic(d)
	row.Agent = agent
	return append(rows, session.FileHealth{Agent: agent, Path: d.Path, Error: &row})
}

// WireDiagnostic returns a diagnostic in the form of results and headers.
func WireDiagnostic(d fault.Diagnostic) session.Diagnostic {
	return session.Diagnostic{Code: string(d.Code), Agent: d.Agent, Path: d.Path, Line: d.Line, Offset: d.Offset,
		Message: d.Message, Hint: d.Hint}
}

// countFile adds one file to an agent's summary.
func countFile(h *session.AgentHealth, f *session.FileHealth) {
	h.Files++
	if f.Error != nil {
		h.Unreadable++
	}
	r := f.Report
	if r == nil {
		return
	}
	h.Bytes += r.Bytes
	h.Records += r.Records
	h.Injected += r.Injected
	h.SkippedCount += r.SkippedCount
	h.Drift = drift.MergeRows(h.Drift, r.Drift)
	for t, n := range r.UnknownTypes {
		if h.UnknownTypes == nil {
			h.UnknownTypes = map[string]int64{}
		}
		h.UnknownTypes[t] += n
	}
	if r.FormatVersion != "" {
		if h.FormatVersions == nil {
			h.FormatVersions = map[string]int64{}
		}
		h.FormatVersions[r.FormatVersion]++
	}
}

// hasProblems reports whether a file could not be read in full and understood.
func hasProblems(f *session.FileHealth) bool {
	return f.Error != nil || f.Report != nil && (f.Report.SkippedCount > 0 || len(f.Report.UnknownTypes)+len(f.Report.Drift) > 0)
}
