package heddle_test

import (
	"errors"
	"fmt"
	"time"

	"github.com/heddle-dev/heddle"
)

// recordTrip records two messages.
func recordTrip(h *heddle.Heddle) {
	_, err := h.Store.Record(ctx, "trip", heddle.User("Two days in Porto"), heddle.Assistant("Start at the river."))
	check(err)
}

func printMessages(list *heddle.List[heddle.JSON]) {
	for _, message := range list.Items {
		fmt.Println(string(message))
	}
}

func ExampleStore_Record() {
	h, remove := openStore()
	defer remove()
	position, err := h.Store.Record(ctx, "trip", heddle.User("Two days in Porto"), heddle.Assistant("Start at the river."))
	check(err)
	fmt.Println(position)
	// Output:
	// 2
}

// A position that is no longer the session's is a conflict: another writer recorded meanwhile.
func ExampleStore_RecordMessages() {
	h, remove := openStore()
	defer remove()
	recordTrip(h)
	message, err := heddle.NewMessage(map[string]any{"type": "user", "content": "And three?"})
	check(err)
	before := int64(1)
	_, err = h.Store.RecordMessages(ctx, "trip", []heddle.JSON{message}, heddle.ChangeOptions{Expect: &before})
	fmt.Println(errors.Is(err, heddle.ErrConflict))
	// Output:
	// true
}

func ExampleStore_Subscribe() {
	h, remove := openStore()
	defer remove()
	go func() {
		recordTrip(h)
		_, err := h.Store.Record(ctx, "trip", heddle.JSON(`{"type":"result"}`))
		check(err)
	}()
	for event, err := range h.Store.Subscribe(ctx, "trip", heddle.SubscribeOptions{}) {
		check(err)
		fmt.Println(event.Seq, event.Kind)
	}
	// Output:
	// 1 message
	// 2 message
	// 3 message
}

func ExampleStore_Register() {
	h, remove := openStore()
	defer remove()
	limit := int64(100)
	s, err := h.Store.Register(ctx, "trip", heddle.RegisterOptions{Adapter: "claude", CWD: "/work", MessageLimit: &limit,
		CreatedAt: time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)})
	check(err)
	fmt.Println(s.SessionID, s.Adapter, s.MessageLimit, s.CreatedAt)
	// Output:
	// trip claude 100 2026-11-20 10:00:00 +0000 UTC
}

func ExampleStore_Update() {
	h, remove := openStore()
	defer remove()
	s, err := h.Store.Update(ctx, "trip", heddle.UpdateOptions{Model: "model-1", Extra: heddle.JSON(`{"city":"Porto"}`)})
	check(err)
	fmt.Println(s.Model, string(s.Extra))
	// Output:
	// model-1 {"city":"Porto"}
}

func ExampleStore_Get() {
	h, remove := openStore()
	defer remove()
	recordTrip(h)
	s, err := h.Store.Get(ctx, "trip")
	check(err)
	fmt.Println(s.MessageCount, "messages, position", s.Position)
	// Output:
	// 2 messages, position 2
}

func ExampleStore_List() {
	h, remove := openStore()
	defer remove()
	recordTrip(h)
	list, err := h.Store.List(ctx, heddle.StoreListOptions{Limit: 10})
	check(err)
	for _, s := range list.Items {
		fmt.Println(s.SessionID, s.MessageCount)
	}
	// Output:
	// trip 2
}

func ExampleStore_Messages() {
	h, remove := openStore()
	defer remove()
	recordTrip(h)
	list, err := h.Store.Messages(ctx, "trip", heddle.StoreMessagesOptions{Types: []string{"assistant"}})
	check(err)
	printMessages(list)
	// Output:
	// {"content":"Start at the river.","role":"assistant","type":"assistant"}
}

func ExampleStore_MessageCount() {
	h, remove := openStore()
	defer remove()
	recordTrip(h)
	n, err := h.Store.MessageCount(ctx, "trip")
	check(err)
	fmt.Println(n)
	// Output:
	// 2
}

