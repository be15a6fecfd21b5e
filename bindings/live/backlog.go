package live

import (
	"strconv"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/session"
)

// Limits of a backlog. Times are in milliseconds.
const (
	commitDelay  = 40        // between a message and its commit
	commitBytes  = 16 << 20  // of one change of the store, unless one message is longer
	urgentBytes  = 128 << 10 // that are committed without a delay
	slowBytes    = 256 << 10 // that wait; the agent's output is not read meanwhile
	maxBacklog   = 64 << 20  // that wait while the store is away; then messages are lost
	firstRetry   = 50        // after the first failure of the store; it doubles
	longestRetry = 5_000
	lastTries    = 3 // after the end of the session, without a success
)

// backlog decides how messages get into the store: in which batches, at which
// position, into which thread, and what happens when somebody else writes or the
// store cannot be written. It has no clock, no goroutine and no store: the recorder
// asks it for the next step, does that, and says how it went. A backlog that is
// not open keeps everything back.
type backlog struct {
	id string // of the stored session

	queue  []recorded
	bytes  int
	meta   *session.UpdateRequest // to be stored before the next message
	batch  int                    // messages at the beginning of the queue that are being stored
	single bool                   // batches of one message: the store refused several

	position int64 // at which the session is expected; 0 for unknown
	stale    bool  // position must be read anew
	conflict error // of a change at position: somebody else has written, or has locked the store
	query    string
	thread   string // that the messages of the query belong to
	request  string // id of the change that is tried; "" for a new one

	since    int64 // when the first message of the queue came
	failures int   // attempts without a success
	retryAt  int64
	away     error // why the store cannot be written; nil while it can
	full     bool  // messages were lost because the store was away for too long

	open, lazy, urgent, closed bool
	tries                      int // since closed

	added, stored, lost int64
	why                 error   // of the last loss
	reports             []error // for those who listen
}

// stepKind is what a recorder does next.
type stepKind int

const (
	stepWait     stepKind = iota // for Until, or for something new when Until is 0
	stepMeta                     // store the metadata
	stepThread                   // find the active thread
	stepMessages                 // append messages
	stepPosition                 // read the position
	stepEnd                      // nothing is left
)

// step is one step of a recorder.
type step struct {
	kind     stepKind
	until    int64
	meta     *session.UpdateRequest
	query    string
	thread   string
	messages []session.JSON
	expect   int64 // 0 for any position
	request  string
}

// outcome is how a step went: the position or the thread that was read.
type outcome struct {
	position int64 // 0 for unknown
	thread   string
	err      error
}

// add queues a message.
func (b *backlog) add(now int64, m recorded) {
	b.added++
	if b.away != nil && b.bytes+len(m.message) > maxBacklog {
		b.lose(1, b.away)
		if !b.full {
			b.full = true
			b.report(b.away, "too much waits for the store: messages of the session are lost: ")
		}
		return
	}
	if len(b.queue) == 0 {
		b.since = now
	}
	b.queue = append(b.queue, m)
	b.bytes += len(m.message)
}

// setMeta takes metadata to be stored.
func (b *backlog) setMeta(meta *session.UpdateRequest) {
	b.meta = meta
	if b.batch == 0 {
		b.request = "" // it would be that of other metadata
	}
}

// close says that nothing follows. What is left is tried at once.
func (b *backlog) close() { b.closed, b.failures, b.retryAt = true, 0, 0 }

// settled reports whether nobody has to wait for the store: everything is stored, or
// the store is away. If not, the rest is stored at once.
func (b *backlog) settled() bool {
	if !b.open || b.away != nil || b.stored+b.lost == b.added {
		return true
	}
	b.urgent = true
	return false
}

// slow reports whether so much waits that no more is to be read.
func (b *backlog) slow() bool {
	if !b.open {
		return b.bytes > maxBacklog
	}
	return b.away == nil && b.bytes > slowBytes
}

// lose counts messages that will not be stored.
func (b *backlog) lose(n int, why error) {
	b.lost += int64(n)
	b.why = why
}

// report keeps an error for those who listen.
func (b *backlog) report(err error, before string) {
	e := *fault.From(err)
	e.Message = before + e.Message
	b.reports = append(b.reports, &e)
}

// next returns the next step. newID makes the ids of changes.
func (b *backlog) next(now int64, newID func() string) step {
	idle := !b.stale && (!b.open || len(b.queue) == 0 && (b.lazy || b.meta == nil))
	switch {
	case idle && b.closed:
		b.end()
		return step{kind: stepEnd}
	case idle:
		return step{kind: stepWait}
	case b.closed && b.tries >= lastTries:
		b.giveUp()
		return step{kind: stepEnd}
	case b.retryAt > now:
		return step{kind: stepWait, until: b.retryAt}
	case b.stale:
		return step{kind: stepPosition}
	case b.meta != nil && b.batch == 0:
		return step{kind: stepMeta, meta: b.meta, request: b.requestID(newID)}
	case !b.urgent && !b.closed && b.away == nil && b.bytes <= urgentBytes && now < b.since+commitDelay:
		return step{kind: stepWait, until: b.since + commitDelay}
	}
	if q := b.queue[0].query; q != "" && q != b.query {
		return step{kind: stepThread, query: q}
	}
	return step{kind: stepMessages, thread: b.thread, messages: b.take(), expect: b.position, request: b.requestID(newID)}
}

