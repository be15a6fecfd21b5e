package store

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/internal/revert"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/internal/unpack"
	"github.com/heddle-dev/heddle/core/session"
)

// importBatch is how many messages one append of an import holds.
const importBatch = 4096

// Import creates a session from a snapshot. id replaces the snapshot's own unless
// it is ""; an active share is only imported under the same id. A session with
// that id must not exist. The session appears once all of it is written.
// A snapshot may be compressed with zstd where the host decompresses it.
func (s *Store) Import(snapshot []byte, id string, req Request) (*session.StoredSession, error) {
	snapshot, err := s.decompressSnapshot(snapshot)
	if err != nil {
		return nil, err
	}
	v, err := scan.Parse(snapshot)
	if err != nil || v.Kind() != scan.Object {
		return nil, invalidSnapshot("it is not a JSON object")
	}
	if n, ok := v.Get("version").Int(); !ok || n != exportVersion {
		return nil, invalidSnapshot("its version is not 1")
	}
	messages, metadata := v.Get("messages"), v.Get("metadata")
	if messages.Kind() != scan.Array || metadata.Kind() != scan.Object {
		return nil, invalidSnapshot("messages or metadata are missing")
	}
	first := getEither(v, "sessionId").String()
	if first == "" {
		return nil, invalidSnapshot("the session id is missing")
	}
	drafts, err := importedMessages(messages, !v.Get("sessionId").Exists())
	if err != nil {
		return nil, err
	}
	if id == "" {
		id = first
	}
	if limit := s.opts.MessageLimit; limit > 0 && int64(len(drafts)) > limit {
		return nil, fault.New(fault.MessageLimitReached, "a session may hold "+text.FormatInt(limit)+" messages, the snapshot has "+text.FormatInt(int64(len(drafts))))
	}
	head := importPayload(v, metadata, int64(len(drafts)), id == first)
	return s.importEvents(id, append([]draft{{kind: kindImported, payload: head}}, drafts...), req)
}

// maxSnapshotBytes bounds a snapshot after decompression.
const maxSnapshotBytes = 1 << 30

// zstdMagic begins every zstd frame.
const zstdMagic = "\x28\xb5\x2f\xfd"

// decompressSnapshot decompresses a snapshot that is compressed with zstd.
func (s *Store) decompressSnapshot(snapshot []byte) ([]byte, error) {
	if len(snapshot) < len(zstdMagic) || string(snapshot[:len(zstdMagic)]) != zstdMagic {
		return snapshot, nil
	}
	if s.zstd == nil {
		return nil, fault.New(fault.Unsupported, "the snapshot is compressed and this host cannot decompress it").WithHint("decompress it first (zstd -d)")
	}
	out, err := unpack.DecodeZstd(s.zstd, snapshot, maxSnapshotBytes)
	if fault.CodeOf(err) == fault.ParseError {
		return nil, invalidSnapshot("it cannot be decompressed")
	}
	return out, err
}

// importEvents writes the events of an import piece by piece. A crash in between
// leaves a session that does not exist and is overwritten by the next try.
func (s *Store) importEvents(id string, drafts []draft, req Request) (*session.StoredSession, error) {
	if req.ID == [16]byte{} {
		req.ID = s.entropy.ID()
	}
	var st *State
	for at := 0; at < len(drafts); at += importBatch {
		piece := drafts[at:min(at+importBatch, len(drafts))]
		r := Request{ID: offsetID(req.ID, at+at/importBatch)} // a tombstone may precede the first piece
		if at == 0 {
			r.Expect = req.Expect
		}
		expect := int64(0)
		if st != nil {
			expect = st.seq
		}
		var err error
		readable := false
		st, err = s.changeSession(id, r, func(now *State, _ stamp) (changePlan, error) {
			readable = now.failed == nil
			if now.isComplete() || at > 0 && now.seq != expect {
				return changePlan{}, sessionExists(id)
			}
			return changePlan{drafts: piece, continuesImport: at > 0}, nil
		})
		if readable && fault.CodeOf(err) == fault.ParseError { // a number of the snapshot cannot be right
			return nil, invalidSnapshot(fault.From(err).Message)
		}
		if err != nil {
			return nil, err
		}
	}
	return st.Meta(), nil
}