func ExampleStore_SessionCount() {
	h, remove := openStore()
	defer remove()
	recordTrip(h)
	n, err := h.Store.SessionCount(ctx)
	check(err)
	fmt.Println(n)
	// Output:
	// 1
}

func ExampleStore_Delete() {
	h, remove := openStore()
	defer remove()
	recordTrip(h)
	check(h.Store.Delete(ctx, "trip"))
	_, err := h.Store.Get(ctx, "trip")
	fmt.Println(errors.Is(err, heddle.ErrSessionNotFound))
	// Output:
	// true
}

func ExampleStore_Clear() {
	h, remove := openStore()
	defer remove()
	recordTrip(h)
	n, err := h.Store.Clear(ctx)
	check(err)
	fmt.Println(n, "deleted")
	// Output:
	// 1 deleted
}

func ExampleStore_Fork() {
	h, remove := openStore()
	defer remove()
	recordTrip(h)
	fork, err := h.Store.Fork(ctx, "trip", heddle.StoreForkOptions{NewSessionID: "trip-by-train"})
	check(err)
	fmt.Println(fork.SessionID, fork.MessageCount)
	// Output:
	// trip-by-train 2
}

func ExampleStore_Share() {
	h, remove := openStore()
	defer remove()
	recordTrip(h)
	share, err := h.Store.Share(ctx, "trip", heddle.ShareOptions{ShareID: "porto"})
	check(err)
	fmt.Println(share.ShareID, share.Status)
	// Output:
	// porto active
}

func ExampleStore_GetShare() {
	h, remove := openStore()
	defer remove()
	recordTrip(h)
	share, err := h.Store.GetShare(ctx, "trip")
	check(err)
	fmt.Println(share == nil)
	// Output:
	// true
}

func ExampleStore_Unshare() {
	h, remove := openStore()
	defer remove()
	recordTrip(h)
	_, err := h.Store.Share(ctx, "trip")
	check(err)
	check(h.Store.Unshare(ctx, "trip"))
	share, err := h.Store.GetShare(ctx, "trip")
	check(err)
	fmt.Println(share.Status)
	// Output:
	// revoked
}

func ExampleStore_Revert() {
	h, remove := openStore()
	defer remove()
	recordTrip(h)
	one := int64(1)
	_, err := h.Store.Revert(ctx, "trip", heddle.RevertOptions{VisibleMessageCount: &one})
	check(err)
	list, err := h.Store.Messages(ctx, "trip")
	check(err)
	printMessages(list)
	// Output:
	// {"content":"Two days in Porto","role":"user","type":"user"}
}

func ExampleStore_Unrevert() {
	h, remove := openStore()
	defer remove()
	recordTrip(h)
	none := int64(0)
	_, err := h.Store.Revert(ctx, "trip", heddle.RevertOptions{VisibleMessageCount: &none})
	check(err)
	_, err = h.Store.Unrevert(ctx, "trip")
	check(err)
	list, err := h.Store.Messages(ctx, "trip")
	check(err)
	fmt.Println(len(list.Items), "messages are visible")
	// Output:
	// 2 messages are visible
}

func ExampleStore_Summarize() {
	h, remove := openStore()
	defer remove()
	recordTrip(h)
	summary, err := h.Store.Summarize(ctx, "trip")
	check(err)
	fmt.Println(summary.Content)
	// Output:
	// User: Two days in Porto
	// Agent: Start at the river.
}

func ExampleStore_GetSummary() {
	h, remove := openStore()
	defer remove()
	recordTrip(h)
	_, err := h.Store.Summarize(ctx, "trip", heddle.SummarizeOptions{Content: "A weekend in Porto", GeneratedBy: "me"})
	check(err)
	summary, err := h.Store.GetSummary(ctx, "trip")
	check(err)
	fmt.Println(summary.Content, "by", summary.GeneratedBy)
	// Output:
	// A weekend in Porto by me
}

