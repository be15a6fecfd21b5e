package catalog

import (
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/edits"
	"github.com/heddle-dev/heddle/core/internal/search"
	"github.com/heddle-dev/heddle/core/internal/stats"
	"github.com/heddle-dev/heddle/core/internal/transcript"
	"github.com/heddle-dev/heddle/core/session"
)

// actionFilter keeps the sessions that did something: edited a file, or failed.
type actionFilter struct {
	file   *edits.Pattern // nil for any
	failed bool
	name   *search.Query // of the file, which the stored bytes hold; nil when they cannot be searched for it
}

// newActionFilter returns the filter of a request; nil without one.
func newActionFilter(edited string, failed bool) (*actionFilter, error) {
	if edited == "" && !failed {
		return nil, nil
	}
	f := &actionFilter{failed: failed}
	if edited == "" {
		return f, nil
	}
	file, ok := edits.NewPattern(edited)
	if !ok {
		return nil, fault.New(fault.InvalidArgument, "edited names no file: "+string(session.TextJSON(edited))).
			WithHint("give a path, or its last components, for example src/parser.go")
	}
	f.file = &file
	if name := file.File(); name != "" && strings.IndexByte(name, '"') < 0 && strings.IndexByte(name, '\\') < 0 {
		if q, err := search.Parse(`"`+name+`"`, false); err == nil && !q.IsEmpty() {
			f.name = q
		}
	}
	return f, nil
}

// mayMatch reports whether a session's stored bytes, or those of its subagents as
// far as the index names them, may hold the file's name.
func (f *actionFilter) mayMatch(a adapter.Adapter, env *adapter.Env, ix *adapter.Index, ref *adapter.Ref) (bool, error) {
	x, ok := a.(adapter.Sifter)
	if !ok || f.name == nil {
		return true, nil
	}
	files := append(transcript.Subagents(ix, ref.ID, &transcript.SessionFacts{}, map[string]bool{ref.ID: true}), ref) // its own last: the walk finds it in the cache
	for _, file := range files {
		sieve := search.NewSieve(f.name)
		if err := x.Sift(env, ix, file, sieve.ScanChunk); err != nil || sieve.MayMatch() {
			return err == nil, err
		}
	}
	return false, nil
}

// matches reports whether a session that was walked into sink passes the filter;
// where it does not itself, its subagents may.
func (f *actionFilter) matches(c *Catalog, a adapter.Adapter, env *adapter.Env, ix *adapter.Index, t *transcript.Transcript, sink *stats.CallSink) (bool, error) {
	edited, failed := f.file == nil || sink.Edited(t, f.file), !f.failed || sink.Failed(t)
	seen := map[string]bool{t.Ref.ID: true}
	queue := transcript.Subagents(ix, t.Ref.ID, &t.Builder.Facts, seen)
	for len(queue) > 0 && !edited {
		sub, sink, err := walkCalls(c, a, &adapter.Env{Host: env.Host, Agent: env.Agent, Long: env.Long}, ix, queue[0])
		queue = queue[1:]
		if fault.CodeOf(err) == fault.Timeout {
			return false, err
		}
		if err != nil { // a list reports it when it lists subagents
			continue
		}
		edited = sink.Edited(sub, f.file)
		queue = append(queue, transcript.Subagents(ix, sub.Ref.ID, &sub.Builder.Facts, seen)...)
	}
	return edited && failed, nil
}

// walkCalls walks a session for its tool calls.
func walkCalls(c *Catalog, a adapter.Adapter, env *adapter.Env, ix *adapter.Index, ref *adapter.Ref) (*transcript.Transcript, *stats.CallSink, error) {
	sink := stats.NewCallSink(a.Name())
	b := transcript.NewBuilder(transcript.BuilderOptions{Agent: a.Name(), Sink: sink})
	t, err := c.readSession(a, env, ix, ref, stats.Want, b, "")
	return t, sink, err
}
