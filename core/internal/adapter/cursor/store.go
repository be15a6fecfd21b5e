package cursor

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// agent is what a store's meta row says. The row may also hold the key of the
// blobs, which is never read.
type agent struct {
	root      string // hex
	name      string
	model     string
	parent    string
	created   session.Time
	subagent  bool
	encrypted bool
}

const secretKey = "blobEncryptionKey"

var agentPaths = scan.CompilePaths("latestRootBlobId", "name", "lastUsedModel", "createdAt", "subagentInfo", secretKey)

// walkStore walks a store.db.
func (w *walker) walkStore() error {
	db, err := openDatabase(w.env.Host, w.place.path)
	if err != nil {
		return err
	}
	defer db.Close()
	if err := db.learnTables("meta", "blobs"); err != nil {
		return err
	}
	for _, d := range db.Diagnostics(w.env.Agent) {
		w.log.Diagnose(d)
	}
	// Not even a build that stores the key in a row of its own shows it here.
	rows, err := db.QueryStable("SELECT CAST(key AS BLOB), CAST(value AS BLOB) FROM meta WHERE key <> '" + secretKey + "' ORDER BY rowid LIMIT " + text.FormatInt(rowPage))
	if err != nil {
		return err
	}
	var a agent
	for _, r := range rows {
		a.readRow(string(r[0].Bytes), r[1].Bytes)
	}
	b := &blobs{w: w, db: db, table: "blobs", key: "id", value: "data", model: a.model}
	known := adapter.Facts{AgentTitle: givenTitle(a.name), Model: a.model, Created: a.created, ParentID: a.parent, Subagent: a.subagent}
	id, ok := text.DecodeHex(a.root)
	if a.root == "" { // nothing was said yet
		return w.visitFacts(known)
	}
	var root []byte
	if ok {
		if root, err = b.readBlob(string(id)); err != nil {
			return err
		}
	}
	if err := b.walkRoot(root, known); err != nil {
		return err
	}
	switch {
	case w.said > 0:
	case a.encrypted:
		return w.reportSkip(0, 0, "the store's blobs are encrypted")
	case len(root) == 0:
		return w.reportSkip(0, 0, "root blob "+a.root+" is missing")
	}
	return nil
}

// readRow reads one row of meta: the hex of a JSON object, the object itself, or,
// in some builds, a single value.
func (a *agent) readRow(key string, value []byte) {
	vals := [6]scan.Value{}
	if plain, ok := text.DecodeHex(string(value)); ok && agentPaths.Scan(plain, vals[:]) == nil {
		a.fillFields(vals)
	} else if key != "subagentInfo" && agentPaths.Scan(value, vals[:]) == nil {
		a.fillFields(vals)
	} else if one, err := scan.Parse(append(append([]byte(`{"`+key+`":`), asJSON(value)...), '}')); err == nil && agentPaths.Scan(one.Raw(), vals[:]) == nil {
		a.fillFields(vals)
	}
}

// asJSON is a stored value: JSON, or a text.
func asJSON(value []byte) []byte {
	if _, err := scan.Parse(value); err == nil {
		return value
	}
	return session.TextJSON(string(value))
}

func (a *agent) fillFields(vals [6]scan.Value) {
	a.root, a.name = firstText(vals[0].String(), a.root), firstText(vals[1].String(), a.name)
	a.model = firstText(namedModel(vals[2].String()), a.model)
	if t := parseMoment(vals[3]); t != 0 {
		a.created = t
	}
	if info := vals[4]; info.Kind() == scan.Object {
		a.subagent, a.parent = true, info.Get("parentAgentId").String()
	}
	a.encrypted = a.encrypted || vals[5].Exists()
}

// blobs reads content-addressed messages: those of a store.db, or those that
// the IDE keeps among its keys.
type blobs struct {
	w          *walker
	db         *database
	table      string
	key, value string // columns
	prefix     string // of keys
	model      string // in force at the end; what messages do not say
}

// readBlob returns a blob by its id, nil when it is not there.
func (b *blobs) readBlob(id string) ([]byte, error) {
	found, err := b.readBlobs([]string{id})
	if err != nil {
		return nil, err
	}
	return found[b.blobKey(id)], nil
}

