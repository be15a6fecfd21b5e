package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/core/fault"
)

// sessionName is how a person names a session: agent:id, an id alone, the
// beginning of either, or its place in the list of the newest: last, last-2,
// agent:last.
type sessionName struct {
	agent string // empty for all agents
	id    string
	typed string
}

// minPrefix is how many characters of an id without an agent name a session.
const minPrefix = 4

// maxCandidates is how many sessions an error names.
const maxCandidates = 10

// readName reads the one or two words that name a session.
func readName(words []string) (sessionName, error) {
	if len(words) == 2 {
		if words[0] == "" || words[1] == "" {
			return sessionName{}, misuse("a session is named by an agent and a session id, not %q and %q", words[0], words[1])
		}
		return sessionName{words[0], words[1], words[0] + ":" + words[1]}, nil
	}
	word := words[0]
	agent, id, ok := strings.Cut(word, ":")
	switch {
	case !ok && word != "":
		return sessionName{"", word, word}, nil
	case agent != "" && id != "":
		return sessionName{agent, id, word}, nil
	}
	e := misuse("%q names no session; write agent:session-id", word)
	e.hint = "heddle help references"
	return sessionName{}, e
}

// back returns N of last-N, and whether the name is last or last-N.
func (n sessionName) back() (int, bool) {
	rest, ok := strings.CutPrefix(n.id, "last")
	if !ok || rest == "" {
		return 0, ok
	}
	digits, ok := strings.CutPrefix(rest, "-")
	if !ok || len(digits) > 6 || digits == "" || strings.Trim(digits, "0123456789") != "" {
		return 0, false
	}
	back, err := strconv.Atoi(digits)
	return back, err == nil
}

// ref is the name as an operation accepts it.
func (n sessionName) ref() heddle.Ref { return heddle.Ref(n.agent + ":" + n.id) }

// sessionOperation is an operation on one session.
type sessionOperation[T any] func(ctx context.Context, h *heddle.Heddle, ref heddle.Ref) (T, error)

// onSession returns run on the session that one or two words name. A complete
// name costs nothing: only when there is no such session is it looked for.
func onSession[T any](a *app, words []string, run sessionOperation[T]) (operation[T], error) {
	name, err := readName(words)
	return func(ctx context.Context, h *heddle.Heddle) (result T, err error) {
		if name.agent != "" {
			result, err = run(ctx, h, name.ref())
			if code := fault.CodeOf(err); code != fault.SessionNotFound && code != fault.AgentNotFound {
				return result, err
			}
		}
		ref, err := a.findSession(ctx, h, name, err)
		if err != nil {
			return result, err
		}
		return run(ctx, h, ref)
	}, err
}

// findSession returns the session with a name. The error if no session has it is
// missing, if that is not nil. An id that is the whole name wins over last,
// and that over the beginning of an id.
func (a *app) findSession(ctx context.Context, h *heddle.Heddle, name sessionName, missing error) (heddle.Ref, error) {
	f := &finder{ctx: ctx, h: h, name: name}
	f.list = f.listSessions
	found, err := f.result(missing)
	return heddle.Ref(found.UnifiedID), err
}

// result looks for the session.
func (f *finder) result(missing error) (found heddle.SessionSummary, err error) {
	f.quietly(f.find)
	switch {
	case f.err != nil:
		return found, f.err
	case len(f.found) == 1 && heddle.Ref(f.found[0].UnifiedID) == f.name.ref() && missing != nil:
		return found, missing // it is listed, and what was not found is something else
	case len(f.found) == 1:
		return f.found[0], nil
	case len(f.found) > 1:
		return found, ambiguous(f.name.typed, f.found, time.Now())
	}
	return found, f.notFound(missing)
}

// finder looks for the session with a name.
type finder struct {
	ctx  context.Context
	h    *heddle.Heddle
	name sessionName

	list        func(heddle.ListOptions) []heddle.SessionSummary
	found, near []heddle.SessionSummary
	err         error
}

// quietly runs what must not show notes, and whose responses are decoded.
func (f *finder) quietly(run func()) {
	if e, ok := f.h.Engine().(*observedEngine); ok {
		undecoded := e.undecoded
		e.undecoded, e.silent = false, true
		defer func() { e.undecoded, e.silent = undecoded, false }()
	}
	run()
}

// listSessions lists sessions; the first error ends the search.
func (f *finder) listSessions(o heddle.ListOptions) []heddle.SessionSummary {
	if f.err != nil {
		return nil
	}
	list, err := f.h.Sessions.List(f.ctx, o)
	if fault.CodeOf(err) != fault.AgentNotFound {
		f.err = err
	}
	return itemsOf(list)
}

// withPrefix lists sessions whose id begins with a text; subagents' sessions
// only where there are no others.
func (f *finder) withPrefix(prefix string, limit int64) []heddle.SessionSummary {
	found := f.list(heddle.ListOptions{Agent: heddle.Agent(f.name.agent), IDPrefix: prefix, Limit: limit, Subagents: true})
	isSubagent := func(s heddle.SessionSummary) bool { return s.IsSubagent }
	if own := slices.DeleteFunc(slices.Clone(found), isSubagent); len(own) > 0 {
		return own
	}
	return found
}

