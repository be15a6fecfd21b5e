package rpc

import (
	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/core/session"
	"github.com/heddle-dev/heddle/core/store"
	"github.com/heddle-dev/heddle/core/threads"
)

// threaded decodes a request and runs call on the store's threads.
func threaded[R any](e *core.Engine, writable bool, req []byte, decode func([]byte) (R, error), call func(*threads.Threads, R) ([]byte, error)) ([]byte, error) {
	return stored(e, writable, req, decode, func(s *store.Store, x R) ([]byte, error) { return call(threads.New(s), x) })
}

// runThreads runs the operations on threads; ok is false for others.
func runThreads(e *core.Engine, op Op, req []byte) (body []byte, ok bool, err error) {
	switch op {
	case OpThreadsStart, OpThreadsFork, OpThreadsRecord, OpThreadsRollback, OpThreadsCompact:
		body, err = runThreadMaking(e, op, req)
	case OpThreadsResume, OpThreadsArchive, OpThreadsUnarchive, OpThreadsDelete, OpThreadsSetActive, OpThreadsUnsubscribe:
		body, err = threaded(e, writes, req, decodeThreadChange, func(t *threads.Threads, x ThreadChange) ([]byte, error) { return changeThread(t, op, x) })
	case OpThreadsRename:
		body, err = threaded(e, writes, req, decodeThreadRenameRequest, func(t *threads.Threads, x ThreadRenameRequest) ([]byte, error) {
			return changed(x.RequestID, x.Expect, func(r store.Request) (*threads.Meta, error) {
				return t.Rename(x.SessionID, x.ThreadID, x.Name, r)
			})
		})
	case OpThreadsUpdateMetadata:
		body, err = threaded(e, writes, req, decodeThreadMetadataRequest, func(t *threads.Threads, x ThreadMetadataRequest) ([]byte, error) {
			return changed(x.RequestID, x.Expect, func(r store.Request) (*threads.Meta, error) {
				return t.UpdateMetadata(x.SessionID, x.ThreadID, x.Metadata, r)
			})
		})
	case OpThreadsSetStatus:
		body, err = threaded(e, writes, req, decodeThreadStatusRequest, func(t *threads.Threads, x ThreadStatusRequest) ([]byte, error) {
			return changed(x.RequestID, x.Expect, func(r store.Request) (*threads.Meta, error) {
				return t.SetStatus(x.SessionID, x.ThreadID, x.Status, r)
			})
		})
	case OpThreadsClearActive:
		body, err = threaded(e, writes, req, decodeStoreChange, func(t *threads.Threads, x StoreChange) ([]byte, error) {
			r, err := request(x.RequestID, x.Expect)
			if err != nil {
				return nil, err
			}
			return nothing(t.ClearActive(x.SessionID, r))
		})
	case OpThreadsClear:
		body, err = threaded(e, writes, req, decodeStoreRequest, func(t *threads.Threads, _ StoreRequest) ([]byte, error) { return number(t.Clear()) })
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
		return threaded(e, writes, req, decodeThreadStartRequest, func(t *threads.Threads, x ThreadStartRequest) ([]byte, error) {
			o := threads.StartOptions{ThreadID: x.ThreadID, Name: x.Name, ParentThreadID: x.ParentThreadID, Metadata: x.Metadata}
			return changed(x.RequestID, x.Expect, func(r store.Request) (*threads.Meta, error) { return t.Start(x.SessionID, o, r) })
		})
	case OpThreadsFork:
		return threaded(e, writes, req, decodeThreadForkRequest, func(t *threads.Threads, x ThreadForkRequest) ([]byte, error) {
			o := threads.StartOptions{ThreadID: x.NewThreadID, Name: x.Name, ParentThreadID: x.ParentThreadID, Metadata: x.Metadata}
			return changed(x.RequestID, x.Expect, func(r store.Request) (*threads.Meta, error) { return t.Fork(x.SessionID, x.ThreadID, o, r) })
		})
	case OpThreadsRecord:
		return threaded(e, writes, req, decodeThreadRecordRequest, func(t *threads.Threads, x ThreadRecordRequest) ([]byte, error) {
			if x.Messages == nil {
				return nil, missing("messages")
			}
			return changed(x.RequestID, x.Expect, func(r store.Request) (*threads.Meta, error) {
				return t.Record(x.SessionID, x.ThreadID, x.Messages, r)
			})
		})
	case OpThreadsRollback:
		return threaded(e, writes, req, decodeThreadRollbackRequest, func(t *threads.Threads, x ThreadRollbackRequest) ([]byte, error) {
			sel := store.Selector{Count: x.Count, VisibleMessageCount: x.VisibleMessageCount, MessageID: x.MessageID, UUID: x.UUID}
			return changed(x.RequestID, x.Expect, func(r store.Request) (*threads.Meta, error) {
				return t.Rollback(x.SessionID, x.ThreadID, sel, r)
			})
		})
	}
	return threaded(e, writes, req, decodeThreadCompactRequest, func(t *threads.Threads, x ThreadCompactRequest) ([]byte, error) {
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
		return threaded(e, reads, req, decodeStoreRead, func(t *threads.Threads, x StoreRead) ([]byte, error) { return refs(t.List(x.SessionID, x.At)) })
	case OpThreadsActive:
		return threaded(e, reads, req, decodeStoreRead, func(t *threads.Threads, x StoreRead) ([]byte, error) {
			id, err := t.Active(x.SessionID, x.At)
			if id == "" || err != nil {
				return nothing(err)
			}
			return session.TextJSON(id), nil
		})
	case OpThreadsLoaded:
		return threaded(e, reads, req, decodeThreadsLoadedRequest, func(t *threads.Threads, x ThreadsLoadedRequest) ([]byte, error) {
			f := threads.Filter{OmitArchived: x.IncludeArchived != nil && !*x.IncludeArchived, ThreadID: x.ThreadID, Status: string(x.Status), Limit: x.Limit, At: x.At}
			return one(t.Loaded(x.SessionID, f))
		})
	case OpThreadsGet:
		return threaded(e, reads, req, decodeThreadRead, func(t *threads.Threads, x ThreadRead) ([]byte, error) {
			return one(t.Get(x.SessionID, x.ThreadID, x.At))
		})
	case OpThreadsRead:
		return threaded(e, reads, req, decodeThreadReadRequest, func(t *threads.Threads, x ThreadReadRequest) ([]byte, error) {
			return one(t.Read(x.SessionID, x.ThreadID, x.IncludeMessages, x.At))
		})
	case OpThreadsMessages:
		return threaded(e, reads, req, decodeThreadMessagesRequest, func(t *threads.Threads, x ThreadMessagesRequest) ([]byte, error) {
			return values(t.Messages(x.SessionID, x.ThreadID, store.MessageOptions{Limit: x.Limit, Offset: x.Offset, Types: x.Types, IncludeHidden: x.IncludeHidden, At: x.At}))
		})
	}
	return threaded(e, reads, req, decodeStoreName, func(t *threads.Threads, x StoreName) ([]byte, error) { return number(t.Count(x.SessionID)) })
}

func changeThread(t *threads.Threads, op Op, x ThreadChange) ([]byte, error) {
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
	case OpThreadsSetActive:
		return nothing(t.SetActive(x.SessionID, x.ThreadID, r))
	}
	if err := t.Unsubscribe(x.SessionID, x.ThreadID, r); err != nil {
		return nil, err
	}
	done := session.ThreadUnsubscribed{ThreadID: x.ThreadID, Unsubscribed: true}
	return done.AppendJSON(nil), nil
}
