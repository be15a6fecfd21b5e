package store

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/order"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// TagsID is the id under which the store keeps the tags of sessions: the extra of this session has a
// member for each session with tags, by unified id. It is not listed, counted or cleared as a session.
// Its events are ordinary ones, so engines that do not know it show it as an empty session.
const TagsID = ".tags"

// Limits of the tags that the store keeps.
const (
	maxTags           = 100 // of a session
	maxTaggedSessions = 10_000
)

// Tag adds tags to a session and removes others, and returns its tags, sorted.
func (s *Store) Tag(unified string, add, remove []string, req Request) ([]string, error) {
	st, err := s.changeSession(TagsID, req, func(st *State, edge stamp) (changePlan, error) {
		before := tagsOf(st, unified)
		after := changeTags(before, add, remove)
		switch {
		case equalTags(before, after):
			return changePlan{}, nil
		case len(after) > maxTags:
			return changePlan{}, fault.New(fault.LimitExceeded, "a session has at most 100 tags")
		case len(before) == 0 && countMembers(st.extra) >= maxTaggedSessions:
			return changePlan{}, fault.New(fault.LimitExceeded, "the store keeps the tags of at most 10,000 sessions")
		}
		kind := kindUpdated
		if !st.isComplete() {
			kind = kindRegistered
		}
		change := tagDelta{unified, changeTags(after, nil, before), changeTags(before, nil, after)}
		set, err := s.tagSet(st.seq)
		if err != nil {
			return changePlan{}, err
		}
		p := singleEvent(kind, tagsPayload([]tagDelta{change}, []tagList{{unified, after}}, set^idHash(edge.id)))
		p.after = st.updated // the last change holds, also where the clock is late
		return p, nil
	})
	if err != nil {
		return nil, err
	}
	return tagsOf(st, unified), nil
}

// changeTags returns the tags after a change, sorted.
func changeTags(tags, add, remove []string) []string {
	all := append(append([]string(nil), tags...), add...)
	order.SortStrings(all)
	var out []string
next:
	for i, t := range all {
		if i > 0 && t == all[i-1] {
			continue
		}
		for _, gone := range remove {
			if t == gone {
				continue next
			}
		}
		out = append(out, t)
	}
	return out
}

// Tags calls fn for every session with tags, in byte order of their unified ids. The tags are sorted.
func (s *Store) Tags(fn func(unified string, tags []string)) error {
	st, err := s.loadState(TagsID)
	if err == nil && st.isComplete() {
		eachTagged(st, func(unified, v scan.Value) {
			if tags := readTags(v); len(tags) > 0 {
				fn(unified.String(), tags)
			}
		})
	}
	return err
}

func eachTagged(st *State, fn func(unified, tags scan.Value)) {
	if len(st.extra) == 0 {
		return
	}
	v, _ := scan.Parse(st.extra)
	v.EachMember(func(key, e scan.Value) bool {
		fn(key, e)
		return true
	})
}

// tagsOf returns the tags of one session.
func tagsOf(st *State, unified string) (tags []string) {
	eachTagged(st, func(key, v scan.Value) {
		if key.EqualString(unified) {
			tags = readTags(v)
		}
	})
	return tags
}

// countMembers counts the members of an object.
func countMembers(object session.JSON) int { return len(listMembers(object)) }

// readTags reads a list of tags. Anything else in it is ignored: extra is open to all callers.
func readTags(v scan.Value) (tags []string) {
	v.EachElement(func(_ int, t scan.Value) bool {
		if t.Kind() == scan.String {
			tags = append(tags, t.String())
		}
		return true
	})
	return changeTags(tags, nil, nil)
}

func equalTags(a, b []string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}