// An exported session can be imported into another store.
func ExampleStore_Export() {
	h, remove := openStore()
	defer remove()
	recordTrip(h)
	snapshot, err := h.Store.Export(ctx, "trip")
	check(err)
	other, removeOther := openStore()
	defer removeOther()
	s, err := other.Store.Import(ctx, heddle.JSON(snapshot.Text))
	check(err)
	fmt.Println(s.SessionID, s.MessageCount)
	// Output:
	// trip 2
}

func ExampleStore_Import() {
	h, remove := openStore()
	defer remove()
	recordTrip(h)
	snapshot, err := h.Store.Export(ctx, "trip")
	check(err)
	s, err := h.Store.Import(ctx, heddle.JSON(snapshot.Text), heddle.StoreImportOptions{SessionID: "copy"})
	check(err)
	fmt.Println(s.SessionID, s.MessageCount)
	// Output:
	// copy 2
}

func ExampleStore_Events() {
	h, remove := openStore()
	defer remove()
	recordTrip(h)
	page, err := h.Store.Events(ctx, "trip", heddle.EventsOptions{After: 1})
	check(err)
	for _, event := range page.Events {
		fmt.Println(event.Seq, event.Kind, string(event.Payload))
	}
	// Output:
	// 2 message {"content":"Start at the river.","role":"assistant","type":"assistant"}
}

func ExampleStore_Check() {
	h, remove := openStore()
	defer remove()
	recordTrip(h)
	problems, err := h.Store.Check(ctx)
	check(err)
	fmt.Println(len(problems.Items), "defects")
	// Output:
	// 0 defects
}

func ExampleStore_Stats() {
	h, remove := openStore()
	defer remove()
	recordTrip(h)
	stats, err := h.Store.Stats(ctx)
	check(err)
	fmt.Println(stats.Sessions, "session,", stats.Messages, "messages")
	// Output:
	// 1 session, 2 messages
}

func ExampleStore_Compact() {
	h, remove := openStore()
	defer remove()
	recordTrip(h)
	check(h.Store.Delete(ctx, "trip"))
	compacted, err := h.Store.Compact(ctx)
	check(err)
	fmt.Println(compacted.Sessions, "session removed")
	// Output:
	// 1 session removed
}

func ExampleStore_NativeSessions() {
	h := openFixture()
	defer h.Close()
	list, err := h.Store.NativeSessions(ctx, heddle.StoreListOptions{Adapter: "claude", Limit: 1})
	check(err)
	for _, s := range list.Items {
		fmt.Println(s.SessionID, s.Adapter, s.MessageCount)
	}
	// Output:
	// 6cb0dd90-7a16-47c0-88bc-417625d288a3 claude 2
}

func ExampleStore_NativeMessages() {
	h := openFixture()
	defer h.Close()
	list, err := h.Store.NativeMessages(ctx, "6cb0dd90-7a16-47c0-88bc-417625d288a3", heddle.NativeMessagesOptions{Adapter: "claude"})
	check(err)
	fmt.Println(len(list.Items), "messages")
	// Output:
	// 2 messages
}

// Two stores follow each other: what one lacks is copied, with the same ids and positions.
func ExampleStore_Pull() {
	laptop, remove := openStore()
	defer remove()
	team, removeTeam := openStore()
	defer removeTeam()
	recordTrip(laptop)
	for range 2 {
		report, err := team.Store.Pull(ctx, laptop.Store, heddle.PullOptions{})
		check(err)
		fmt.Println(report.Sessions, "session,", report.Events, "events, complete:", report.Complete())
	}
	// Output:
	// 1 session, 2 events, complete: true
	// 0 session, 0 events, complete: true
}

func ExampleStore_Sync() {
	laptop, remove := openStore()
	defer remove()
	team, removeTeam := openStore()
	defer removeTeam()
	recordTrip(laptop)
	_, err := team.Store.Record(ctx, "plan", heddle.User("Who books the train?"))
	check(err)
	report, err := laptop.Store.Sync(ctx, team.Store, heddle.PullOptions{})
	check(err)
	fmt.Println("pulled", report.Pull.Events, "and pushed", report.Push.Events)
	// Output:
	// pulled 1 and pushed 2
}
