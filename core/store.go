package core

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter/heddle"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// StorePath is the mount path of the store's file.
const StorePath = heddle.StorePath

// withStore calls fn with the store that the host grants: its own journal, or the SQLite file at
// StorePath. It is open until fn returns. A store that does not exist is created when it is opened
// for writing, and is empty when it is opened for reading.
func (e *Engine) withStore(writable bool, fn func(*store.Store) error) error {
	s, closeStore, err := heddle.OpenStore(e.host, writable)
	if err != nil {
		return err
	}
	s.OnUnreadable(func(err error) error {
		e.diagnose(fault.DiagnosticOf(heddle.Name, fault.From(err).At(StorePath, 0, 0)))
		return nil
	})
	err = fn(s)
	if closeErr := closeStore(); err == nil {
		err = closeErr
	}
	return err
}

// readStore returns what fn reads from the store.
func readStore[T any](e *Engine, fn func(*store.Store) (T, error)) (out T, err error) {
	err = e.withStore(false, func(s *store.Store) (err error) {
		out, err = fn(s)
		return err
	})
	return out, err
}

// writeStore opens the store for writing and returns what fn returns.
func writeStore[T any](e *Engine, fn func(*store.Store) (T, error)) (out T, err error) {
	err = e.withStore(true, func(s *store.Store) (err error) {
		out, err = fn(s)
		return err
	})
	return out, err
}

// changeStore makes the change fn under a request id and an expected position.
func changeStore[T any](e *Engine, id string, expect *int64, fn func(*store.Store, store.Request) (T, error)) (T, error) {
	return writeStore(e, func(s *store.Store) (out T, err error) {
		request, err := parseRequest(id, expect)
		if err != nil {
			return out, err
		}
		return fn(s, request)
	})
}

// changeOnly makes a change that has no result.
func changeOnly(e *Engine, id string, expect *int64, fn func(*store.Store, store.Request) error) error {
	return e.withStore(true, func(s *store.Store) error {
		request, err := parseRequest(id, expect)
		if err != nil {
			return err
		}
		return fn(s, request)
	})
}

// parseRequest reads the members that all changes share. An expected position of 0 means that the
// session must not exist.
func parseRequest(id string, expect *int64) (store.Request, error) {
	r := store.Request{Expect: store.AnyPosition}
	if expect != nil {
		if r.Expect = *expect; r.Expect == 0 {
			r.Expect = store.NoSession
		}
	}
	if id != "" {
		var ok bool
		if r.ID, ok = store.ParseUUID(id); !ok || r.ID == [16]byte{} {
			return r, fault.New(fault.InvalidArgument, "field \"requestId\" is not a UUID").WithHint("messages.makeRequestId generates one")
		}
	}
	return r, nil
}

// missingField returns the error of a member that must be given.
func missingField(name string) error {
	return fault.New(fault.InvalidArgument, "field \""+name+"\" is missing")
}

// isFalse reports whether a member whose default is true was given as false.
func isFalse(member *bool) bool { return member != nil && !*member }

// patchOf returns the metadata that a request sets; an empty member leaves the stored one.
func patchOf(adapter, model, cwd string, updated session.Time, limit *int64, extra session.JSON) store.Patch {
	p := store.Patch{UpdatedAt: updated, MessageLimit: limit, Extra: extra}
	for _, member := range []struct {
		to   **string
		from string
	}{{&p.Adapter, adapter}, {&p.Model, model}, {&p.CWD, cwd}} {
		if member.from != "" {
			*member.to = &member.from
		}
	}
	return p
}

func listOptions(req session.StoreListRequest) store.ListOptions {
	return store.ListOptions{Adapter: req.Adapter, CWD: req.CWD, Model: req.Model, Origin: req.Origin, Since: req.Since, Limit: req.Limit}
}

// importSnapshot reads the snapshot as it is or as zstd in base64.
func importSnapshot(s *store.Store, req session.StoreImportRequest, r store.Request) (*session.StoredSession, error) {
	snapshot := []byte(req.Snapshot)
	if req.Compressed != "" {
		var ok bool
		if snapshot, ok = text.DecodeBase64(req.Compressed); !ok || len(req.Snapshot) > 0 {
			return nil, fault.New(fault.InvalidArgument, "field \"compressed\" is not base64 without a snapshot beside it")
		}
	}
	return s.Import(snapshot, req.SessionID, r)
}

