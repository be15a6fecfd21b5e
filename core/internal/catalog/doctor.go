package catalog

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/heddle"
	"github.com/heddle-dev/heddle/core/session"
)

// Doctor reads every session file whole and says what that met. Nothing is
// changed. An agent that is not found has an empty summary.
func (c *Catalog) Doctor(req session.DoctorRequest) (*session.DoctorReport, error) {
	agents := Adapters()
	if req.Agent != "" {
		a, err := find(req.Agent)
		if err != nil {
			return nil, err
		}
		agents = []adapter.Adapter{a}
	}
	out := &session.DoctorReport{}
	for _, a := range agents {
		health := session.AgentHealth{Agent: a.Name(), Found: c.mount(a) != ""}
		if a.Name() == heddle.Name && !health.Found && req.Agent == "" {
			continue
		}
		files, err := c.examine(a)
		if err != nil {
			return nil, err
		}
		for i := range files {
			count(&health, &files[i])
			if !req.Problems || troubled(&files[i]) {
				out.Files = append(out.Files, files[i])
			}
		}
		out.Agents = append(out.Agents, health)
	}
	return out, nil
}

// examine walks an agent's sessions on all cores.
func (c *Catalog) examine(a adapter.Adapter) ([]session.FileHealth, error) {
	ix, err := a.Discover(c.env(a.Name(), false))
	if err != nil {
		if fault.CodeOf(err) == fault.Timeout {
			return nil, err
		}
		c.diagnose(fault.DiagnosticOf(a.Name(), err))
	}
	if ix == nil {
		return nil, nil
	}
	p := &progress{base: c.host.Poll}
	for i := range ix.Refs {
		p.total += ix.Refs[i].Size
	}
	files := make([]session.FileHealth, len(ix.Refs))
	errs := make([]error, len(ix.Refs))
	notes := make([][]fault.Diagnostic, len(ix.Refs))
	c.parallel(len(ix.Refs), func(i int) {
		ref := &ix.Refs[i]
		env, share := p.walkEnv(c, a.Name(), false, ref.Size, &notes[i])
		env.Report = &session.Report{}
		files[i] = session.FileHealth{Agent: a.Name(), SessionID: ref.ID, Path: ref.Path}
		f := newFold(false)
		errs[i] = a.Walk(env, ix, ref, adapter.Want{Prompts: true, Text: true, Usage: true}, f.visit)
		share.finish()
		if errs[i] == nil {
			files[i].Report = f.report(env.Report)
			return
		}
		d := WireDiagnostic(fault.DiagnosticOf(a.Name(), errs[i]))
		files[i].Error = &d
	})
	for i := range errs {
		if fault.CodeOf(errs[i]) == fault.Timeout {
			return nil, errs[i]
		}
		for _, d := range notes[i] {
			c.env(a.Name(), false).Diagnose(d)
		}
	}
	return files, nil
}

// WireDiagnostic returns a diagnostic as it stands in results and headers.
func WireDiagnostic(d fault.Diagnostic) session.Diagnostic {
	return session.Diagnostic{Code: string(d.Code), Agent: d.Agent, Path: d.Path, Line: d.Line, Offset: d.Offset,
		Message: d.Message, Hint: d.Hint}
}

// count adds one file to an agent's summary.
func count(h *session.AgentHealth, f *session.FileHealth) {
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

// troubled reports whether a file could not be read in full and understood.
func troubled(f *session.FileHealth) bool {
	return f.Error != nil || f.Report != nil && (f.Report.SkippedCount > 0 || len(f.Report.UnknownTypes) > 0)
}
