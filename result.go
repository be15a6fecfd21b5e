package heddle

import (
	"encoding/json"
	"strings"
	"time"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/session"
)

// Error is the type of every error that a method returns.
type Error = fault.Error

// Code is the stable code of an error. It is an error itself, so that errors.Is accepts it.
type Code = fault.Code

// Money is an amount in USD, exact to 12 decimal places. String prints it, Plus adds exactly, and
// it is a number in JSON.
type Money = session.Money

// ParseMoney reads a decimal number in USD, such as 0.0571962 or 5e-2. It is exact: a number with more
// than 12 decimal places, or one that Money cannot hold, is INVALID_ARGUMENT.
func ParseMoney(text string) (Money, error) { return session.ParseMoney(text) }

// JSON is any JSON value as text.
type JSON = json.RawMessage

// Ref names a session: the agent, a colon, and the agent's own id of it, such as
// "claude:3b067d2e-e875-4cbc-aa9c-92d248ba650e".
type Ref string

// byName begins the Ref of a session that a person names. No agent's name begins with it.
const byName = "?"

// Named returns the Ref of a session as a person names it: agent:id or id, the beginning of either (of
// an id alone at least 4 characters), last, last-2 or claude:last. The operation looks for the session;
// INVALID_ARGUMENT when several may be meant.
func Named(name string) Ref { return Ref(byName + name) }

// typed is what a person typed; empty for the name of one session.
func (r Ref) typed() string {
	name, _ := strings.CutPrefix(string(r), byName)
	if name == string(r) {
		return ""
	}
	return name
}

// unifiedID is the name of one session; empty for what a person typed.
func (r Ref) unifiedID() string {
	if strings.HasPrefix(string(r), byName) {
		return ""
	}
	return string(r)
}

// Ref returns the name of the session.
func (s *SessionSummary) Ref() Ref { return Ref(s.UnifiedID) }

// Ref returns the name of the session.
func (s *Session) Ref() Ref { return Ref(s.UnifiedID) }

// Notes say how complete a result is.
type Notes struct {
	// Diagnostics say what is missing and why; empty when the result is complete.
	Diagnostics []Diagnostic
	// Report says what reading the session's files encountered; nil except for one session.
	Report *Report
}

// List is a list with notes on how complete it is.
type List[T any] struct {
	Items []T
	Notes
	Total int64 // number of all items when Items are one page; else 0
	Next  int64 // offset of the next page; 0 after the last page
	// AtMost is set when the limit of a list of sessions leaves some out: no more than these are
	// in the whole list. It is counted by the names of files, so the whole may be shorter.
	AtMost int64
}

// Text is a rendered session or comparison.
type Text struct {
	Text string
	Notes
}

// Version returns the version of the snapshot that Store.Export returned, 1; 0 for other texts.
func (t *Text) Version() int64 {
	var snapshot struct {
		Version  int64           `json:"version"`
		Metadata json.RawMessage `json:"metadata"`
	}
	if json.Unmarshal([]byte(t.Text), &snapshot) != nil || snapshot.Metadata == nil {
		return 0
	}
	return snapshot.Version
}

// String returns the text.
func (t *Text) String() string { return t.Text }

func notesOf(notes core.Notes) Notes {
	out := Notes{Report: convertPointer(notes.Report, toReport)}
	for _, d := range notes.Diagnostics {
		out.Diagnostics = append(out.Diagnostics, Diagnostic{Code: string(d.Code), Agent: Agent(d.Agent), Path: d.Path,
			Line: d.Line, Offset: d.Offset, Message: d.Message, Hint: d.Hint})
	}
	return out
}

func pageOf(p *session.Page) page {
	if p == nil {
		return page{}
	}
	return page{Total: p.Total, NextOffset: p.Next, AtMost: p.AtMost}
}

// firstOf returns the options of a call, or the defaults.
func firstOf[T any](options []T) (first T) {
	if len(options) > 0 {
		first = options[0]
	}
	return first
}

func same[T any](x T) T { return x }

func convertPointer[E, T any](x *E, convert func(*E) T) *T {
	if x == nil {
		return nil
	}
	out := convert(x)
	return &out
}

func convertList[E, T any](list []E, convert func(*E) T) []T {
	if list == nil {
		return nil
	}
	out := make([]T, len(list))
	for i := range list {
		out[i] = convert(&list[i])
	}
	return out
}

// notNil returns an empty list for nil.
func notNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// nilIfEmpty returns nil for an empty list.
func nilIfEmpty[T any](list []T) []T {
	if len(list) == 0 {
		return nil
	}
	return list
}

func convertMap[E, T any](m map[string]E, convert func(*E) T) map[string]T {
	if m == nil {
		return nil
	}
	out := make(map[string]T, len(m))
	for key, value := range m {
		out[key] = convert(&value)
	}
	return out
}

func toTime(t session.Time) time.Time {
	if t == 0 {
		return time.Time{}
	}
	return time.UnixMilli(int64(t)).UTC()
}

func fromTime(t time.Time) session.Time {
	if t.IsZero() {
		return 0
	}
	return session.Time(t.UnixMilli())
}

// fromLocation returns a location as requests hold it.
func fromLocation(loc *time.Location) *session.Zone {
	if loc == nil {
		return nil
	}
	list := bindings.ZoneOf(loc)
	zone := session.NewZone(list.Name, int64(list.Changes[0].OffsetSeconds))
	for _, change := range list.Changes[1:] {
		if at, _, ok := session.ParseTime(change.At); ok {
			zone.Change(int64(at), int64(change.OffsetSeconds))
		}
	}
	return zone
}

func toRatio(r *session.Ratio) *float64 {
	if r == nil {
		return nil
	}
	out := float64(*r) / float64(session.RatioOne)
	return &out
}

func toJSON(value *session.JSON) JSON { return JSON(*value) }

func toJSONValue(value session.JSON) JSON { return JSON(value) }

func toJSONs(list []session.JSON) []JSON { return convertList(list, toJSON) }

// fromJSONs returns a list that is not nil: it was given, even if it is empty.
func fromJSONs(list []JSON) []session.JSON {
	out := make([]session.JSON, len(list))
	for i, value := range list {
		out[i] = session.JSON(value)
	}
	return out
}
