package catalog

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/origins"
	"github.com/heddle-dev/heddle/core/internal/transcript"
	"github.com/heddle-dev/heddle/core/session"
)

// The bounds of a request.
const maxPaths, maxWanted = 100, 100_000

// FindEdits returns the edits that wrote lines of a file. It walks the sessions whose stored bytes
// may hold the file's name.
func (c *Catalog) FindEdits(req session.FindEditsRequest) (*session.FoundEdits, error) {
	agents, err := selectAdapters(req.Agent)
	if err != nil {
		return nil, err
	}
	q, ok := origins.NewQuery(&req)
	if !ok || len(req.Paths) == 0 || len(req.Paths) > maxPaths || len(req.Lines) > maxWanted || len(req.Times) > 0 && len(req.Times) != len(req.Lines) {
		return nil, fault.New(fault.InvalidArgument, "paths must name 1 to 100 files, lines are at most 100,000, and times are as many, in RFC 3339")
	}
	if err := c.loadFacts(); err != nil {
		return nil, err
	}
	w := &editsWalk{wholeWalk: c.newWholeWalk(req.Agent, req.Strict), q: q}
	for _, path := range req.Paths {
		f, err := newActionFilter(path, false)
		if err != nil {
			return nil, err
		}
		w.names = append(w.names, f)
	}
	if err := w.collectJobs(agents, nil); err != nil {
		return nil, err
	}
	w.jobs = append(w.jobs, w.copies...)
	found := make([]origins.Found, len(w.jobs))
	c.runParallel(len(w.jobs), func(i int) { found[i] = w.find(&w.jobs[i]) })
	if err := w.flushDiagnostics(); err != nil {
		return nil, err
	}
	return q.Result(found), nil
}

// editsWalk looks for edits in all sessions. Copies in the store are read too: their edits are
// repeats, unless the original is gone.
type editsWalk struct {
	wholeWalk
	q     *origins.Query
	names []*actionFilter
}

func (w *editsWalk) find(j *walkJob) (out origins.Found) {
	env, share := w.progress.walkEnv(w.c, j.a.Name(), w.strict, j.ref.Size, &j.notes)
	defer share.finish()
	may := false
	for _, f := range w.names {
		if may, j.err = f.mayMatch(j.a, env, j.ix, j.ref); may || j.err != nil {
			break
		}
	}
	if !may {
		return out
	}
	sink := origins.NewSink(j.a.Name(), w.q)
	b := transcript.NewBuilder(transcript.BuilderOptions{Agent: j.a.Name(), Sink: sink})
	t, err := w.c.readSession(j.a, env, j.ix, j.ref, origins.Want, b, "")
	if j.err = err; err != nil || t.Empty {
		return out
	}
	return sink.Finish(t)
}
