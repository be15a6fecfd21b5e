package core

import (
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/session"
)

// ThreadsStart creates a thread and makes it the session's active one.
func (e *Engine) ThreadsStart(req session.ThreadStartRequest) (*session.StoredThread, error) {
	return changeStore(e, req.RequestID, req.Expect, func(s *store.Store, r store.Request) (*session.StoredThread, error) {
		o := store.ThreadOptions{ThreadID: req.ThreadID, Name: req.Name, ParentThreadID: req.ParentThreadID, Metadata: req.Metadata}
		return s.Threads().Start(req.SessionID, o, r)
	})
}

// ThreadsList returns a session's threads, the latest update first, then by id.
func (e *Engine) ThreadsList(req session.StoreRead) ([]session.StoredThread, error) {
	return readStore(e, func(s *store.Store) ([]session.StoredThread, error) {
		return s.Threads().List(req.SessionID, req.At)
	})
}

// ThreadsLoaded returns threads as ThreadsList does, filtered, with the active thread's id.
func (e *Engine) ThreadsLoaded(req session.ThreadsLoadedRequest) (*session.LoadedThreads, error) {
	return readStore(e, func(s *store.Store) (*session.LoadedThreads, error) {
		f := store.ThreadFilter{OmitArchived: isFalse(req.IncludeArchived), ThreadID: req.ThreadID, Status: string(req.Status), Limit: req.Limit, At: req.At}
		return s.Threads().Loaded(req.SessionID, f)
	})
}

// ThreadsGet returns a thread's metadata.
func (e *Engine) ThreadsGet(req session.ThreadRead) (*session.StoredThread, error) {
	return readStore(e, func(s *store.Store) (*session.StoredThread, error) {
		return s.Threads().Get(req.SessionID, req.ThreadID, req.At)
	})
}

// ThreadsRead returns a thread and, when asked for, the messages that it shows.
func (e *Engine) ThreadsRead(req session.ThreadReadRequest) (*session.ThreadContent, error) {
	return readStore(e, func(s *store.Store) (*session.ThreadContent, error) {
		return s.Threads().Read(req.SessionID, req.ThreadID, req.IncludeMessages, req.At)
	})
}

// ThreadsMessages returns a thread's messages in the order in which they were recorded.
func (e *Engine) ThreadsMessages(req session.ThreadMessagesRequest) ([]session.JSON, error) {
	return readRedacted(e, req.Redact, func(s *store.Store) ([]session.JSON, error) {
		o := store.MessageOptions{Limit: req.Limit, Offset: req.Offset, Types: req.Types, IncludeHidden: req.IncludeHidden, At: req.At}
		list, err := s.Threads().Messages(req.SessionID, req.ThreadID, o)
		return redactMessages(s, req.SessionID, list, req.Redact), err
	})
}

// ThreadsRecord appends messages to a thread and to its session, all of them or none.
func (e *Engine) ThreadsRecord(req session.ThreadRecordRequest) (*session.StoredThread, error) {
	return changeStore(e, req.RequestID, req.Expect, func(s *store.Store, r store.Request) (*session.StoredThread, error) {
		if req.Messages == nil {
			return nil, missingField("messages")
		}
		return said[*session.StoredThread](e, req.Messages)(s.Threads().Record(req.SessionID, req.ThreadID, req.Messages, r))
	})
}

// ThreadsResume gives a thread the status active and makes it the session's active thread.
func (e *Engine) ThreadsResume(req session.ThreadChange) (*session.StoredThread, error) {
	return changeStore(e, req.RequestID, req.Expect, func(s *store.Store, r store.Request) (*session.StoredThread, error) {
		return s.Threads().Resume(req.SessionID, req.ThreadID, r)
	})
}

// ThreadsFork creates a thread that begins with the messages that another one shows.
func (e *Engine) ThreadsFork(req session.ThreadForkRequest) (*session.StoredThread, error) {
	return changeStore(e, req.RequestID, req.Expect, func(s *store.Store, r store.Request) (*session.StoredThread, error) {
		o := store.ThreadOptions{ThreadID: req.NewThreadID, Name: req.Name, ParentThreadID: req.ParentThreadID, Metadata: req.Metadata}
		return s.Threads().Fork(req.SessionID, req.ThreadID, o, r)
	})
}

// ThreadsRollback hides the messages of a thread after a boundary and shows those before it.
func (e *Engine) ThreadsRollback(req session.ThreadRollbackRequest) (*session.StoredThread, error) {
	return changeStore(e, req.RequestID, req.Expect, func(s *store.Store, r store.Request) (*session.StoredThread, error) {
		sel := store.Selector{Count: req.Count, VisibleMessageCount: req.VisibleMessageCount, MessageID: req.MessageID, UUID: req.UUID}
		return s.Threads().Rollback(req.SessionID, req.ThreadID, sel, r)
	})
}

// ThreadsUnrollback shows the messages that rollbacks of the thread have hidden.
func (e *Engine) ThreadsUnrollback(req session.ThreadChange) (*session.StoredThread, error) {
	return changeStore(e, req.RequestID, req.Expect, func(s *store.Store, r store.Request) (*session.StoredThread, error) {
		return s.Threads().Unrollback(req.SessionID, req.ThreadID, r)
	})
}

