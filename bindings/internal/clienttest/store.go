package clienttest

import (
	"context"
	"fmt"
	"time"

	"github.com/heddle-dev/heddle"
)

// said are the messages that the steps record.
var said = []heddle.JSON{heddle.User("Two days in Porto"), heddle.Assistant("Take the <train> & \u2028 walk"),
	heddle.JSON(`{"type":"assistant","uuid":"u3","id":"m3","model":"model-1","content":[{"type":"text","text":"b"}],"n":1.50,"big":12345678901234567890}`)}

// storeSteps are the steps of Store and Threads. They begin with an empty store.
func storeSteps(*heddle.Heddle) []step {
	var r recorder
	r.sessions()
	r.views()
	r.threads()
	r.lifecycle()
	r.endings()
	r.tags()
	return r.steps
}

// recorder collects steps.
type recorder struct{ steps []step }

func (r *recorder) add(name string, run func(context.Context, *heddle.Heddle) (any, error)) {
	r.steps = append(r.steps, step{name, run})
}

// tags are the steps that tag sessions, and list the tags.
func (r *recorder) tags() {
	type H = *heddle.Heddle
	for _, o := range []heddle.TagOptions{{Add: []string{"one", "two"}}, {Remove: []string{"one"}}, {Add: []string{"a\x1bb"}}, {}} {
		r.add(fmt.Sprintf("tag %q", o), func(ctx context.Context, h H) (any, error) { return h.Sessions.Tag(ctx, "heddle:limited", o) })
	}
	r.add("tag nothing", func(ctx context.Context, h H) (any, error) {
		return h.Sessions.Tag(ctx, "claude:none", heddle.TagOptions{Add: []string{"x"}})
	})
	r.add("tags", func(ctx context.Context, h H) (any, error) { return h.Sessions.Tags(ctx) })
}

// sessions are the steps that create, change and list stored sessions.
func (r *recorder) sessions() {
	type H = *heddle.Heddle
	limit, zero, wrong := int64(5), int64(0), int64(99)
	at := time.Date(2026, 11, 1, 10, 0, 0, 5e6, time.UTC)
	for _, o := range []heddle.RegisterOptions{{}, {Adapter: "claude", Model: "m", CWD: "/p", CreatedAt: at, UpdatedAt: at, MessageLimit: &limit, Extra: heddle.JSON(`{"b":1,"a":null}`)},
		{Expect: &wrong}, {RequestID: "no uuid"}, {Extra: heddle.JSON(`[]`)}, {Extra: heddle.JSON(`{`)}} {
		r.add(fmt.Sprintf("register %+v", o), func(ctx context.Context, h H) (any, error) { return h.Store.Register(ctx, "limited", o) })
	}
	for _, o := range []heddle.UpdateOptions{{}, {Model: "m2", UpdatedAt: at}, {MessageLimit: &limit}, {Extra: heddle.JSON(`{"c":{"d":[1]}}`)}} {
		r.add(fmt.Sprintf("update %+v", o), func(ctx context.Context, h H) (any, error) { return h.Store.Update(ctx, "limited", o) })
	}
	r.add("record", func(ctx context.Context, h H) (any, error) { return h.Store.Record(ctx, "trip", said...) })
	r.add("record nothing", func(ctx context.Context, h H) (any, error) { return h.Store.Record(ctx, "trip") })
	r.add("record to no name", func(ctx context.Context, h H) (any, error) { return h.Store.Record(ctx, "", said...) })
	r.add("record above the limit", func(ctx context.Context, h H) (any, error) {
		return h.Store.Record(ctx, "limited", append(said, said...)...)
	})
	for _, o := range []heddle.ChangeOptions{{Expect: &zero}, {RequestID: "018f0000-0000-7000-8000-000000000001"}, {RequestID: "018f0000-0000-7000-8000-000000000001"}} {
		r.add(fmt.Sprintf("record messages %+v", o), func(ctx context.Context, h H) (any, error) {
			return h.Store.RecordMessages(ctx, "trip", said[:1], o)
		})
	}
	r.add("record no message", func(ctx context.Context, h H) (any, error) {
		return h.Store.RecordMessages(ctx, "trip", []heddle.JSON{heddle.JSON(`{}`)})
	})
	for _, id := range []string{"trip", "limited", "none", ""} {
		r.add("get "+id, func(ctx context.Context, h H) (any, error) { return h.Store.Get(ctx, id) })
		r.add("count "+id, func(ctx context.Context, h H) (any, error) { return h.Store.MessageCount(ctx, id) })
		r.add("messages "+id, func(ctx context.Context, h H) (any, error) { return h.Store.Messages(ctx, id) })
		r.add("events "+id, func(ctx context.Context, h H) (any, error) { return h.Store.Events(ctx, id) })
		r.add("export "+id, func(ctx context.Context, h H) (any, error) { return h.Store.Export(ctx, id) })
	}
	r.add("get at", func(ctx context.Context, h H) (any, error) {
		return h.Store.Get(ctx, "trip", heddle.ReadOptions{At: 1})
	})
	r.add("messages in part", func(ctx context.Context, h H) (any, error) {
		return h.Store.Messages(ctx, "trip", heddle.StoreMessagesOptions{Limit: 1, Offset: 1, Types: []string{"assistant"}})
	})
	r.add("events in part", func(ctx context.Context, h H) (any, error) {
		return h.Store.Events(ctx, "trip", heddle.EventsOptions{After: 1, Limit: 2})
	})
	for _, o := range []heddle.StoreListOptions{{}, {Adapter: "claude"}, {Limit: 1}, {Since: at}, {CWD: "/p", Model: "m2"}} {
		r.add(fmt.Sprintf("list %+v", o), func(ctx context.Context, h H) (any, error) { return h.Store.List(ctx, o) })
		r.add(fmt.Sprintf("native sessions %+v", o), func(ctx context.Context, h H) (any, error) { return h.Store.NativeSessions(ctx, o) })
	}
	for _, o := range []heddle.NativeMessagesOptions{{}, {Adapter: "claude"}, {Limit: 1, Types: []string{"user"}}} {
		r.add(fmt.Sprintf("native messages %+v", o), func(ctx context.Context, h H) (any, error) { return h.Store.NativeMessages(ctx, "trip", o) })
	}
}

