// Package sessions finds the session that a person names, and lists sessions.
package sessions

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
	"github.com/heddle-dev/heddle/internal/cli/app"
	"github.com/heddle-dev/heddle/internal/cli/terminal"
	"github.com/heddle-dev/heddle/internal/cli/usage"
)

// Name is how a person names a session: agent:id, an id alone, the
// beginning of either, or its place in the list of the newest: last, last-2,
// agent:last.
type Name struct {
	Agent string // empty for all agents
	id    string
	typed string
}

// minPrefix is how many characters of an id without an agent name a session.
const minPrefix = 4

// MaxCandidates is how many sessions an error names.
const MaxCandidates = 10

// ReadName reads the one or two words that name a session.
func ReadName(words []string) (Name, error) {
	if len(words) == 2 {
		if words[0] == "" || words[1] == "" {
			return Name{}, usage.Misuse("a session is named by an agent and a session id, not %q and %q", words[0], words[1])
		}
		return Name{words[0], words[1], words[0] + ":" + words[1]}, nil
	}
	word := words[0]
	agent, id, ok := strings.Cut(word, ":")
	switch {
	case !ok && word != "":
		return Name{"", word, word}, nil
	case agent != "" && id != "":
		return Name{agent, id, word}, nil
	}
	e := usage.Misuse("%q names no session; write agent:session-id", word)
	e.Hint = "heddle help references"
	return Name{}, e
}

