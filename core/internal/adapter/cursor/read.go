package cursor

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/order"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// walker turns one session into records.
type walker struct {
	env   *adapter.Env
	want  adapter.Want
	out   adapter.Outlet
	log   *adapter.DefectLog // of out
	side  *side
	ref   *adapter.Ref
	found *found
	place place
	rec   adapter.Record // the one that the outlet receives
	told  adapter.Facts  // the last that meta visited

	said int              // messages visited of this place
	ids  map[string]int64 // how often an id occurred
	pace adapter.Pace
}

// Walk implements adapter.Adapter. A session's texts are those of its richest
// place; what only another place knows, spend and facts, is added.
func (reader) Walk(env *adapter.Env, ix *adapter.Index, ref *adapter.Ref, want adapter.Want, out adapter.Outlet) error {
	s, ok := ix.Side.(*side)
	if !ok || s.sessions[ref.ID] == nil {
		return fault.New(fault.BadRef, "not a session of this index").At(ref.Path, 0, 0)
	}
	w := &walker{env: env, want: want, out: out, log: out.Log(), side: s, ref: ref, found: s.sessions[ref.ID], ids: map[string]int64{}}
	if err := w.visitHints(); err != nil {
		return err
	}
	places, failure, err := w.rankPlaces()
	if err != nil {
		return err
	}
	for i, p := range places {
		w.place = p
		err := w.walkPlace()
		if w.said > 0 && err == nil {
			if failure != nil {
				out.Log().Diagnose(fault.DiagnosticOf(env.Agent, failure))
			}
			return w.visitOthers(places[i+1:])
		}
		if w.said > 0 || endsWalk(err) || err != nil && env.Strict {
			return err
		}
		if failure == nil {
			failure = err
		}
	}
	return failure
}

// visitHints visits what counts only where no place has better data.
func (w *walker) visitHints() error {
	s := w.found
	if s.hint == "" && s.model == "" {
		return nil
	}
	w.rec = adapter.Record{Kind: adapter.Meta, Facts: &adapter.Facts{AgentTitle: s.hint, Model: s.model}}
	return w.out.Record(&w.rec)
}

// rankPlaces puts the session's places in order of how much they hold, by prompts
// and calls of tools, which all kinds of places have: a store forgets what it
// summarized, a transcript may be cut off. Equal ones keep their order. The
// failure is that of a place that cannot be read.
func (w *walker) rankPlaces() (places []place, failure, err error) {
	places = w.found.places
	if len(places) == 1 || w.want.UsageOnly() { // facts and usage of all places are visited: none of them is preferred
		return places, nil, nil
	}
	weights := make([]int, len(places))
	byPlace := make([]int, len(places))
	for i := range places {
		byPlace[i] = i
		one := w.walkQuietly(places[i], adapter.Want{}, func(r *adapter.Record) error {
			if r.Kind == adapter.Message && !r.Branch {
				weights[i] += len(r.ToolCalls)
				if r.Prompt {
					weights[i]++
				}
			}
			return nil
		})
		if endsWalk(one) || one != nil && w.env.Strict {
			return nil, nil, one
		}
		if failure == nil {
			failure = one
		}
	}
	order.SortStable(byPlace, func(i, j int) bool { return weights[byPlace[i]] > weights[byPlace[j]] })
	out := make([]place, len(places))
	for i, at := range byPlace {
		out[i] = places[at]
	}
	return out, failure, nil
}

// visitOthers adds what the places know whose texts are not shown: facts and spend.
func (w *walker) visitOthers(places []place) error {
	for _, p := range places {
		err := w.walkQuietly(p, adapter.Want{Usage: true}, func(r *adapter.Record) error {
			if r.Kind != adapter.Meta && r.Usage == nil && r.USD == nil {
				return nil
			}
			if r.Kind == adapter.Meta {
				w.dropKnown(r.Facts)
			} else {
				*r = adapter.Record{Kind: adapter.Usage, Path: r.Path, Time: r.Time, Naive: r.Naive, Model: r.Model,
					Usage: r.Usage, USD: r.USD, UsageKey: r.UsageKey}
			}
			return w.out.Record(r)
		})
		if endsWalk(err) {
			return err
		}
	}
	return nil
}

// dropKnown drops from another place's facts what the shown place has.
func (w *walker) dropKnown(f *adapter.Facts) {
	if w.told.AgentTitle != "" {
		f.AgentTitle = ""
	}
	if w.told.Model != "" {
		f.Model = ""
	}
}

// walkQuietly walks another place of the session; what is damaged there is not
// said, because it is not shown.
func (w *walker) walkQuietly(p place, want adapter.Want, visit func(*adapter.Record) error) error {
	out := adapter.NewOutlet(&adapter.DefectLog{}, visit)
	other := &walker{env: w.env, want: want, out: out, log: out.Log(), side: w.side, ref: w.ref, found: w.found, place: p, ids: map[string]int64{}}
	return other.walkPlace()
}

// walkPlace walks the session's current place.
func (w *walker) walkPlace() error {
	switch w.place.kind {
	case composer:
		return w.walkComposer()
	case store:
		return w.walkStore()
	case tab:
		return w.walkTab()
	case lines:
		return w.walkLines()
	case plain:
		return w.walkText()
	}
	return w.walkDescribed()
}

// endsWalk reports whether an error ends a walk regardless of what else could be read.
func endsWalk(err error) bool {
	code := fault.CodeOf(err)
	return code == fault.Timeout || code == fault.Conflict
}

// visitFacts visits what the session's places say about it from outside, together
// with what its own record says.
func (w *walker) visitFacts(own adapter.Facts) error {
	s := w.found
	own.Created, own.Updated = session.Earliest(s.created, own.Created), session.Latest(s.updated, own.Updated)
	own.Subagent, own.Archived = own.Subagent || s.subagent, own.Archived || s.archived
	own.Cwd = firstText(s.cwd, own.Cwd)
	own.AgentTitle = firstText(own.AgentTitle, s.title)
	own.ParentID = firstText(own.ParentID, s.parent)
	own.Model = namedModel(own.Model)
	w.told = own
	w.rec = adapter.Record{Kind: adapter.Meta, Facts: &own}
	return w.emitRecord()
}

// firstText is the first of two texts that is not empty.
func firstText(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// beginRecord starts a record of a message.
func (w *walker) beginRecord(m *native) {
	w.rec = adapter.Record{Kind: adapter.Ignored, ID: w.uniqueID(m.id), Line: m.line, Offset: m.offset, Time: m.time}
	if w.want.Raw {
		w.rec.Raw = m.raw
	}
}

// uniqueID makes an id unique in the walk: a store names a message by its content,
// so that two equal ones have one name.
func (w *walker) uniqueID(id string) string {
	if id == "" {
		return ""
	}
	w.ids[id]++
	if n := w.ids[id]; n > 1 {
		return id + "#" + text.FormatInt(n)
	}
	return id
}

// emitRecord visits the record.
func (w *walker) emitRecord() error {
	if w.place.path != w.ref.Path {
		w.rec.Path = w.place.path
	}
	if w.rec.Kind == adapter.Message {
		w.said++
	}
	return w.out.Record(&w.rec)
}

// reportSkip reports what could not be read.
func (w *walker) reportSkip(line, offset int64, reason string) error {
	return w.log.ReportSkip(w.place.path, line, offset, reason)
}