// requestID returns the id of the change that is tried, which stays the same until
// it is done: a change whose answer was lost is not made twice.
func (b *backlog) requestID(newID func() string) string {
	if b.request == "" {
		b.request = newID()
	}
	return b.request
}

// take returns the messages that one change holds, those of one thread. A batch that
// is tried again stays the same.
func (b *backlog) take() (messages []session.JSON) {
	size := 0
	for n, m := range b.queue {
		if b.batch > 0 && n == b.batch || b.batch == 0 && n > 0 && (b.single || size+len(m.message) > commitBytes || m.query != "" && m.query != b.query) {
			break
		}
		size += len(m.message)
		messages = append(messages, m.message)
	}
	b.batch = len(messages)
	return messages
}

// drop forgets the batch.
func (b *backlog) drop(now int64) {
	for _, m := range b.queue[:b.batch] {
		b.bytes -= len(m.message)
	}
	b.queue = b.queue[b.batch:]
	b.batch, b.request, b.since = 0, "", now
	if len(b.queue) == 0 {
		b.queue, b.urgent, b.single = nil, false, false
	}
}

// done takes how a step went.
func (b *backlog) done(now int64, s step, o outcome) {
	if o.err != nil {
		b.failed(now, s, o.err)
		return
	}
	switch s.kind { // that the store can be read does not say that it can be written
	case stepPosition:
		if b.conflict != nil && o.position == b.position {
			b.leave(b.conflict)
			b.retryAt = now + firstRetry
		}
		b.position, b.stale, b.conflict = o.position, false, nil
		return
	case stepThread:
		b.query, b.thread = s.query, o.thread
		return
	case stepMeta:
		if b.meta == s.meta {
			b.meta = nil
		}
		b.request = ""
	case stepMessages:
		b.stored += int64(len(s.messages))
		b.lazy = false
		b.drop(now)
	}
	if b.stale = o.position == 0; !b.stale {
		b.position = o.position
	}
	b.failures, b.retryAt, b.tries = 0, 0, 0
	if b.away != nil {
		b.away, b.full = nil, false
		b.report(fault.New(fault.IO, "messages are stored again"), "")
	}
}

// failed decides what follows a failure of the store.
func (b *backlog) failed(now int64, s step, err error) {
	b.failures++
	if b.closed {
		b.tries++
	}
	code := fault.CodeOf(err)
	switch {
	case s.kind == stepThread && code == fault.SessionNotFound:
		b.failures, b.tries = 0, 0
		b.query, b.thread = s.query, ""
		return
	case s.kind == stepPosition && code == fault.SessionNotFound: // somebody has deleted it
		b.position, b.stale, b.conflict = 0, false, nil
	case code == fault.Conflict && s.expect != 0:
		b.stale, b.conflict = true, err // the position says which it is
		if b.failures == 1 {
			return
		}
	case s.kind == stepMessages && code == fault.ThreadNotFound:
		b.query, b.request = "", "" // nothing was stored
	case s.kind == stepMessages && isRefusal(code):
		b.refuse(now, err)
		return
	case s.kind == stepMeta && isRefusal(code):
		b.meta, b.request = nil, ""
		b.report(err, "the metadata of the session is not stored: ")
		return
	default:
		b.leave(err)
	}
	b.retryAt = now + min(int64(firstRetry)<<min(b.failures-1, 10), longestRetry)
}

// leave takes that the store cannot be written for now.
func (b *backlog) leave(why error) {
	if b.away == nil {
		b.away = why
		b.report(why, "recording waits for the store, the agent continues: ")
	}
}

// isRefusal reports whether an error is about what shall be stored, not about the store.
func isRefusal(code fault.Code) bool {
	return code == fault.InvalidArgument || code == fault.LimitExceeded || code == fault.ParseError || code == fault.MessageLimitReached
}

// refuse takes that the store does not take a batch: one message after the other is
// tried, and the one that is refused is lost.
func (b *backlog) refuse(now int64, err error) {
	b.failures, b.tries = 0, 0
	if b.batch > 1 {
		b.single, b.batch, b.request = true, 0, ""
		return
	}
	if b.lost == 0 { // how many there were is reported at the end
		b.report(err, "a message is not stored: ")
	}
	b.lose(b.batch, err)
	b.drop(now)
}

// giveUp loses what is left.
func (b *backlog) giveUp() {
	why := b.away
	if why == nil {
		why = fault.New(fault.Conflict, "others keep writing to the stored session")
	}
	b.lose(len(b.queue), why)
	b.meta, b.queue, b.bytes = nil, nil, 0
	b.end()
}

// end reports what was lost.
func (b *backlog) end() {
	if b.lost > 0 {
		b.report(b.why, strconv.FormatInt(b.lost, 10)+" messages of the session are not stored: ")
	}
}

// takeReports returns the reports since the last call.
func (b *backlog) takeReports() (list []error) {
	list, b.reports = b.reports, nil
	return list
}
