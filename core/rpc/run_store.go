package rpc

import (
	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/internal/normalize"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// Whether an operation opens the store for reading or for writing.
const (
	reads  = false
	writes = true
)

// stored runs call on the store, if the request could be decoded.
func stored(e *core.Engine, writable bool, decoded error, call func(*store.Store) ([]byte, error)) ([]byte, error) {
	if decoded != nil {
		return nil, decoded
	}
	var body []byte
	err := e.Store(writable, func(s *store.Store) (err error) {
		body, err = call(s)
		return err
	})
	return body, err
}

// runStore runs the operations on sessions of the store; ok is false for
// others.
func runStore(e *core.Engine, op Op, req []byte) (body []byte, ok bool, err error) {
	switch op {
	case OpStoreRegister, OpStoreUpdate, OpStoreRecord, OpStoreFork, OpStoreImport:
		body, err = runMaking(e, op, req)
	case OpStoreDelete, OpStoreUnshare, OpStoreUnrevert:
		x := new(session.StoreChange)
		body, err = stored(e, writes, decodeStoreChange(req, x), func(s *store.Store) ([]byte, error) {
			return change(s, op, x)
		})
	case OpStoreGet, OpStoreGetShare, OpStoreGetSummary, OpStoreExport:
		x := new(session.StoreRead)
		body, err = stored(e, reads, decodeStoreRead(req, x), func(s *store.Store) ([]byte, error) {
			return read(s, op, x)
		})
	case OpStoreSessionCount, OpStoreCheck, OpStoreStats:
		body, err = stored(e, reads, decodeStoreRequest(req, new(session.StoreRequest)), func(s *store.Store) ([]byte, error) { return whole(s, op) })
	case OpStoreClear, OpStoreCompact:
		body, err = stored(e, writes, decodeStoreRequest(req, new(session.StoreRequest)), func(s *store.Store) ([]byte, error) { return whole(s, op) })
	case OpStoreShare:
		x := new(session.ShareRequest)
		body, err = stored(e, writes, decodeShareRequest(req, x), func(s *store.Store) ([]byte, error) {
			return changed(x.RequestID, x.Expect, func(r store.Request) (*store.Share, error) { return s.Share(x.SessionID, x.ShareID, r) })
		})
	case OpStoreRevert:
		x := new(session.RevertRequest)
		body, err = stored(e, writes, decodeRevertRequest(req, x), func(s *store.Store) ([]byte, error) {
			sel := store.Selector{VisibleMessageCount: x.VisibleMessageCount, MessageID: x.MessageID, UUID: x.UUID}
			return changed(x.RequestID, x.Expect, func(r store.Request) (*store.Meta, error) { return s.Revert(x.SessionID, sel, r) })
		})
	case OpStoreSummarize:
		x := new(session.SummarizeRequest)
		body, err = stored(e, writes, decodeSummarizeRequest(req, x), func(s *store.Store) ([]byte, error) {
			o := store.SummaryOptions{Content: x.Content, GeneratedBy: x.GeneratedBy}
			if o.Content == "" {
				o.Content = x.Summary
			}
			return changed(x.RequestID, x.Expect, func(r store.Request) (*store.Summary, error) { return s.Summarize(x.SessionID, o, r) })
		})
	case OpStoreList, OpStoreMessages, OpStoreMessageCount, OpStoreEvents:
		body, err = runListing(e, op, req)
	default:
		return nil, false, nil
	}
	return body, true, err
}

// runMaking runs the operations that may make a session.
func runMaking(e *core.Engine, op Op, req []byte) ([]byte, error) {
	switch op {
	case OpStoreRegister:
		x := new(session.RegisterRequest)
		return stored(e, writes, decodeRegisterRequest(req, x), func(s *store.Store) ([]byte, error) {
			p := patch(x.Adapter, x.Model, x.CWD, x.UpdatedAt, x.MessageLimit, x.Extra)
			p.CreatedAt = x.CreatedAt
			return changed(x.RequestID, x.Expect, func(r store.Request) (*store.Meta, error) { return s.Register(x.SessionID, p, r) })
		})
	case OpStoreUpdate:
		x := new(session.UpdateRequest)
		return stored(e, writes, decodeUpdateRequest(req, x), func(s *store.Store) ([]byte, error) {
			p := patch(x.Adapter, x.Model, x.CWD, x.UpdatedAt, x.MessageLimit, x.Extra)
			return changed(x.RequestID, x.Expect, func(r store.Request) (*store.Meta, error) { return s.Update(x.SessionID, p, r) })
		})
	case OpStoreRecord:
		x := new(session.RecordRequest)
		return stored(e, writes, decodeRecordRequest(req, x), func(s *store.Store) ([]byte, error) {
			if x.Messages == nil {
				return nil, missing("messages")
			}
			return changed(x.RequestID, x.Expect, func(r store.Request) (*store.Meta, error) { return s.Record(x.SessionID, x.Messages, r) })
		})
	case OpStoreFork:
		x := new(session.StoreForkRequest)
		return stored(e, writes, decodeStoreForkRequest(req, x), func(s *store.Store) ([]byte, error) {
			o := store.ForkOptions{SessionID: x.NewSessionID, OmitHidden: x.IncludeHidden != nil && !*x.IncludeHidden, Extra: x.Extra, At: x.At}
			return changed(x.RequestID, x.Expect, func(r store.Request) (*store.Meta, error) { return s.Fork(x.SessionID, o, r) })
		})
	}
	x := new(session.StoreImportRequest)
	return stored(e, writes, decodeStoreImportRequest(req, x), func(s *store.Store) ([]byte, error) {
		snapshot := []byte(x.Snapshot)
		if x.Compressed != "" {
			var ok bool
			if snapshot, ok = text.Unbase64(x.Compressed); !ok || len(x.Snapshot) > 0 {
				return nil, fault.New(fault.InvalidArgument, "field \"compressed\" is not base64 without a snapshot beside it")
			}
		}
		return changed(x.RequestID, x.Expect, func(r store.Request) (*store.Meta, error) { return s.Import(snapshot, x.SessionID, r) })
	})
}

// runListing runs the operations that read many values.
func runListing(e *core.Engine, op Op, req []byte) ([]byte, error) {
	switch op {
	case OpStoreList:
		x := new(session.StoreListRequest)
		return stored(e, reads, decodeStoreListRequest(req, x), func(s *store.Store) ([]byte, error) {
			return refs(s.List(listOptions(x)))
		})
	case OpStoreMessages:
		x := new(session.StoreMessagesRequest)
		return stored(e, reads, decodeStoreMessagesRequest(req, x), func(s *store.Store) ([]byte, error) {
			return values(s.Messages(x.SessionID, store.MessageOptions{Limit: x.Limit, Offset: x.Offset, Types: x.Types, IncludeHidden: x.IncludeHidden, At: x.At}))
		})
	case OpStoreMessageCount:
		x := new(session.StoreName)
		return stored(e, reads, decodeStoreName(req, x), func(s *store.Store) ([]byte, error) { return number(s.MessageCount(x.SessionID)) })
	}
	x := new(session.EventsRequest)
	return stored(e, reads, decodeEventsRequest(req, x), func(s *store.Store) ([]byte, error) {
		return one(s.Events(x.SessionID, x.After, x.Limit))
	})
}

func listOptions(x *session.StoreListRequest) store.ListOptions {
	return store.ListOptions{Adapter: x.Adapter, CWD: x.CWD, Model: x.Model, Since: x.Since, Limit: x.Limit}
}

func change(s *store.Store, op Op, x *session.StoreChange) ([]byte, error) {
	r, err := request(x.RequestID, x.Expect)
	if err != nil {
		return nil, err
	}
	switch op {
	case OpStoreDelete:
		return nothing(s.Delete(x.SessionID, r))
	case OpStoreUnshare:
		return nothing(s.Unshare(x.SessionID, r))
	}
	return one(s.Unrevert(x.SessionID, r))
}

func read(s *store.Store, op Op, x *session.StoreRead) ([]byte, error) {
	switch op {
	case OpStoreGet:
		return one(s.Get(x.SessionID, x.At))
	case OpStoreGetShare:
		v, err := s.GetShare(x.SessionID, x.At)
		return orNull(v, err)
	case OpStoreGetSummary:
		v, err := s.GetSummary(x.SessionID, x.At)
		return orNull(v, err)
	}
	return s.Export(x.SessionID, x.At)
}

func whole(s *store.Store, op Op) ([]byte, error) {
	switch op {
	case OpStoreSessionCount:
		return number(s.SessionCount())
	case OpStoreCheck:
		return list(s.Check())
	case OpStoreStats:
		return one(s.Stats())
	case OpStoreClear:
		return number(s.Clear())
	}
	return one(s.Compact())
}

func patch(adapter, model, cwd string, updated session.Time, limit *int64, extra session.JSON) store.Patch {
	p := store.Patch{UpdatedAt: updated, MessageLimit: limit, Extra: extra}
	for _, f := range []struct {
		to   **string
		from string
	}{{&p.Adapter, adapter}, {&p.Model, model}, {&p.CWD, cwd}} {
		if f.from != "" {
			*f.to = &f.from
		}
	}
	return p
}

// request says how a change is made.
func request(id string, expect *int64) (store.Request, error) {
	r := store.Request{Expect: store.AnyPosition}
	if expect != nil {
		if r.Expect = *expect; r.Expect == 0 {
			r.Expect = store.NoSession
		}
	}
	if id != "" {
		var ok bool
		if r.ID, ok = store.ParseUUID(id); !ok || r.ID == [16]byte{} {
			return r, fault.New(fault.InvalidArgument, "field \"requestId\" is not a UUID").WithHint("messages.makeRequestId draws one")
		}
	}
	return r, nil
}

// changed makes a change and renders what it returns.
func changed[T any, P interface {
	*T
	AppendJSON([]byte) []byte
}](id string, expect *int64, call func(store.Request) (P, error)) ([]byte, error) {
	r, err := request(id, expect)
	if err != nil {
		return nil, err
	}
	return one(call(r))
}

func normalizeOne(x *session.NormalizeRequest) ([]byte, error) {
	if x.Message == nil {
		return nil, missing("message")
	}
	return normalize.Message(x.Message)
}

// normalizeText makes messages of what a process printed. What cannot be read
// is noted, line by line.
func normalizeText(e *core.Engine, x *session.NormalizeTextRequest) ([]byte, error) {
	skipped := 0
	var first scan.Skipped
	list, read := normalize.Text([]byte(x.Text), func(s scan.Skipped) {
		if skipped == 0 {
			first = s
		}
		if skipped++; skipped <= maxSkipNotes {
			e.Note(fault.Diagnostic{Code: fault.ParseError, Message: "not a record of an agent: " + string(s.Reason), Line: s.Line, Offset: s.Offset})
		}
	})
	if skipped > maxSkipNotes {
		e.Note(fault.Diagnostic{Code: fault.ParseError, Message: text.Int(int64(skipped-maxSkipNotes)) + " more lines are no records of an agent"})
	}
	if read == 0 && skipped > 0 {
		return nil, fault.New(fault.InvalidArgument, "nothing here is a record of an agent").At("", first.Line, first.Offset).
			WithHint("it takes JSON, JSON Lines or server-sent events, as agents print them")
	}
	return values(list, nil)
}

// maxSkipNotes is how many lines that cannot be read are noted one by one.
const maxSkipNotes = 100

// missing returns the error of a member that must be there.
func missing(field string) error {
	return fault.New(fault.InvalidArgument, "field \""+field+"\" is missing")
}

func nothing(err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	return []byte("null"), nil
}

func orNull[T any, P interface {
	*T
	AppendJSON([]byte) []byte
}](v P, err error) ([]byte, error) {
	if v == nil || err != nil {
		return nothing(err)
	}
	return v.AppendJSON(nil), nil
}

func number(n int64, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	return canon.AppendInt(nil, n), nil
}

// refs renders a list of pointers.
func refs[T any, P interface {
	*T
	AppendJSON([]byte) []byte
}](items []P, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	out := []byte{'['}
	for i, x := range items {
		if i > 0 {
			out = append(out, ',')
		}
		out = x.AppendJSON(out)
	}
	return append(out, ']'), nil
}

// values renders a list of JSON values.
func values(items []session.JSON, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	n := 2 + headerRoom
	for _, x := range items {
		n += len(x) + 1
	}
	out := append(make([]byte, 0, n), '[')
	for i, x := range items {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, x...)
	}
	return append(out, ']'), nil
}