// Back returns N of last-N, and whether the name is last or last-N.
func (n Name) Back() (int, bool) {
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
func (n Name) ref() heddle.Ref { return heddle.Ref(n.Agent + ":" + n.id) }

// On returns run on the session that one or two words name. A complete
// name costs nothing: only when there is no such session is it looked for.
func On[T any](a *app.App, words []string, run app.SessionOperation[T]) (app.Operation[T], error) {
	name, err := ReadName(words)
	return func(ctx context.Context, h *heddle.Heddle) (result T, err error) {
		if name.Agent != "" {
			result, err = run(ctx, h, name.ref())
			if code := fault.CodeOf(err); code != fault.SessionNotFound && code != fault.AgentNotFound {
				return result, err
			}
		}
		ref, err := findSession(ctx, a, h, name, err)
		if err != nil {
			return result, err
		}
		return run(ctx, h, ref)
	}, err
}

// findSession returns the session with a name. The error if no session has it is
// missing, if that is not nil. An id that is the whole name wins over last,
// and that over the beginning of an id.
func findSession(ctx context.Context, a *app.App, h *heddle.Heddle, name Name, missing error) (heddle.Ref, error) {
	f := &Finder{Ctx: ctx, H: h, Name: name}
	f.List = f.ListSessions
	found, err := f.Result(missing)
	return heddle.Ref(found.UnifiedID), err
}

// Result looks for the session.
func (f *Finder) Result(missing error) (found heddle.SessionSummary, err error) {
	f.Quietly(f.find)
	switch {
	case f.err != nil:
		return found, f.err
	case len(f.found) == 1 && heddle.Ref(f.found[0].UnifiedID) == f.Name.ref() && missing != nil:
		return found, missing // it is listed, and what was not found is something else
	case len(f.found) == 1:
		return f.found[0], nil
	case len(f.found) > 1:
		return found, ambiguous(f.Name.typed, f.found, time.Now())
	}
	return found, f.notFound(missing)
}

// Finder looks for the session with a name.
type Finder struct {
	Ctx  context.Context
	H    *heddle.Heddle
	Name Name

	List        func(heddle.ListOptions) []heddle.SessionSummary
	found, near []heddle.SessionSummary
	err         error
}

// Quietly runs what must not show notes, and whose responses are decoded.
func (f *Finder) Quietly(run func()) {
	if e, ok := f.H.Engine().(*app.ObservedEngine); ok {
		undecoded := e.Undecoded
		e.Undecoded, e.Silent = false, true
		defer func() { e.Undecoded, e.Silent = undecoded, false }()
	}
	run()
}

// ListSessions lists sessions; the first error ends the search.
func (f *Finder) ListSessions(o heddle.ListOptions) []heddle.SessionSummary {
	if f.err != nil {
		return nil
	}
	list, err := f.H.Sessions.List(f.Ctx, o)
	if fault.CodeOf(err) != fault.AgentNotFound {
		f.err = err
	}
	return app.ItemsOf(list)
}

// withPrefix lists sessions whose id begins with a text; subagents' sessions
// only where there are no others.
func (f *Finder) withPrefix(prefix string, limit int64) []heddle.SessionSummary {
	found := f.List(heddle.ListOptions{Agent: heddle.Agent(f.Name.Agent), IDPrefix: prefix, Limit: limit, Subagents: true})
	isSubagent := func(s heddle.SessionSummary) bool { return s.IsSubagent }
	if own := slices.DeleteFunc(slices.Clone(found), isSubagent); len(own) > 0 {
		return own
	}
	return found
}

func (f *Finder) find() {
	id := f.Name.id
	if f.Name.Agent != "" && !slices.Contains(core.AgentNames(), f.Name.Agent) {
		id = f.Name.typed // an id with a colon in it
		f.Name.Agent, f.Name.id = "", id
	}
	matches := f.withPrefix(id, heddle.NoLimit)
	for _, s := range matches {
		if s.SessionID == id {
			f.found = append(f.found, s)
		}
	}
	back, isPlace := f.Name.Back()
	switch {
	case len(f.found) > 0 || f.err != nil:
	case isPlace:
		newest := f.List(heddle.ListOptions{Agent: heddle.Agent(f.Name.Agent), Limit: int64(back) + 1})
		if back < len(newest) {
			f.found = newest[back : back+1]
		}
	case f.Name.Agent != "" || len(id) >= minPrefix:
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
func (f *Finder) nearby(id string) []heddle.SessionSummary {
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
	recent := f.List(heddle.ListOptions{Agent: heddle.Agent(f.Name.Agent), Limit: app.Newest})
	for i := range recent {
		s := &recent[i]
		if Similar(id, s.SessionID) || strings.Contains(strings.ToLower(s.Title), strings.ToLower(id)) {
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
func (f *Finder) notFound(missing error) error {
	e := &fault.Error{}
	if !errors.As(missing, &e) {
		e = fault.New(fault.SessionNotFound, fmt.Sprintf("no session has the id %q", f.Name.typed)).WithHint("sessions.list shows the ids")
	}
	plain := *e
	e = &plain
	switch back, isPlace := f.Name.Back(); {
	case isPlace && back > 0:
		e.Message = fmt.Sprintf("%s: there are fewer sessions", f.Name.typed)
	case isPlace:
		e.Message = fmt.Sprintf("%s: there is no session", f.Name.typed)
	case len(f.near) > 0:
		e.Hint = "did you mean " + describeNear(f.near) + "?"
	case fault.CodeOf(missing) == fault.AgentNotFound:
		agent, _, _ := strings.Cut(f.Name.typed, ":")
		for _, known := range core.AgentNames() {
			if Similar(agent, known) {
				e.Hint = "did you mean " + known + ":" + strings.TrimPrefix(f.Name.typed, agent+":") + "?"
				break
			}
		}
	case f.Name.Agent == "" && len(f.Name.id) < minPrefix:
		e.Hint = fmt.Sprintf("give at least %d characters of the id, or agent:id", minPrefix)
	}
	return e
}

// describeNear names sessions with their titles in one line.
func describeNear(list []heddle.SessionSummary) string {
	var out []string
	for i := range list {
		out = append(out, fmt.Sprintf("%s (%s)", terminal.OneField(list[i].UnifiedID), terminal.OneField(terminal.Or(list[i].Title, "no title"))))
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
		if i == MaxCandidates {
			fmt.Fprintf(&b, "\n  … and %d more", len(found)-i)
			break
		}
		s := &found[i]
		fmt.Fprintf(&b, "\n  %s  %s  %s", terminal.OneField(s.UnifiedID), terminal.Ago(s.UpdatedAt, now), terminal.OneField(terminal.Or(s.Title, "-")))
	}
	return usage.Error{Err: errors.New(b.String()), Hint: "give more of the id, or the agent as well: agent:id"}
}

// Similar reports whether a typed word may be meant as another: it differs from
// it, or from its beginning, by few characters.
func Similar(typed, other string) bool {
	if len(typed) < 3 {
		return false
	}
	most := max(len(typed)/6, 1)
	return usage.EditDistance(typed, other) <= most || len(other) > len(typed) && usage.EditDistance(typed, other[:len(typed)]) <= most
}