// StoreRegister creates a session, or fills in what is missing of an existing one.
func (e *Engine) StoreRegister(req session.RegisterRequest) (*session.StoredSession, error) {
	return changeStore(e, req.RequestID, req.Expect, func(s *store.Store, r store.Request) (*session.StoredSession, error) {
		p := patchOf(req.Adapter, req.Model, req.CWD, req.UpdatedAt, req.MessageLimit, req.Extra)
		p.CreatedAt = req.CreatedAt
		return s.Register(req.SessionID, p, r)
	})
}

// StoreUpdate changes a session's metadata and creates the session when it does not exist.
func (e *Engine) StoreUpdate(req session.UpdateRequest) (*session.StoredSession, error) {
	return changeStore(e, req.RequestID, req.Expect, func(s *store.Store, r store.Request) (*session.StoredSession, error) {
		return s.Update(req.SessionID, patchOf(req.Adapter, req.Model, req.CWD, req.UpdatedAt, req.MessageLimit, req.Extra), r)
	})
}

// StoreRecord appends messages to a session, all of them or none, and creates the session when it
// does not exist.
func (e *Engine) StoreRecord(req session.RecordRequest) (*session.StoredSession, error) {
	return changeStore(e, req.RequestID, req.Expect, func(s *store.Store, r store.Request) (*session.StoredSession, error) {
		if req.Messages == nil {
			return nil, missingField("messages")
		}
		return said[*session.StoredSession](e, req.Messages)(s.Record(req.SessionID, req.Messages, r))
	})
}

// said returns what passes a result on, and notes which members of recorded messages no program reads
// although they look like others.
func said[T any](e *Engine, messages []session.JSON) func(T, error) (T, error) {
	return func(out T, err error) (T, error) {
		if err == nil {
			for _, what := range store.UnreadMembers(messages) {
				e.diagnose(fault.Diagnostic{Code: fault.InvalidArgument, Agent: "heddle", Message: what})
			}
		}
		return out, err
	}
}

// StoreGet returns a session's metadata at a position (0: now).
func (e *Engine) StoreGet(req session.StoreRead) (*session.StoredSession, error) {
	return readStore(e, func(s *store.Store) (*session.StoredSession, error) {
		return s.Get(req.SessionID, req.At)
	})
}

// StoreList returns sessions, the latest update first, then by id.
func (e *Engine) StoreList(req session.StoreListRequest) ([]session.StoredSession, error) {
	return readStore(e, func(s *store.Store) ([]session.StoredSession, error) {
		return s.List(listOptions(req))
	})
}

// StoreMessages returns a session's messages in the order in which they were recorded.
func (e *Engine) StoreMessages(req session.StoreMessagesRequest) ([]session.JSON, error) {
	return readRedacted(e, req.Redact, func(s *store.Store) ([]session.JSON, error) {
		o := store.MessageOptions{Limit: req.Limit, Offset: req.Offset, Types: req.Types, IncludeHidden: req.IncludeHidden, At: req.At}
		list, err := s.Messages(req.SessionID, o)
		return redactMessages(s, req.SessionID, list, req.Redact), err
	})
}

// StoreMessageCount returns the number of recorded messages, including hidden ones.
func (e *Engine) StoreMessageCount(req session.StoreName) (int64, error) {
	return readStore(e, func(s *store.Store) (int64, error) {
		return s.MessageCount(req.SessionID)
	})
}

// StoreSessionCount returns the number of sessions.
func (e *Engine) StoreSessionCount(_ session.StoreRequest) (int64, error) {
	return readStore(e, func(s *store.Store) (int64, error) {
		return s.SessionCount()
	})
}

// StoreDelete removes a session with its threads. What forks show remains.
func (e *Engine) StoreDelete(req session.StoreChange) error {
	return changeOnly(e, req.RequestID, req.Expect, func(s *store.Store, r store.Request) error {
		return s.Delete(req.SessionID, r)
	})
}

// StoreClear removes all sessions and returns how many there were.
func (e *Engine) StoreClear(_ session.StoreRequest) (int64, error) {
	return writeStore(e, func(s *store.Store) (int64, error) {
		return s.Clear()
	})
}

// StoreFork creates a session that shares the messages of another one.
func (e *Engine) StoreFork(req session.StoreForkRequest) (*session.StoredSession, error) {
	return changeStore(e, req.RequestID, req.Expect, func(s *store.Store, r store.Request) (*session.StoredSession, error) {
		o := store.ForkOptions{SessionID: req.NewSessionID, OmitHidden: isFalse(req.IncludeHidden), Extra: req.Extra, At: req.At}
		return s.Fork(req.SessionID, o, r)
	})
}

