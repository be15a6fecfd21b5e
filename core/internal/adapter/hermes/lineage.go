package hermes

import (
	"github.com/heddle-dev/heddle/core/internal/order"
)

// linkKind is what a session is to the one that parent_session_id names.
type linkKind uint8

const (
	linkNone      linkKind = iota
	linkContinues          // the same conversation: the parent's context was full
	linkFork               // a branch that the user made
	linkSubagent           // a task of the parent's
	linkFollows            // a new conversation after the parent ended
)

// link is a session's relation; to is the id of the conversation that it
// leads to.
type link struct {
	kind linkKind
	to   string
}

// relationOf distinguishes the four meanings of parent_session_id: by the marks
// in model_config where there are any, else by when and why the parent ended.
// A child that began before its parent ended is a task of it.
func relationOf(in, parent *info) linkKind {
	switch {
	case in.delegateFrom != "" || in.source == sourceSubagent:
		return linkSubagent
	case in.branchedFrom != "":
		return linkFork
	case in.resetFrom != "":
		return linkFollows
	case in.parent == "":
		return linkNone
	case parent == nil:
		return linkFollows
	case parent.endReason == "" || in.started != 0 && in.started < parent.ended:
		return linkSubagent
	case parent.endReason == endCompression:
		return linkContinues
	case parent.endReason == endBranched:
		return linkFork
	}
	return linkFollows
}

// relateSessions finds out what every session is to others, and joins conversations.
func (s *store) relateSessions() {
	for _, in := range s.order {
		in.root = in
		target := in.parent
		in.link.kind = relationOf(in, s.infos[in.parent])
		for _, mark := range []string{in.delegateFrom, in.branchedFrom, in.resetFrom} {
			if target == "" {
				target = mark
			}
		}
		in.link.to = target
	}
	s.joinChains()
	for _, in := range s.order {
		if p := s.infos[in.link.to]; p != nil {
			in.link.to = p.root.id
		}
		if in.link.to == in.id {
			in.link = link{}
		}
	}
}

// joinChains makes chains of continuations. Where two sessions continue one, the
// later one is the conversation, as in Hermes, and the other a fork.
func (s *store) joinChains() {
	children := make([]*info, 0, len(s.order))
	for _, in := range s.order {
		if in.link.kind == linkContinues {
			children = append(children, in)
		}
	}
	order.SortStable(children, func(i, j int) bool {
		a, b := children[i], children[j]
		if a.started != b.started {
			return a.started > b.started
		}
		return a.id > b.id
	})
	for _, in := range children {
		if p := s.infos[in.parent]; p.next == nil && p != in {
			p.next = in
		} else {
			in.link.kind = linkFork
		}
	}
	for _, in := range s.order {
		if in.link.kind == linkContinues {
			continue
		}
		for at := in; at != nil; at = at.next {
			at.root = in
			in.chain = append(in.chain, at)
		}
	}
	for _, in := range s.order { // a loop, which only a damaged file has
		if in.root == in && in.chain == nil {
			in.chain = []*info{in}
			in.link = link{}
		}
	}
}
