// Package diff compares two sessions message by message and renders the
// comparison as text. It is a pure function of its arguments: what is
// compared is who speaks and what is said, never ids, times or models, so
// sessions of different agents compare as well as a fork and its parent.
package diff

import "github.com/heddle-dev/heddle/core/session"

// Options say what Compare does besides aligning messages.
type Options struct {
	// TextEdits asks for the edits of the content of every modification, word
	// by word (see textEdits). A message without content counts as empty text,
	// so tool results have none.
	TextEdits bool
	// Poll, unless nil, is called at least once per 100,000 inner steps; the
	// error it returns ends the comparison and is returned as it is.
	Poll func() error
}

// Compare aligns the messages of a and b and returns the operations that lead
// from a to b, and how many there are of each kind. Every message of a and of
// b is in exactly one operation. The operations point into a and b, which
// must not change while they are in use.
//
// Two messages are equal when role and content are, as strings
// (spec/session-manager.md 6.6). A message whose content is empty by design
// is compared by other members: the tool's name and the output of
// a result, else the names and inputs of calls, else the attachments, else
// the thinking; never ids, times or durations. Otherwise every two results
// would be equal, regardless of their output.
//
// The unchanged messages are a longest common subsequence. Which one, when
// there are several, is settled as follows, so that the answer never depends
// on anything but the messages, and Compare(b, a) is the mirror of
// Compare(a, b):
//
//  1. equal messages at the beginning, then at the end, are matched;
//  2. the session with fewer messages leads; of two of one length, the one
//     whose first message that differs comes first by role, then content;
//  3. going through the leading session, every message is matched that a
//     longest alignment still has room for, with the first equal message of
//     the other session that is left.
//
// In a gap between matches the messages of the same role are paired in the
// same manner, by role instead of role and content: as many pairs as can be
// without crossing, the first of each role first. Each pair is a modification.
//
// Operations are in an order in which the messages of a come in order and
// so do those of b; between two messages that both sides have, the removals
// come before the additions. Leaving out the removals and taking the message
// of b elsewhere therefore gives b.
//
// Time is proportional to the product of what remains of both lengths after
// step 1, without messages that only one side has, divided by 64; memory is
// linear.
func Compare(a, b []session.Message, opts Options) ([]session.DiffOperation, session.DiffStats, error) {
	w := &work{poll: opts.Poll}
	m := alignMessages(a, b, w)
	if w.err != nil {
		return nil, session.DiffStats{}, w.err
	}
	ops, stats := m.listOperations(a, b)
	if opts.TextEdits {
		budget := newBudget()
		for i := range ops {
			op := &ops[i]
			if op.Type != session.DiffTypeModification || op.MessageA.Content == op.MessageB.Content {
				continue
			}
			op.TextEdits = textEdits(op.MessageA.Content, op.MessageB.Content, budget, w)
			if w.err != nil {
				return nil, session.DiffStats{}, w.err
			}
		}
	}
	return ops, stats, nil
}

// listOperations lists the steps of an alignment.
func (m *alignment) listOperations(a, b []session.Message) ([]session.DiffOperation, session.DiffStats) {
	s := &script{a: a, b: b, index: make([]int64, max(len(a), len(b)))}
	for i := range s.index {
		s.index[i] = int64(i)
	}
	steps := len(b)
	for _, j := range m.partner {
		if j < 0 {
			steps++
		}
	}
	s.ops = make([]session.DiffOperation, 0, steps)
	next := 0 // in b
	// Additions wait until the next message of a that has a partner, after
	// the removals.
	for i := range a {
		j := int(m.partner[i])
		if j < 0 {
			s.addOperation(session.DiffTypeRemoval, &s.stats.Removals, i, -1)
			continue
		}
		for ; next < j; next++ {
			s.addOperation(session.DiffTypeAddition, &s.stats.Additions, -1, next)
		}
		next = j + 1
		if m.changed[i] {
			s.addOperation(session.DiffTypeModification, &s.stats.Modifications, i, j)
		} else {
			s.addOperation(session.DiffTypeUnchanged, &s.stats.Unchanged, i, j)
		}
	}
	for ; next < len(b); next++ {
		s.addOperation(session.DiffTypeAddition, &s.stats.Additions, -1, next)
	}
	return s.ops, s.stats
}

// script collects operations.
type script struct {
	a, b  []session.Message
	index []int64 // what the operations' indexes point to
	ops   []session.DiffOperation
	stats session.DiffStats
}

// addOperation appends an operation on message i of a and j of b, -1 for none.
//
//go:noinline
func (s *script) addOperation(kind session.DiffType, count *int64, i, j int) {
	op := session.DiffOperation{Type: kind}
	if i >= 0 {
		op.IndexA, op.MessageA = &s.index[i], &s.a[i]
	}
	if j >= 0 {
		op.IndexB, op.MessageB = &s.index[j], &s.b[j]
	}
	s.ops = append(s.ops, op)
	*count++
}