// views are the steps that fork, share, hide and summarize.
func (r *recorder) views() {
	type H = *heddle.Heddle
	one, no := int64(1), false
	for _, o := range []heddle.StoreForkOptions{{NewSessionID: "trip-2"}, {}, {NewSessionID: "trip-2"}, {NewSessionID: "trip-3", IncludeHidden: &no, Extra: heddle.JSON(`{"x":1}`), At: 2}} {
		r.add(fmt.Sprintf("fork %+v", o), func(ctx context.Context, h H) (any, error) { return h.Store.Fork(ctx, "trip", o) })
	}
	share := func(ctx context.Context, h H) (any, error) { return h.Store.GetShare(ctx, "trip") }
	r.add("no share", share)
	r.add("share", func(ctx context.Context, h H) (any, error) {
		return h.Store.Share(ctx, "trip", heddle.ShareOptions{ShareID: "s1"})
	})
	r.add("share again", func(ctx context.Context, h H) (any, error) { return h.Store.Share(ctx, "trip") })
	r.add("the share", share)
	r.add("unshare", func(ctx context.Context, h H) (any, error) { return nil, h.Store.Unshare(ctx, "trip") })
	r.add("unshare none", func(ctx context.Context, h H) (any, error) { return nil, h.Store.Unshare(ctx, "none") })
	r.add("the revoked share", share)
	for _, o := range []heddle.RevertOptions{{VisibleMessageCount: &one}, {MessageID: "m3"}, {UUID: "u3"}, {}, {UUID: "u3", MessageID: "m3"}, {UUID: "none"}} {
		r.add(fmt.Sprintf("revert %+v", o), func(ctx context.Context, h H) (any, error) { return h.Store.Revert(ctx, "trip", o) })
		r.add("what is visible", func(ctx context.Context, h H) (any, error) { return h.Store.Messages(ctx, "trip") })
	}
	r.add("unrevert", func(ctx context.Context, h H) (any, error) { return h.Store.Unrevert(ctx, "trip") })
	summary := func(ctx context.Context, h H) (any, error) { return h.Store.GetSummary(ctx, "trip") }
	r.add("no summary", summary)
	for _, o := range []heddle.SummarizeOptions{{}, {Content: "short", GeneratedBy: "me"}} {
		r.add(fmt.Sprintf("summarize %+v", o), func(ctx context.Context, h H) (any, error) { return h.Store.Summarize(ctx, "trip", o) })
		r.add("the summary", summary)
	}
}