// StoreShare creates a share of a session and revokes the active one.
func (e *Engine) StoreShare(req session.ShareRequest) (*session.StoredShare, error) {
	return changeStore(e, req.RequestID, req.Expect, func(s *store.Store, r store.Request) (*session.StoredShare, error) {
		return s.Share(req.SessionID, req.ShareID, r)
	})
}

// StoreGetShare returns a session's share, active or revoked; nil when it never had one.
func (e *Engine) StoreGetShare(req session.StoreRead) (*session.StoredShare, error) {
	return readStore(e, func(s *store.Store) (*session.StoredShare, error) {
		return s.GetShare(req.SessionID, req.At)
	})
}

// StoreUnshare revokes the active share, if there is one.
func (e *Engine) StoreUnshare(req session.StoreChange) error {
	return changeOnly(e, req.RequestID, req.Expect, func(s *store.Store, r store.Request) error {
		return s.Unshare(req.SessionID, r)
	})
}

// StoreRevert hides the messages after a boundary and shows those before it.
func (e *Engine) StoreRevert(req session.RevertRequest) (*session.StoredSession, error) {
	return changeStore(e, req.RequestID, req.Expect, func(s *store.Store, r store.Request) (*session.StoredSession, error) {
		sel := store.Selector{VisibleMessageCount: req.VisibleMessageCount, MessageID: req.MessageID, UUID: req.UUID}
		return s.Revert(req.SessionID, sel, r)
	})
}

// StoreUnrevert shows all messages.
func (e *Engine) StoreUnrevert(req session.StoreChange) (*session.StoredSession, error) {
	return changeStore(e, req.RequestID, req.Expect, func(s *store.Store, r store.Request) (*session.StoredSession, error) {
		return s.Unrevert(req.SessionID, r)
	})
}

// StoreSummarize stores a summary; without content it is derived from the visible messages.
func (e *Engine) StoreSummarize(req session.SummarizeRequest) (*session.StoredSummary, error) {
	return changeStore(e, req.RequestID, req.Expect, func(s *store.Store, r store.Request) (*session.StoredSummary, error) {
		o := store.SummaryOptions{Content: req.Content, GeneratedBy: req.GeneratedBy}
		if o.Content == "" {
			o.Content = req.Summary
		}
		return s.Summarize(req.SessionID, o, r)
	})
}

// StoreGetSummary returns the stored summary; nil when the session has no summary.
func (e *Engine) StoreGetSummary(req session.StoreRead) (*session.StoredSummary, error) {
	return readStore(e, func(s *store.Store) (*session.StoredSummary, error) {
		return s.GetSummary(req.SessionID, req.At)
	})
}

// StoreExport returns a session as a snapshot, canonical JSON.
func (e *Engine) StoreExport(req session.StoreExportRequest) ([]byte, error) {
	return readRedacted(e, req.Redact, func(s *store.Store) ([]byte, error) {
		if req.Redact {
			return s.ExportRedacted(req.SessionID, req.At)
		}
		return s.Export(req.SessionID, req.At)
	})
}

// StoreImport creates a session from a snapshot.
func (e *Engine) StoreImport(req session.StoreImportRequest) (*session.StoredSession, error) {
	return changeStore(e, req.RequestID, req.Expect, func(s *store.Store, r store.Request) (*session.StoredSession, error) {
		return importSnapshot(s, req, r)
	})
}

// StoreEvents returns a page of a session's log.
func (e *Engine) StoreEvents(req session.EventsRequest) (*session.StoreEvents, error) {
	return readStore(e, func(s *store.Store) (*session.StoreEvents, error) {
		return s.Events(req.SessionID, req.After, req.Limit)
	})
}

// StoreCheck verifies the whole store and returns the defects it finds.
func (e *Engine) StoreCheck(_ session.StoreRequest) ([]session.StoreProblem, error) {
	return readStore(e, func(s *store.Store) ([]session.StoreProblem, error) {
		return s.Check()
	})
}

// StoreStats returns how large the store is.
func (e *Engine) StoreStats(_ session.StoreRequest) (*session.StoreStats, error) {
	return readStore(e, func(s *store.Store) (*session.StoreStats, error) {
		return s.Stats()
	})
}

// StoreCompact frees the payloads of deleted sessions that no fork needs.
func (e *Engine) StoreCompact(_ session.StoreRequest) (*session.StoreCompacted, error) {
	return writeStore(e, func(s *store.Store) (*session.StoreCompacted, error) {
		return s.Compact()
	})
}
