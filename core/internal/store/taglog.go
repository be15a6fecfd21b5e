package store

import (
	"strconv"

	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/internal/order"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// Tags are a set: of each session and tag the last change holds, by the time of its event
// and then by its id. So the tags of two stores are joined by giving each the events that it
// lacks, in any order. An event says what it changes in the member "tags", and in "extra" what
// its session has afterwards in the store that wrote it. Older events only have the second,
// from which the change follows.

const (
	// tagsMember of an event has for each session {"add": […], "remove": […]}.
	tagsMember = "tags"
	// tagSetMember names the set of changes that the log has up to the event, so that two
	// stores with the same ones need not read their logs.
	tagSetMember = "set"
)

// TagLog follows the events of a store's tags.
type TagLog struct {
	extra map[string][]string // what the events say that sessions have
	last  map[string]map[string]tagChange
	known map[[16]byte]bool
	set   uint64 // of the ids of changes
}

// tagChange is the last change of a session's tag.
type tagChange struct {
	time    int64
	id      [16]byte
	present bool
}

// tagDelta is what an event changes of one session.
type tagDelta struct {
	unified     string
	add, remove []string
}

// tagList is what a session has.
type tagList struct {
	unified string
	tags    []string
}

// NewTagLog returns a log without events.
func NewTagLog() *TagLog {
	return &TagLog{extra: map[string][]string{}, last: map[string]map[string]tagChange{}, known: map[[16]byte]bool{}}
}

// Has reports whether an event is in the log.
func (l *TagLog) Has(id [16]byte) bool { return l.known[id] }

// Add follows the next event of the log. changes is what another log takes over of it;
// an event that changes no tags has none.
func (l *TagLog) Add(e *host.Event) (changes *TagChanges, err error) {
	l.known[e.ID] = true
	deltas, err := l.readDeltas(e)
	if err != nil || len(deltas) == 0 {
		return nil, err
	}
	l.set ^= idHash(e.ID)
	l.apply(e, deltas)
	return &TagChanges{id: e.ID, time: e.Time, deltas: deltas}, nil
}

// TagChanges is what one event changes.
type TagChanges struct {
	id     [16]byte
	time   int64
	deltas []tagDelta
}

// IsOf reports whether all changes are of sessions with these names.
func (c *TagChanges) IsOf(names map[string]bool) bool {
	for _, d := range c.deltas {
		if !names[d.unified] {
			return false
		}
	}
	return true
}

// Take adds changes of another log, and returns the events with which this log records
// them, with the same ids and times. The last one has what their sessions have afterwards.
func (l *TagLog) Take(changes []*TagChanges) []host.Event {
	events := make([]host.Event, len(changes))
	touched := map[string]bool{}
	var names []string
	for i, c := range changes {
		e := &events[i]
		*e = host.Event{Stream: TagsID, ID: c.id, Time: c.time, Kind: kindUpdated}
		l.known[e.ID] = true
		l.set ^= idHash(e.ID)
		l.apply(e, c.deltas)
		for _, d := range c.deltas {
			if !touched[d.unified] {
				touched[d.unified] = true
				names = append(names, d.unified)
			}
		}
		var lists []tagList
		if i == len(changes)-1 {
			order.SortStrings(names)
			for _, unified := range names {
				lists = append(lists, tagList{unified, l.present(unified)})
			}
		}
		e.Payload = tagsPayload(c.deltas, lists, l.set)
	}
	return events
}

// apply keeps the changes that are later than those before.
func (l *TagLog) apply(e *host.Event, deltas []tagDelta) {
	for _, d := range deltas {
		tags := l.last[d.unified]
		if tags == nil {
			tags = map[string]tagChange{}
			l.last[d.unified] = tags
		}
		set := func(list []string, present bool) {
			for _, tag := range list {
				old, known := tags[tag]
				if !known || e.Time > old.time || e.Time == old.time && string(e.ID[:]) > string(old.id[:]) {
					tags[tag] = tagChange{e.Time, e.ID, present}
				}
			}
		}
		set(d.add, true)
		set(d.remove, false)
	}
}

// present returns the tags of a session, sorted.
func (l *TagLog) present(unified string) (tags []string) {
	for tag, c := range l.last[unified] {
		if c.present {
			tags = append(tags, tag)
		}
	}
	order.SortStrings(tags)
	return tags
}

// readDeltas returns what an event changes.
func (l *TagLog) readDeltas(e *host.Event) (out []tagDelta, err error) {
	if int64(session.TimeOfMillis(e.Time)) != e.Time {
		return nil, hostileEvent(e, "its time")
	}
	if e.Kind == kindDeleted {
		for unified, tags := range l.extra {
			out = append(out, tagDelta{unified: unified, remove: tags})
		}
		order.SortStable(out, func(i, j int) bool { return out[i].unified < out[j].unified })
		clear(l.extra)
		return out, nil
	}
	if e.Kind != kindRegistered && e.Kind != kindUpdated {
		return nil, nil
	}
	v, err := scan.Parse(e.Payload)
	if err != nil {
		return nil, unreadableEvent(e, err)
	}
	explicit := v.Get(tagsMember)
	explicit.EachMember(func(key, d scan.Value) bool {
		out = append(out, tagDelta{key.String(), readTags(d.Get("add")), readTags(d.Get("remove"))})
		return true
	})
	v.Get("extra").EachMember(func(key, list scan.Value) bool {
		unified, now := key.String(), readTags(list)
		if !explicit.Exists() {
			before := l.extra[unified]
			if d := (tagDelta{unified, changeTags(now, nil, before), changeTags(before, nil, now)}); len(d.add)+len(d.remove) > 0 {
				out = append(out, d)
			}
		}
		if l.extra[unified] = now; len(now) == 0 {
			delete(l.extra, unified)
		}
		return true
	})
	return out, nil
}

// tagsPayload renders changes, and the tags that sessions have afterwards.
func tagsPayload(deltas []tagDelta, lists []tagList, set uint64) []byte {
	m := canon.Object(nil)
	if len(lists) > 0 {
		m.Key("extra")
		m.Open('{')
		for i, list := range lists {
			m.Item(i)
			m.MapKey(list.unified)
			if len(list.tags) == 0 { // removes the member
				m.B = append(m.B, "null"...)
			} else {
				m.B = appendStrings(m.B, list.tags)
			}
		}
		m.Close('}')
	}
	m.Str(tagSetMember, text.EncodeHex(appendBig(nil, set)))
	m.Key(tagsMember)
	m.Open('{')
	for i, d := range deltas {
		m.Item(i)
		m.MapKey(d.unified)
		o := canon.Object(m.B)
		if len(d.add) > 0 {
			o.Key("add")
			o.B = appendStrings(o.B, d.add)
		}
		if len(d.remove) > 0 {
			o.Key("remove")
			o.B = appendStrings(o.B, d.remove)
		}
		m.B = o.End()
	}
	m.Close('}')
	return m.End()
}

func appendStrings(b []byte, list []string) []byte {
	b = append(b, '[')
	for i, s := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = canon.AppendString(b, s)
	}
	return append(b, ']')
}