func (f *finder) find() {
	id := f.name.id
	if f.name.agent != "" && !slices.Contains(core.AgentNames(), f.name.agent) {
		id = f.name.typed // an id with a colon in it
		f.name.agent, f.name.id = "", id
	}
	matches := f.withPrefix(id, heddle.NoLimit)
	for _, s := range matches {
		if s.SessionID == id {
			f.found = append(f.found, s)
		}
	}
	back, isPlace := f.name.back()
	switch {
	case len(f.found) > 0 || f.err != nil:
	case isPlace:
		newest := f.list(heddle.ListOptions{Agent: heddle.Agent(f.name.agent), Limit: int64(back) + 1})
		if back < len(newest) {
			f.found = newest[back : back+1]
		}
	case f.name.agent != "" || len(id) >= minPrefix:
		f.found = matches
	}
	if len(f.found) == 0 && !isPlace {
		f.near = f.nearby(id)
	}
}

// maxNear is how many sessions an error suggests.
const maxNear = 3

// nearby returns sessions that may be meant: ids that begin like the one that
// was typed, and of the newest sessions those with a similar id or with the
// words in their title.
func (f *finder) nearby(id string) []heddle.SessionSummary {
	var out []heddle.SessionSummary
	for _, n := range []int{len(id) * 3 / 4, len(id) / 2, 8, minPrefix} {
		if n < minPrefix || n >= len(id) {
			continue
		}
		if found := f.withPrefix(id[:n], maxNear+1); len(found) > 0 && len(found) <= maxNear {
			out = found
			break
		}
	}
	recent := f.list(heddle.ListOptions{Agent: heddle.Agent(f.name.agent), Limit: newest})
	for i := range recent {
		s := &recent[i]
		if similar(id, s.SessionID) || strings.Contains(strings.ToLower(s.Title), strings.ToLower(id)) {
			out = append(out, *s)
		}
	}
	seen := map[string]bool{}
	out = slices.DeleteFunc(out, func(s heddle.SessionSummary) bool {
		again := seen[s.UnifiedID]
		seen[s.UnifiedID] = true
		return again
	})
	return out[:min(len(out), maxNear)]
}

// notFound is the error for a name that no session has.
func (f *finder) notFound(missing error) error {
	e := &fault.Error{}
	if !errors.As(missing, &e) {
		e = fault.New(fault.SessionNotFound, fmt.Sprintf("no session has the id %q", f.name.typed)).WithHint("sessions.list shows the ids")
	}
	plain := *e
	e = &plain
	switch back, isPlace := f.name.back(); {
	case isPlace && back > 0:
		e.Message = fmt.Sprintf("%s: there are fewer sessions", f.name.typed)
	case isPlace:
		e.Message = fmt.Sprintf("%s: there is no session", f.name.typed)
	case len(f.near) > 0:
		e.Hint = "did you mean " + describeNear(f.near) + "?"
	case fault.CodeOf(missing) == fault.AgentNotFound:
		agent, _, _ := strings.Cut(f.name.typed, ":")
		for _, known := range core.AgentNames() {
			if similar(agent, known) {
				e.Hint = "did you mean " + known + ":" + strings.TrimPrefix(f.name.typed, agent+":") + "?"
				break
			}
		}
	case f.name.agent == "" && len(f.name.id) < minPrefix:
		e.Hint = fmt.Sprintf("give at least %d characters of the id, or agent:id", minPrefix)
	}
	return e
}

// describeNear names sessions with their titles in one line.
func describeNear(list []heddle.SessionSummary) string {
	var out []string
	for i := range list {
		out = append(out, fmt.Sprintf("%s (%s)", oneField(list[i].UnifiedID), oneField(or(list[i].Title, "no title"))))
	}
	return strings.Join(out, " or ")
}

// ambiguous is the error for a name that several sessions have.
func ambiguous(typed string, found []heddle.SessionSummary, now time.Time) error {
	slices.SortStableFunc(found, func(a, b heddle.SessionSummary) int {
		return cmp.Or(b.UpdatedAt.Compare(a.UpdatedAt), cmp.Compare(a.UnifiedID, b.UnifiedID))
	})
	var b strings.Builder
	fmt.Fprintf(&b, "%q may be any of %d sessions:", typed, len(found))
	for i := range found {
		if i == maxCandidates {
			fmt.Fprintf(&b, "\n  … and %d more", len(found)-i)
			break
		}
		s := &found[i]
		fmt.Fprintf(&b, "\n  %s  %s  %s", oneField(s.UnifiedID), ago(s.UpdatedAt, now), oneField(or(s.Title, "-")))
	}
	return usageError{err: errors.New(b.String()), hint: "give more of the id, or the agent as well: agent:id"}
}

// similar reports whether a typed word may be meant as another: it differs from
// it, or from its beginning, by few characters.
func similar(typed, other string) bool {
	if len(typed) < 3 {
		return false
	}
	most := max(len(typed)/6, 1)
	return editDistance(typed, other) <= most || len(other) > len(typed) && editDistance(typed, other[:len(typed)]) <= most
}

// editDistance counts the bytes to insert, remove, replace or swap with their
// neighbour that make b of a.
func editDistance(a, b string) int {
	rows := [3][]int{make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)}
	for j := range rows[1] {
		rows[1][j] = j
	}
	for i := range len(a) {
		before, last, row := rows[0], rows[1], rows[2]
		row[0] = i + 1
		for j := range len(b) {
			change := 1
			if a[i] == b[j] {
				change = 0
			}
			row[j+1] = min(last[j+1]+1, row[j]+1, last[j]+change)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		rows = [3][]int{last, row, before}
	}
	return rows[1][len(b)]
}