// threads are the steps that create, record and read threads.
func (r *recorder) threads() {
	type H = *heddle.Heddle
	for _, o := range []heddle.ThreadStartOptions{{ThreadID: "a", Name: "first", Metadata: heddle.JSON(`{"b":1,"a":[]}`)}, {ThreadID: "a"}, {ThreadID: "b", ParentThreadID: "a"}, {}, {ThreadID: "c", Metadata: heddle.JSON(`7`)}} {
		r.add(fmt.Sprintf("start %+v", o), func(ctx context.Context, h H) (any, error) { return h.Threads.Start(ctx, "trip", o) })
	}
	for _, id := range []string{"a", "b", "none"} {
		r.add("record in "+id, func(ctx context.Context, h H) (any, error) { return h.Threads.Record(ctx, "trip", id, said) })
		r.add("get "+id, func(ctx context.Context, h H) (any, error) { return h.Threads.Get(ctx, "trip", id) })
		r.add("read "+id, func(ctx context.Context, h H) (any, error) { return h.Threads.Read(ctx, "trip", id) })
		r.add("read all of "+id, func(ctx context.Context, h H) (any, error) {
			return h.Threads.Read(ctx, "trip", id, heddle.ThreadReadOptions{IncludeMessages: true})
		})
		r.add("messages of "+id, func(ctx context.Context, h H) (any, error) {
			return h.Threads.Messages(ctx, "trip", id, heddle.ThreadMessagesOptions{IncludeHidden: true, Limit: 2})
		})
		r.add("rename "+id, func(ctx context.Context, h H) (any, error) { return h.Threads.Rename(ctx, "trip", id, "Erster 🧵") })
		r.add("metadata of "+id, func(ctx context.Context, h H) (any, error) {
			return h.Threads.UpdateMetadata(ctx, "trip", id, heddle.JSON(`{"b":null,"c":{"d":1}}`))
		})
		r.add("fork "+id, func(ctx context.Context, h H) (any, error) {
			return h.Threads.Fork(ctx, "trip", id, heddle.ThreadForkOptions{NewThreadID: id + "-fork"})
		})
	}
	r.lists()
}

// lists are the steps that list threads.
func (r *recorder) lists() {
	type H = *heddle.Heddle
	no := false
	for _, id := range []string{"trip", "none"} {
		r.add("threads of "+id, func(ctx context.Context, h H) (any, error) { return h.Threads.List(ctx, id) })
		r.add("number of threads of "+id, func(ctx context.Context, h H) (any, error) { return h.Threads.Count(ctx, id) })
		r.add("active thread of "+id, func(ctx context.Context, h H) (any, error) { return h.Threads.Active(ctx, id) })
		for _, o := range []heddle.ThreadsLoadedOptions{{}, {IncludeArchived: &no, Limit: 1}, {ThreadID: "a"}, {Status: heddle.ThreadStatusPaused}, {Status: "asleep"}} {
			r.add(fmt.Sprintf("loaded threads of %s %+v", id, o), func(ctx context.Context, h H) (any, error) { return h.Threads.Loaded(ctx, id, o) })
		}
	}
}