func (b *blobs) blobKey(id string) string { return b.prefix + text.EncodeHex([]byte(id)) }

func (b *blobs) readBlobs(ids []string) (map[string][]byte, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = b.blobKey(id)
	}
	return b.db.readValues(b.table, b.key, b.value, names)
}

// walkRoot visits the conversation of a root.
func (b *blobs) walkRoot(data []byte, known adapter.Facts) error {
	w := b.w
	root := rootOf(data)
	times, err := b.readTimes(root)
	if err != nil {
		return err
	}
	known.Cwd, known.Updated = root.folder, session.Latest(known.Updated, times.last)
	known.Source = &session.Span{GitBranch: root.branch}
	if w.found.updated == 0 && times.last == 0 && w.place.kind == store {
		known.Updated = w.found.modified // nothing else has a time
	}
	if err := w.visitFacts(known); err != nil {
		return err
	}
	for ids := root.messages; len(ids) > 0; {
		n := min(len(ids), blobBatch)
		data, err := b.readBatch(ids[:n])
		if err != nil {
			return err
		}
		for _, id := range ids[:n] {
			if err := b.visitBlob(id, data[b.blobKey(id)], times); err != nil {
				return err
			}
		}
		ids = ids[n:]
	}
	if w.said == 0 {
		return b.visitTurns(root)
	}
	return nil
}

// readBatch reads some blobs. What cannot be read together is read one by one, so
// that a damaged page costs only its own rows.
func (b *blobs) readBatch(ids []string) (map[string][]byte, error) {
	data, err := b.readBlobs(ids)
	if err == nil || endsWalk(err) {
		return data, err
	}
	data = map[string][]byte{}
	for _, id := range ids {
		one, err := b.readBlob(id)
		if endsWalk(err) {
			return nil, err
		}
		if one != nil {
			data[b.blobKey(id)] = one
		}
	}
	return data, nil
}

var blobPaths = scan.CompilePaths("role", "content", "id", "providerOptions.cursor")

// visitBlob visits one message blob.
func (b *blobs) visitBlob(id string, data []byte, times *clock) error {
	w := b.w
	if err := w.pace.Count(w.env, w.log, 1, int64(len(data))); err != nil {
		return err
	}
	if len(data) == 0 {
		return w.reportSkip(0, 0, "blob "+b.blobKey(id)+" is missing")
	}
	vals := [4]scan.Value{}
	b.w.log.Drift.Inspect(b.w.env.Agent, data)
	if blobPaths.Scan(data, vals[:]) != nil || !vals[0].Exists() {
		w.rec = adapter.Record{Kind: adapter.Unknown, Type: "blob"}
		return w.emitRecord()
	}
	m := native{id: text.EncodeHex([]byte(id)), role: vals[0].String(), content: vals[1], raw: data, model: namedModel(modelIn(vals[3], vals[1]))}
	if own := vals[2].String(); len(own) >= 32 && m.role == string(session.RoleUser) {
		m.id = own
		m.time = times.prompts[own]
	}
	if m.role == string(session.RoleAssistant) {
		m.time = times.answerTime(vals[1])
	}
	m.failed = isFailure(vals[3].Get("highLevelToolCallResult.output"))
	return w.visitMessage(&m)
}

// modelIn finds the model that a message or one of its blocks names.
func modelIn(options, content scan.Value) string {
	name := options.Get("modelName").String()
	content.EachElement(func(_ int, e scan.Value) bool {
		name = firstText(name, e.Get("providerOptions.cursor.modelName").String())
		return name == ""
	})
	return name
}

// isFailure reads how a call ended: {"success":…} or the name of a failure.
func isFailure(v scan.Value) bool {
	some := false
	v.EachMember(func(k, _ scan.Value) bool {
		switch k.String() {
		case "error", "failure", "rejected", "timeout", "permissionDenied":
			some = true
		}
		return true
	})
	return some
}

// unreadableError is the error of a place that cannot be read at all.
func unreadableError(path, reason string) error {
	return fault.New(fault.ParseError, "nothing of the session can be read: "+reason).At(path, 0, 0).
		WithHint("the file is damaged or not of this format")
}
