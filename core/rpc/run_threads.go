package rpc

import (
	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/internal/threads"
	"github.com/heddle-dev/heddle/core/session"
)

// threaded runs call on the store's threads, if the request could be decoded.
func threaded(e *core.Engine, writable bool, decoded error, call func(*threads.Threads) ([]byte, error)) ([]byte, error) {
	return stored(e, writable, decoded, func(s *store.Store) ([]byte, error) { return call(threads.New(s)) })
}

// runThreads runs the operations on threads; ok is false for others.
func runThreads(e *core.Engine, op Op, req []byte) (body []byte, ok bool, err error) {
	switch op {
	case OpThreadsStart, OpThreadsFork, OpThreadsRecord, OpThreadsRollback, OpThreadsCompact:
		body, err = runThreadMaking(e, op, req)
	case OpThreadsResume, OpThreadsArchive, OpThreadsUnarchive, OpThreadsDelete, OpThreadsSetActive, OpThreadsUnsubscribe, OpThreadsUnrollback:
		x := new(session.ThreadChange)
		body, err = threaded(e, writes, decodeThreadChange(req, x), func(t *threads.Threads) ([]byte, error) { return changeThread(t, op, x) })
	case OpThreadsRename:
		x := new(session.ThreadRenameRequest)
		body, err = threaded(e, writes, decodeThreadRenameRequest(req, x), func(t *threads.Threads) ([]byte, error) {
			return changed(x.RequestID, x.Expect, func(r store.Request) (*threads.Meta, error) {
				return t.Rename(x.SessionID, x.ThreadID, x.Name, r)
			})
		})
	case OpThreadsUpdateMetadata:
		x := new(session.ThreadMetadataRequest)
		body, err = threaded(e, writes, decodeThreadMetadataRequest(req, x), func(t *threads.Threads) ([]byte, error) {
			return changed(x.RequestID, x.Expect, func(r store.Request) (*threads.Meta, error) {
				return t.UpdateMetadata(x.SessionID, x.ThreadID, x.Metadata, r)
			})
		})
	case OpThreadsSetStatus:
		x := new(session.ThreadStatusRequest)
		body, err = threaded(e, writes, decodeThreadStatusRequest(req, x), func(t *threads.Threads) ([]byte, error) {
			return changed(x.RequestID, x.Expect, func(r store.Request) (*threads.Meta, error) {
				return t.SetStatus(x.SessionID, x.ThreadID, x.Status, r)
			})
		})
	case OpThreadsClearActive:
		x := new(session.StoreChange)
		body, err = threaded(e, writes, decodeStoreChange(req, x), func(t *threads.Threads) ([]byte, error) {
			r, err := request(x.RequestID, x.Expect)
			if err != nil {
				return nil, err
			}
			return nothing(t.ClearActive(x.SessionID, r))
		})
	case OpThreadsClear:
		body, err = threaded(e, writes, decodeStoreRequest(req, new(session.StoreRequest)), func(t *threads.Threads) ([]byte, error) { return number(t.Clear()) })
	case OpThreadsList, OpThreadsActive, OpThreadsLoaded, OpThreadsGet, OpThreadsRead, OpThreadsMessages, OpThreadsCount:
		body, err = runThreadReading(e, op, req)
	default:
		return nil, false, nil
	}
	return body, true, err
}

// runThreadMaking runs the operations that make a thread or change what it
// shows.
func runThreadMaking(e *core.Engine, op Op, req []byte) ([]byte, error) {
	switch op {
	case OpThreadsStart:
		x := new(session.ThreadStartRequest)
		return threaded(e, writes, decodeThreadStartRequest(req, x), func(t *threads.Threads) ([]byte, error) {
			o := threads.StartOptions{ThreadID: x.ThreadID, Name: x.Name, ParentThreadID: x.ParentThreadID, Metadata: x.Metadata}
			return changed(x.RequestID, x.Expect, func(r store.Request) (*threads.Meta, error) { return t.Start(x.SessionID, o, r) })
		})
	case OpThreadsFork:
		x := new(session.ThreadForkRequest)
		return threaded(e, writes, decodeThreadForkRequest(req, x), func(t *threads.Threads) ([]byte, error) {
			o := threads.StartOptions{ThreadID: x.NewThreadID, Name: x.Name, ParentThreadID: x.ParentThreadID, Metadata: x.Metadata}
			return changed(x.RequestID, x.Expect, func(r store.Request) (*threads.Meta, error) { return t.Fork(x.SessionID, x.ThreadID, o, r) })
		})
	case OpThreadsRecord:
		x := new(session.ThreadRecordRequest)
		return threaded(e, writes, decodeThreadRecordRequest(req, x), func(t *threads.Threads) ([]byte, error) {
			if x.Messages == nil {
				return nil, missing("messages")
			}
			return changed(x.RequestID, x.Expect, func(r store.Request) (*threads.Meta, error) {
				return t.Record(x.SessionID, x.ThreadID, x.Messages, r)
			})
		})
	case OpThreadsRollback:
		x := new(session.ThreadRollbackRequest)
		return threaded(e, writes, decodeThreadRollbackRequest(req, x), func(t *threads.Threads) ([]byte, error) {
			sel := store.Selector{Count: x.Count, VisibleMessageCount: x.VisibleMessageCount, MessageID: x.MessageID, UUID: x.UUID}
			return changed(x.RequestID, x.Expect, func(r store.Request) (*threads.Meta, error) {
				return t.Rollback(x.SessionID, x.ThreadID, sel, r)
			})
		})
	}
	x := new(session.ThreadCompactRequest)
	return threaded(e, writes, decodeThreadCompactRequest(req, x), func(t *threads.Threads) ([]byte, error) {
		sel := store.Selector{Count: x.Count, VisibleMessageCount: x.VisibleMessageCount, MessageID: x.MessageID, UUID: x.UUID}
		return changed(x.RequestID, x.Expect, func(r store.Request) (*threads.Meta, error) {
			return t.Compact(x.SessionID, x.ThreadID, sel, r)
		})
	})
}

