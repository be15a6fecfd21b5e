package transcript

import (
	"strings"

	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/edits"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// maxSpans bounds the spans of one session.
const maxSpans = 1000

// addSource takes the folder, repository, branch, commit and version that a record
// names. A folder that is the one before, above or below it moves no project: a
// command changed the directory. In spans "" is the session's first folder.
func (b *Builder) addSource(x *adapter.Facts) {
	if x.Source == nil && x.Folder == "" {
		return
	}
	var next session.Span
	if b.source != nil {
		next = *b.source
	}
	cwd := next.Cwd
	if x.Source != nil {
		next = *x.Source
		next.Cwd, next.Repository = cwd, plainURL(next.Repository)
	}
	if cwd == "" {
		cwd = b.Facts.Cwd
	}
	if x.Folder != "" && cwd != "" && !edits.IsUnder(cwd, x.Folder) && !edits.IsUnder(x.Folder, cwd) {
		next.Cwd = x.Folder
	}
	b.source = b.sourceOf(next)
}

// sourceOf returns the one source that is equal to x; nil for an empty one.
func (b *Builder) sourceOf(x session.Span) *session.Span {
	if x == (session.Span{}) {
		return nil
	}
	for i := len(b.sources) - 1; i >= max(0, len(b.sources)-fewOffers); i-- {
		if *b.sources[i] == x {
			return b.sources[i]
		}
	}
	b.sources = append(b.sources, &x)
	return &x
}

// addSpan begins a span with the next message.
func (b *Builder) addSpan() {
	if b.spanned = b.source; len(b.Facts.Spans) == maxSpans {
		return
	}
	var span session.Span
	if b.source != nil {
		span = *b.source
	}
	span.From = int64(b.Messages.Len())
	b.Facts.Spans = append(b.Facts.Spans, span)
}

// LastCwd returns the folder in which the session continues.
func (f *SessionFacts) LastCwd() string {
	for i := len(f.Spans) - 1; i >= 0; i-- {
		if cwd := f.Spans[i].Cwd; cwd != "" {
			return cwd
		}
	}
	return f.Cwd
}

// setSource sets the spans of a summary, with the numbers of visible messages,
// and what was recorded last.
func (b *Builder) setSource(s *session.SessionSummary, tree *Tree) {
	var out []session.Span
	message, from := 0, int64(0)
	for i, span := range b.Facts.Spans {
		if i == 0 && span.From > 0 {
			out = []session.Span{{Cwd: b.Facts.Cwd}}
		}
		for ; message < int(span.From); message++ {
			if tree.Shown[message] {
				from++
			}
		}
		if span.From = from; span.Cwd == "" {
			span.Cwd = b.Facts.Cwd
		}
		keepLast(&s.Repository, span.Repository)
		keepLast(&s.GitBranch, span.GitBranch)
		keepLast(&s.Commit, span.Commit)
		keepLast(&s.AgentVersion, span.AgentVersion)
		if n := len(out); n > 0 && out[n-1].From == from && b.HasSink() { // it has no message
			out = out[:n-1]
		}
		if n := len(out); n > 0 {
			before := out[n-1]
			if before.From = from; before == span {
				continue
			}
		}
		out = append(out, span)
	}
	if n := len(out); n > 1 && b.HasSink() && out[n-1].From == s.MessageCount { // it has no message
		out = out[:n-1]
	}
	if len(out) > 1 {
		s.Spans = out
	}
}

func keepLast(at *string, s string) {
	if s != "" {
		*at = s
	}
}

// plainURL returns the URL of a remote without what may be a password or a token.
func plainURL(s string) string {
	scheme, rest, ok := text.Cut(s, "://")
	if !ok {
		return s
	}
	if i := strings.IndexAny(rest, "?#"); i >= 0 {
		rest = rest[:i]
	}
	host := strings.IndexByte(rest, '/')
	if host < 0 {
		host = len(rest)
	}
	if at := strings.LastIndexByte(rest[:host], '@'); at >= 0 {
		user, _, _ := text.Cut(rest[:at], ":")
		if rest = rest[at+1:]; text.Lower(scheme) == "ssh" && user != "" {
			rest = user + "@" + rest
		}
	}
	return scheme + "://" + rest
}

// SourceFilter says what was recorded where and by which version. Its zero value keeps
// all.
type SourceFilter struct{ Branches, Repositories, Versions []string }

// Given reports whether the filter leaves anything out.
func (f *SourceFilter) Given() bool {
	return f.Branches != nil || f.Repositories != nil || f.Versions != nil
}

// Matches reports whether a part of a session passes the filter; a part that is nil
// has a folder at most.
func (f *SourceFilter) Matches(x *session.Span, cwd string) bool {
	if x == nil {
		x = &session.Span{}
	}
	if x.Cwd != "" {
		cwd = x.Cwd
	}
	return (f.Branches == nil || matchesAny(f.Branches, func(want string) bool { return text.MatchesName(want, x.GitBranch) })) &&
		(f.Versions == nil || matchesAny(f.Versions, func(want string) bool {
			return want == x.AgentVersion || strings.HasPrefix(x.AgentVersion, want+".")
		})) &&
		(f.Repositories == nil || matchesAny(f.Repositories, func(want string) bool {
			if strings.HasPrefix(want, "/") || len(want) > 2 && want[1] == ':' && (want[2] == '\\' || want[2] == '/') {
				return isBelow(want, cwd)
			}
			return x.Repository != "" && strings.HasSuffix("/"+repositoryName(x.Repository), "/"+repositoryName(want))
		}))
}

func matchesAny(list []string, is func(string) bool) bool {
	for _, s := range list {
		if is(s) {
			return true
		}
	}
	return false
}

// repositoryName returns what all ways to write the URL of a remote have in common.
func repositoryName(url string) string {
	url = text.Lower(plainURL(url))
	if _, rest, ok := text.Cut(url, "://"); ok {
		url = rest
	}
	if at := strings.IndexByte(url, '@'); at >= 0 {
		url = url[at+1:]
	}
	host, path, ok := text.Cut(url, ":")
	if ok {
		url = host + "/" + path
	}
	return strings.TrimSuffix(TrimSlashes(url), ".git")
}
