package cursor

import (
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/order"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// Paths of a composer.
const (
	cName = iota
	cCreated
	cUpdated
	cModel
	cHeaders
	cInline
	cMap
	cUsage
	cChildren
	cSubs
	cParent
	cWorkspace
	cArchived
	cState
	composerFields
)

var composerPaths = scan.CompilePaths("name", "createdAt", "lastUpdatedAt", "modelConfig.modelName", "fullConversationHeadersOnly", "conversation",
	"conversationMap", "usageData", "subagentComposerIds", "subComposerIds", "subagentInfo.parentComposerId", "workspaceIdentifier",
	"isArchived", "conversationState")

// walkComposer walks a composer of the IDE. Its own record is not shown as raw
// text, because it holds keys.
func (w *walker) walkComposer() error {
	if w.side.global == nil {
		return fault.New(fault.Internal, "no database was opened").At(w.place.path, 0, 0)
	}
	db := w.side.global.borrowHandle()
	defer db.Close()
	data, err := db.readValue("cursorDiskKV", composerPrefix+w.ref.ID)
	if err != nil || len(data) == 0 { // NULL once it was deleted
		return err
	}
	if err := w.pace.Count(w.env, w.log, 1, int64(len(data))); err != nil {
		return err
	}
	var v [composerFields]scan.Value
	if composerPaths.Scan(data, v[:]) != nil {
		return unreadableError(w.place.path, "the composer is not JSON")
	}
	headers, err := bubbleIDs(db, w.ref.ID, &v)
	if err != nil {
		return err
	}
	b := &bubbles{w: w, model: namedModel(v[cModel].String()), costs: costsOf(v[cUsage])}
	if len(headers) == 0 && v[cInline].Get("0").Kind() != scan.Object {
		return w.walkState(db, &v)
	}
	if err := w.visitFacts(factsOf(&v)); err != nil {
		return err
	}
	if err := w.visitChildren(&v); err != nil {
		return err
	}
	if err := b.visitByIDs(db, headers, v[cMap]); err != nil {
		return err
	}
	if len(headers) == 0 {
		if err := b.visitInline(v[cInline]); err != nil {
			return err
		}
	}
	return b.visitCosts(session.Latest(parseMoment(v[cUpdated]), parseMoment(v[cCreated])))
}

// factsOf is what a composer says of itself.
func factsOf(v *[composerFields]scan.Value) adapter.Facts {
	x := adapter.Facts{AgentTitle: givenTitle(v[cName].String()), Created: parseMoment(v[cCreated]), Updated: parseMoment(v[cUpdated]),
		Model: v[cModel].String(), ParentID: v[cParent].String(), Archived: v[cArchived].Bool()}
	x.Subagent = x.ParentID != ""
	x.Cwd = firstText(v[cWorkspace].Get("uri.fsPath").String(), folderOf(v[cWorkspace].Get("uri.external").String()))
	return x
}

// visitChildren visits which subagents a composer started.
func (w *walker) visitChildren(v *[composerFields]scan.Value) (err error) {
	list := v[cChildren]
	if list.Kind() != scan.Array {
		list = v[cSubs]
	}
	list.EachElement(func(_ int, e scan.Value) bool {
		if id := e.String(); id != "" {
			w.rec = adapter.Record{Kind: adapter.Meta, Facts: &adapter.Facts{Child: id}}
			err = w.emitRecord()
		}
		return err == nil
	})
	return err
}

// bubbleRef is a bubble's place in the conversation.
type bubbleRef struct {
	id     string
	row    int64
	branch bool // not in the conversation any more
}

// bubbleIDs lists a composer's bubbles: those of the conversation in its
// order, then those that a rewind took out of it; without an order as they
// were written.
func bubbleIDs(db *database, id string, v *[composerFields]scan.Value) ([]bubbleRef, error) {
	var out []bubbleRef
	listed := map[string]bool{}
	v[cHeaders].EachElement(func(_ int, e scan.Value) bool {
		if id := e.Get("bubbleId").String(); id != "" && !listed[id] {
			listed[id] = true
			out = append(out, bubbleRef{id: id})
		}
		return true
	})
	ordered := len(out)
	err := db.eachKey(bubblePrefix+id+":", func(id string, row int64) {
		if !listed[id] {
			out = append(out, bubbleRef{id: id, row: row, branch: ordered > 0})
		}
	})
	rest := out[ordered:]
	order.SortStable(rest, func(i, j int) bool { return rest[i].row < rest[j].row })
	return out, err
}

// visitByIDs visits bubbles by their ids, a few in memory at a time.
func (b *bubbles) visitByIDs(db *database, refs []bubbleRef, held scan.Value) error {
	prefix := bubblePrefix + b.w.ref.ID + ":"
	read := func(refs []bubbleRef) (map[string][]byte, error) {
		keys := make([]string, len(refs))
		for i := range refs {
			keys[i] = prefix + refs[i].id
		}
		return db.readValues("cursorDiskKV", "key", "value", keys)
	}
	branched := false
	for len(refs) > 0 {
		n := min(len(refs), bubbleBatch)
		data, err := read(refs[:n])
		if endsWalk(err) {
			return err
		}
		for i := range refs[:n] {
			r := refs[i]
			if err != nil { // one by one: a damaged page costs only its own rows
				one, err := read(refs[i : i+1])
				if endsWalk(err) {
					return err
				}
				data[prefix+r.id] = one[prefix+r.id]
			}
			value := data[prefix+r.id]
			if len(value) == 0 {
				value = held.Get(r.id).Raw()
			}
			if len(value) == 0 {
				if err := b.w.reportSkip(0, 0, "bubble "+r.id+" is missing"); err != nil {
					return err
				}
				continue
			}
			if r.branch && !branched {
				b.merge, branched = "", true
			}
			if err := b.visitBubble(r.id, value, r.branch); err != nil {
				return err
			}
		}
		refs = refs[n:]
	}
	return nil
}

// visitInline visits bubbles that are in the composer, or the tab, itself.
func (b *bubbles) visitInline(list scan.Value) (err error) {
	list.EachElement(func(_ int, e scan.Value) bool {
		err = b.visitBubble(firstText(e.Get("bubbleId").String(), e.Get("id").String()), e.Raw(), false)
		return err == nil
	})
	return err
}

// walkState walks a composer without bubbles: its conversation may be in the
// layout of the command line agent. One without any is a draft.
func (w *walker) walkState(db *database, v *[composerFields]scan.Value) error {
	code, ok := strings.CutPrefix(v[cState].String(), "~")
	if !ok || code == "" {
		return nil
	}
	root, ok := text.DecodeBase64(code)
	if !ok {
		return w.reportSkip(0, 0, "the conversation's state is not base64")
	}
	b := &blobs{w: w, db: db, table: "cursorDiskKV", key: "key", value: "value", prefix: blobPrefix, model: namedModel(v[cModel].String())}
	if err := b.walkRoot(root, factsOf(v)); err != nil {
		return err
	}
	return (&bubbles{w: w, costs: costsOf(v[cUsage])}).visitCosts(parseMoment(v[cUpdated]))
}

// costsOf reads the money recorded for a session, by model. 0 is no statement.
func costsOf(v scan.Value) []priced {
	var out []priced
	v.EachMember(func(k, e scan.Value) bool {
		const cents = session.MoneyScale - 2
		if n, ok := e.Get("costInCents").ScaledDecimal(cents); ok && n > 0 {
			out = append(out, priced{model: k.String(), usd: session.Money(n)})
		}
		return true
	})
	order.SortStable(out, func(i, j int) bool { return out[i].model < out[j].model })
	return out
}

// walkTab walks a chat tab of 2024.
func (w *walker) walkTab() error {
	db, err := openDatabase(w.env.Host, w.place.path)
	if err != nil {
		return err
	}
	defer db.Close()
	if err := db.learnTables("ItemTable"); err != nil {
		return err
	}
	data, err := db.readValue("ItemTable", tabsKey)
	if err != nil || len(data) == 0 {
		return err
	}
	v, err := scan.Parse(data)
	if err != nil {
		return unreadableError(w.place.path, "the tabs are not JSON")
	}
	v.Get("tabs").EachElement(func(_ int, e scan.Value) bool {
		if !e.Get("tabId").EqualString(w.ref.ID) {
			return true
		}
		if err = w.visitFacts(adapter.Facts{}); err == nil {
			err = (&bubbles{w: w}).visitInline(e.Get("bubbles"))
		}
		return false
	})
	return err
}
