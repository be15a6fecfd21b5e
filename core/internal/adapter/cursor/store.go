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

var agentPaths = scan.Compile("latestRootBlobId", "name", "lastUsedModel", "createdAt", "subagentInfo", secretKey)

// store walks a store.db.
func (w *walker) store() error {
	db, err := openDatabase(w.env.Host, w.place.path)
	if err != nil {
		return err
	}
	defer db.Close()
	if err := db.learn("meta", "blobs"); err != nil {
		return err
	}
	for _, d := range db.Diagnostics(w.env.Agent) {
		w.env.Diagnose(d)
	}
	// Not even a build that stores the key in a row of its own shows it here.
	rows, err := db.Rows("SELECT CAST(key AS BLOB), CAST(value AS BLOB) FROM meta WHERE key <> '" + secretKey + "' ORDER BY rowid LIMIT " + text.Int(rowPage))
	if err != nil {
		return err
	}
	var a agent
	for _, r := range rows {
		a.take(string(r[0].Bytes), r[1].Bytes)
	}
	b := &blobs{w: w, db: db, table: "blobs", key: "id", value: "data", model: a.model}
	known := adapter.Facts{AgentTitle: title(a.name), Model: a.model, Created: a.created, ParentID: a.parent, Subagent: a.subagent}
	id, ok := text.Unhex(a.root)
	if a.root == "" { // nothing was said yet
		return w.meta(known)
	}
	var root []byte
	if ok {
		if root, err = b.one(string(id)); err != nil {
			return err
		}
	}
	if err := b.walk(root, known); err != nil {
		return err
	}
	switch {
	case w.said > 0:
	case a.encrypted:
		return w.skip(0, 0, "the store's blobs are encrypted")
	case len(root) == 0:
		return w.skip(0, 0, "root blob "+a.root+" is missing")
	}
	return nil
}

// take reads one row of meta: the hex of a JSON object, the object itself, or,
// in some builds, a single value.
func (a *agent) take(key string, value []byte) {
	vals := [6]scan.Value{}
	if plain, ok := text.Unhex(string(value)); ok && agentPaths.Scan(plain, vals[:]) == nil {
		a.fill(vals)
	} else if key != "subagentInfo" && agentPaths.Scan(value, vals[:]) == nil {
		a.fill(vals)
	} else if one, err := scan.Parse(append(append([]byte(`{"`+key+`":`), asJSON(value)...), '}')); err == nil && agentPaths.Scan(one.Raw(), vals[:]) == nil {
		a.fill(vals)
	}
}

// asJSON is a stored value: JSON, or a text.
func asJSON(value []byte) []byte {
	if _, err := scan.Parse(value); err == nil {
		return value
	}
	return session.TextJSON(string(value))
}

func (a *agent) fill(vals [6]scan.Value) {
	a.root, a.name = text1(vals[0].String(), a.root), text1(vals[1].String(), a.name)
	a.model = text1(model(vals[2].String()), a.model)
	if t := moment(vals[3]); t != 0 {
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
	model      string // in force at the end; what messages do not tell
}

// one returns a blob by its id, nil when it is not there.
func (b *blobs) one(id string) ([]byte, error) {
	found, err := b.some([]string{id})
	if err != nil {
		return nil, err
	}
	return found[b.name(id)], nil
}

func (b *blobs) name(id string) string { return b.prefix + text.Hex([]byte(id)) }

func (b *blobs) some(ids []string) (map[string][]byte, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = b.name(id)
	}
	return b.db.values(b.table, b.key, b.value, names)
}

// walk visits the conversation of a root.
func (b *blobs) walk(data []byte, known adapter.Facts) error {
	w := b.w
	root := rootOf(data)
	times, err := b.times(root)
	if err != nil {
		return err
	}
	known.Cwd, known.Updated = root.folder, session.Latest(known.Updated, times.last)
	if w.found.updated == 0 && times.last == 0 && w.place.kind == store {
		known.Updated = w.found.modified // nothing else tells
	}
	if err := w.meta(known); err != nil {
		return err
	}
	for ids := root.messages; len(ids) > 0; {
		n := min(len(ids), blobBatch)
		data, err := b.batch(ids[:n])
		if err != nil {
			return err
		}
		for _, id := range ids[:n] {
			if err := b.visit(id, data[b.name(id)], times); err != nil {
				return err
			}
		}
		ids = ids[n:]
	}
	if w.said == 0 {
		return b.turns(root)
	}
	return nil
}

// batch reads some blobs. What cannot be read together is read one by one, so
// that a damaged page costs only what stands on it.
func (b *blobs) batch(ids []string) (map[string][]byte, error) {
	data, err := b.some(ids)
	if err == nil || final(err) {
		return data, err
	}
	data = map[string][]byte{}
	for _, id := range ids {
		one, err := b.one(id)
		if final(err) {
			return nil, err
		}
		if one != nil {
			data[b.name(id)] = one
		}
	}
	return data, nil
}

var blobPaths = scan.Compile("role", "content", "id", "providerOptions.cursor")

// visit visits one message blob.
func (b *blobs) visit(id string, data []byte, times *clock) error {
	w := b.w
	if err := w.took(len(data)); err != nil {
		return err
	}
	if len(data) == 0 {
		return w.skip(0, 0, "blob "+b.name(id)+" is missing")
	}
	vals := [4]scan.Value{}
	if blobPaths.Scan(data, vals[:]) != nil || !vals[0].Exists() {
		w.rec = adapter.Record{Kind: adapter.Unknown, Type: "blob"}
		return w.emit()
	}
	m := native{id: text.Hex([]byte(id)), role: vals[0].String(), content: vals[1], raw: data, model: model(modelIn(vals[3], vals[1]))}
	if own := vals[2].String(); len(own) >= 32 && m.role == string(session.RoleUser) {
		m.id = own
		m.time = times.prompts[own]
	}
	if m.role == string(session.RoleAssistant) {
		m.time = times.answer(vals[1])
	}
	m.failed = failed(vals[3].Get("highLevelToolCallResult.output"))
	return w.message(&m)
}

// modelIn finds the model that a message or one of its blocks names.
func modelIn(options, content scan.Value) string {
	name := options.Get("modelName").String()
	content.Each(func(_ int, e scan.Value) bool {
		name = text1(name, e.Get("providerOptions.cursor.modelName").String())
		return name == ""
	})
	return name
}

// failed reads how a call ended: {"success":…} or the name of a failure.
func failed(v scan.Value) bool {
	some := false
	v.Fields(func(k, _ scan.Value) bool {
		switch k.String() {
		case "error", "failure", "rejected", "timeout", "permissionDenied":
			some = true
		}
		return true
	})
	return some
}

// unreadable is the error of a place of which nothing can be read.
func unreadable(path, reason string) error {
	return fault.New(fault.ParseError, "nothing of the session can be read: "+reason).At(path, 0, 0).
		WithHint("the file is damaged or not of this format")
}