func invalidSnapshot(why string) error {
	return fault.New(fault.InvalidExportFormat, "not a snapshot of version 1: "+why)
}

// importedMessages renders the messages of a snapshot as events. In the form
// with underscores their members are renamed; in camel case messages are not
// changed, because a message may have members of any name.
func importedMessages(list scan.Value, underscores bool) ([]draft, error) {
	var drafts []draft
	var failed error
	list.EachElement(func(i int, e scan.Value) bool {
		body := e.Raw()
		if underscores {
			body = camelMembers(e)
		}
		b, err := CanonicalMessage(body)
		if err != nil {
			failed = invalidSnapshot("message " + text.FormatInt(int64(i)) + " is not a message")
			return false
		}
		drafts = append(drafts, draft{kind: kindMessage, payload: b})
		return true
	})
	return drafts, failed
}

// importPayload renders the metadata of a snapshot as an event's payload.
func importPayload(v, metadata scan.Value, messages int64, sameID bool) []byte {
	extra := metadata.Get("extra")
	m := canon.Object(nil)
	if a := v.Get("activeThreadId"); a.Kind() == scan.String {
		m.OptStr("activeThreadId", a.String())
	}
	str := func(key string) {
		if e := metadata.Get(key); e.Kind() == scan.String {
			m.Str(key, e.String())
		}
	}
	str("adapter")
	canon.OptTime(&m, "createdAt", readTime(getEither(metadata, "createdAt")))
	str("cwd")
	canon.OptTime(&m, "exportedAt", readTime(getEither(v, "exportedAt")))
	if extra.Kind() == scan.Object {
		if own := withoutMembers(extra.AppendCanonical(nil), reserved...); len(own) > 0 {
			m.Key("extra")
			m.B = own.AppendJSON(m.B)
		}
		copyObject(&m, "fork", extra.Get("fork"))
		if hidden := hiddenOf(extra.Get("view"), messages); !hidden.IsWhole() {
			m.Key("hidden")
			m.B = appendIntervals(m.B, &hidden)
		}
	}
	if n, ok := metadata.Get("messageLimit").Int(); ok && n > 0 {
		m.Num("messageLimit", n)
	}
	m.Num("messages", messages)
	str("model")
	if share := extra.Get("share"); sameID || !share.Get("status").EqualString(string(session.ShareStatusActive)) {
		copyObject(&m, "share", share)
	}
	copyObject(&m, "summary", extra.Get("summary"))
	if list := v.Get("threads"); list.Kind() == scan.Array {
		m.Key("threads")
		m.B = list.AppendCanonical(m.B)
	}
	canon.OptTime(&m, "updatedAt", readTime(getEither(metadata, "updatedAt")))
	return m.End()
}

// copyObject writes a member that is an object, its members renamed.
func copyObject(m *canon.Members, key string, v scan.Value) {
	if v.Kind() != scan.Object {
		return
	}
	if c, err := scan.Parse(camelMembers(v)); err == nil {
		m.Key(key)
		m.B = c.AppendCanonical(m.B)
	}
}

// hiddenOf reads which messages a snapshot hides.
func hiddenOf(view scan.Value, messages int64) (w revert.Window) {
	if list := view.Get("hidden"); list.Kind() == scan.Array {
		list.EachElement(func(_ int, e scan.Value) bool {
			from, _ := e.Get("0").Int()
			to, _ := e.Get("1").Int()
			w.Hide(from, min(to, messages))
			return true
		})
		return w
	}
	if n, ok := getEither(view, "visibleMessageCount").Int(); ok && n >= 0 {
		w.Hide(n, messages)
	}
	return w
}