// lifecycle are the steps that change what threads show and their status.
func (r *recorder) lifecycle() {
	type H = *heddle.Heddle
	one := int64(1)
	for _, o := range []heddle.ThreadRollbackOptions{{Count: &one}, {VisibleMessageCount: &one}, {MessageID: "m3"}, {UUID: "none"}, {}} {
		r.add(fmt.Sprintf("rollback %+v", o), func(ctx context.Context, h H) (any, error) { return h.Threads.Rollback(ctx, "trip", "a", o) })
	}
	r.add("unrollback", func(ctx context.Context, h H) (any, error) { return h.Threads.Unrollback(ctx, "trip", "a") })
	r.add("compact", func(ctx context.Context, h H) (any, error) {
		return h.Threads.Compact(ctx, "trip", heddle.ThreadCompactOptions{ThreadID: "b", Count: &one})
	})
	for _, status := range []string{"paused", "active", "asleep"} {
		r.add("status "+status, func(ctx context.Context, h H) (any, error) { return h.Threads.SetStatus(ctx, "trip", "a", status) })
	}
	active := func(ctx context.Context, h H) (any, error) { return h.Threads.Active(ctx, "trip") }
	r.add("archive", func(ctx context.Context, h H) (any, error) { return h.Threads.Archive(ctx, "trip", "a") })
	r.add("activate an archived one", func(ctx context.Context, h H) (any, error) { return nil, h.Threads.SetActive(ctx, "trip", "a") })
	r.add("unarchive", func(ctx context.Context, h H) (any, error) { return h.Threads.Unarchive(ctx, "trip", "a") })
	r.add("activate", func(ctx context.Context, h H) (any, error) { return nil, h.Threads.SetActive(ctx, "trip", "a") })
	r.add("active", active)
	r.add("unsubscribe", func(ctx context.Context, h H) (any, error) { return h.Threads.Unsubscribe(ctx, "trip", "a") })
	r.add("unsubscribe again", func(ctx context.Context, h H) (any, error) { return h.Threads.Unsubscribe(ctx, "trip", "a") })
	r.add("resume", func(ctx context.Context, h H) (any, error) { return h.Threads.Resume(ctx, "trip", "b") })
	r.add("deactivate", func(ctx context.Context, h H) (any, error) { return nil, h.Threads.ClearActive(ctx, "trip") })
	r.add("no active", active)
	r.add("delete", func(ctx context.Context, h H) (any, error) { return nil, h.Threads.Delete(ctx, "trip", "a") })
	r.add("delete again", func(ctx context.Context, h H) (any, error) { return nil, h.Threads.Delete(ctx, "trip", "a") })
	r.lists()
}

// endings are the steps over the whole store; the last ones delete everything.
func (r *recorder) endings() {
	type H = *heddle.Heddle
	r.add("restore a snapshot", func(ctx context.Context, h H) (any, error) {
		text, err := h.Store.Export(ctx, "trip")
		if err != nil {
			return nil, err
		}
		return h.Store.Import(ctx, heddle.JSON(text.Text), heddle.StoreImportOptions{SessionID: "restored"})
	})
	r.add("the restored one", func(ctx context.Context, h H) (any, error) { return h.Store.Export(ctx, "restored") })
	for _, snapshot := range []heddle.JSON{heddle.JSON(`{}`), heddle.JSON(`{"version":9}`), nil} {
		r.add("restore "+string(snapshot), func(ctx context.Context, h H) (any, error) { return h.Store.Import(ctx, snapshot) })
	}
	stats := func(ctx context.Context, h H) (any, error) { return h.Store.Stats(ctx) }
	r.add("stats", stats)
	r.add("check", func(ctx context.Context, h H) (any, error) { return h.Store.Check(ctx) })
	r.add("delete", func(ctx context.Context, h H) (any, error) { return nil, h.Store.Delete(ctx, "trip") })
	r.add("delete none", func(ctx context.Context, h H) (any, error) { return nil, h.Store.Delete(ctx, "none") })
	r.add("compact", func(ctx context.Context, h H) (any, error) { return h.Store.Compact(ctx) })
	r.add("session count", func(ctx context.Context, h H) (any, error) { return h.Store.SessionCount(ctx) })
	r.add("clear threads", func(ctx context.Context, h H) (any, error) { return h.Threads.Clear(ctx) })
	r.add("clear", func(ctx context.Context, h H) (any, error) { return h.Store.Clear(ctx) })
	r.add("stats after clear", stats)
	r.add("list after clear", func(ctx context.Context, h H) (any, error) { return h.Store.List(ctx) })
}