// ThreadsCompact rolls a thread back, by default the active one, and by default to no messages.
func (e *Engine) ThreadsCompact(req session.ThreadCompactRequest) (*session.StoredThread, error) {
	return changeStore(e, req.RequestID, req.Expect, func(s *store.Store, r store.Request) (*session.StoredThread, error) {
		sel, err := store.SelectorOf(req.Selector, store.Selector{Count: req.Count, VisibleMessageCount: req.VisibleMessageCount, MessageID: req.MessageID, UUID: req.UUID})
		if err != nil {
			return nil, err
		}
		return s.Threads().Compact(req.SessionID, req.ThreadID, sel, r)
	})
}

// ThreadsArchive archives a thread and deactivates it.
func (e *Engine) ThreadsArchive(req session.ThreadChange) (*session.StoredThread, error) {
	return changeStore(e, req.RequestID, req.Expect, func(s *store.Store, r store.Request) (*session.StoredThread, error) {
		return s.Threads().Archive(req.SessionID, req.ThreadID, r)
	})
}

// ThreadsUnarchive gives an archived thread the status active.
func (e *Engine) ThreadsUnarchive(req session.ThreadChange) (*session.StoredThread, error) {
	return changeStore(e, req.RequestID, req.Expect, func(s *store.Store, r store.Request) (*session.StoredThread, error) {
		return s.Threads().Unarchive(req.SessionID, req.ThreadID, r)
	})
}

// ThreadsRename sets a thread's name.
func (e *Engine) ThreadsRename(req session.ThreadRenameRequest) (*session.StoredThread, error) {
	return changeStore(e, req.RequestID, req.Expect, func(s *store.Store, r store.Request) (*session.StoredThread, error) {
		return s.Threads().Rename(req.SessionID, req.ThreadID, req.Name, r)
	})
}

// ThreadsUpdateMetadata merges members into a thread's metadata; null removes a member.
func (e *Engine) ThreadsUpdateMetadata(req session.ThreadMetadataRequest) (*session.StoredThread, error) {
	return changeStore(e, req.RequestID, req.Expect, func(s *store.Store, r store.Request) (*session.StoredThread, error) {
		return s.Threads().UpdateMetadata(req.SessionID, req.ThreadID, req.Metadata, r)
	})
}

// ThreadsSetStatus sets a thread's status: active, paused or completed.
func (e *Engine) ThreadsSetStatus(req session.ThreadStatusRequest) (*session.StoredThread, error) {
	return changeStore(e, req.RequestID, req.Expect, func(s *store.Store, r store.Request) (*session.StoredThread, error) {
		return s.Threads().SetStatus(req.SessionID, req.ThreadID, req.Status, r)
	})
}

// ThreadsDelete removes a thread. Its messages remain in the session.
func (e *Engine) ThreadsDelete(req session.ThreadChange) error {
	return changeOnly(e, req.RequestID, req.Expect, func(s *store.Store, r store.Request) error {
		return s.Threads().Delete(req.SessionID, req.ThreadID, r)
	})
}

// ThreadsSetActive makes a thread the session's active one.
func (e *Engine) ThreadsSetActive(req session.ThreadChange) error {
	return changeOnly(e, req.RequestID, req.Expect, func(s *store.Store, r store.Request) error {
		return s.Threads().SetActive(req.SessionID, req.ThreadID, r)
	})
}

// ThreadsActive returns the id of the active thread; empty without an active thread.
func (e *Engine) ThreadsActive(req session.StoreRead) (string, error) {
	return readStore(e, func(s *store.Store) (string, error) {
		return s.Threads().Active(req.SessionID, req.At)
	})
}

// ThreadsClearActive leaves a session without an active thread.
func (e *Engine) ThreadsClearActive(req session.StoreChange) error {
	return changeOnly(e, req.RequestID, req.Expect, func(s *store.Store, r store.Request) error {
		return s.Threads().ClearActive(req.SessionID, r)
	})
}

// ThreadsUnsubscribe deactivates a thread if it is active.
func (e *Engine) ThreadsUnsubscribe(req session.ThreadChange) (*session.ThreadUnsubscribed, error) {
	return changeStore(e, req.RequestID, req.Expect, func(s *store.Store, r store.Request) (*session.ThreadUnsubscribed, error) {
		if err := s.Threads().Unsubscribe(req.SessionID, req.ThreadID, r); err != nil {
			return nil, err
		}
		return &session.ThreadUnsubscribed{ThreadID: req.ThreadID, Unsubscribed: true}, nil
	})
}

// ThreadsCount returns the number of a session's threads.
func (e *Engine) ThreadsCount(req session.StoreName) (int64, error) {
	return readStore(e, func(s *store.Store) (int64, error) {
		return s.Threads().Count(req.SessionID)
	})
}

// ThreadsClear removes all threads of all sessions and returns how many there were.
func (e *Engine) ThreadsClear(_ session.StoreRequest) (int64, error) {
	return writeStore(e, func(s *store.Store) (int64, error) {
		return s.Threads().Clear()
	})
}