// runThreadReading runs the operations that change nothing.
func runThreadReading(e *core.Engine, op Op, req []byte) ([]byte, error) {
	switch op {
	case OpThreadsList:
		x := new(session.StoreRead)
		return threaded(e, reads, decodeStoreRead(req, x), func(t *threads.Threads) ([]byte, error) { return refs(t.List(x.SessionID, x.At)) })
	case OpThreadsActive:
		x := new(session.StoreRead)
		return threaded(e, reads, decodeStoreRead(req, x), func(t *threads.Threads) ([]byte, error) {
			id, err := t.Active(x.SessionID, x.At)
			if id == "" || err != nil {
				return nothing(err)
			}
			return session.TextJSON(id), nil
		})
	case OpThreadsLoaded:
		x := new(session.ThreadsLoadedRequest)
		return threaded(e, reads, decodeThreadsLoadedRequest(req, x), func(t *threads.Threads) ([]byte, error) {
			f := threads.Filter{OmitArchived: x.IncludeArchived != nil && !*x.IncludeArchived, ThreadID: x.ThreadID, Status: string(x.Status), Limit: x.Limit, At: x.At}
			return one(t.Loaded(x.SessionID, f))
		})
	case OpThreadsGet:
		x := new(session.ThreadRead)
		return threaded(e, reads, decodeThreadRead(req, x), func(t *threads.Threads) ([]byte, error) {
			return one(t.Get(x.SessionID, x.ThreadID, x.At))
		})
	case OpThreadsRead:
		x := new(session.ThreadReadRequest)
		return threaded(e, reads, decodeThreadReadRequest(req, x), func(t *threads.Threads) ([]byte, error) {
			return one(t.Read(x.SessionID, x.ThreadID, x.IncludeMessages, x.At))
		})
	case OpThreadsMessages:
		x := new(session.ThreadMessagesRequest)
		return threaded(e, reads, decodeThreadMessagesRequest(req, x), func(t *threads.Threads) ([]byte, error) {
			return values(t.Messages(x.SessionID, x.ThreadID, store.MessageOptions{Limit: x.Limit, Offset: x.Offset, Types: x.Types, IncludeHidden: x.IncludeHidden, At: x.At}))
		})
	}
	x := new(session.StoreName)
	return threaded(e, reads, decodeStoreName(req, x), func(t *threads.Threads) ([]byte, error) { return number(t.Count(x.SessionID)) })
}

func changeThread(t *threads.Threads, op Op, x *session.ThreadChange) ([]byte, error) {
	r, err := request(x.RequestID, x.Expect)
	if err != nil {
		return nil, err
	}
	switch op {
	case OpThreadsResume:
		return one(t.Resume(x.SessionID, x.ThreadID, r))
	case OpThreadsArchive:
		return one(t.Archive(x.SessionID, x.ThreadID, r))
	case OpThreadsUnarchive:
		return one(t.Unarchive(x.SessionID, x.ThreadID, r))
	case OpThreadsDelete:
		return nothing(t.Delete(x.SessionID, x.ThreadID, r))
	case OpThreadsUnrollback:
		return one(t.Unrollback(x.SessionID, x.ThreadID, r))
	case OpThreadsSetActive:
		return nothing(t.SetActive(x.SessionID, x.ThreadID, r))
	}
	if err := t.Unsubscribe(x.SessionID, x.ThreadID, r); err != nil {
		return nil, err
	}
	done := session.ThreadUnsubscribed{ThreadID: x.ThreadID, Unsubscribed: true}
	return done.AppendJSON(nil), nil
}