// idHash is what an id adds to the set of changes.
func idHash(id [16]byte) (out uint64) {
	h := hash128(id[:])
	for _, c := range h[:8] {
		out = out<<8 | uint64(c)
	}
	return out
}

func appendBig(b []byte, n uint64) []byte {
	for shift := 56; shift >= 0; shift -= 8 {
		b = append(b, byte(n>>shift))
	}
	return b
}

var tagSetPath = scan.CompilePaths(tagSetMember)

// TagSet returns the name of the set of changes that a log of tags has up to an event;
// "" when the event does not say it.
func TagSet(e *host.Event) string {
	var v [1]scan.Value
	if e == nil || len(e.Payload) == 0 || tagSetPath.Scan(e.Payload, v[:]) != nil {
		return ""
	}
	return v[0].String()
}

// tagSet returns the set of changes that the store's log has up to a position.
func (s *Store) tagSet(head int64) (uint64, error) {
	if head == 0 {
		return 0, nil
	}
	list, err := s.journal.Read(TagsID, head-1, 1)
	if err != nil {
		return 0, err
	}
	if len(list) == 1 {
		if name := TagSet(&list[0]); len(name) == 16 {
			if n, err := strconv.ParseUint(name, 16, 64); err == nil {
				return n, nil
			}
		}
	}
	log := NewTagLog()
	for after := int64(0); after < head; {
		list, err := s.journal.Read(TagsID, after, readEvents)
		if err != nil || len(list) == 0 {
			return log.set, err
		}
		for i := range list {
			if after = list[i].Seq; after <= head {
				_, _ = log.Add(&list[i]) // what cannot be read changes nothing
			}
		}
	}
	return log.set, nil
}
