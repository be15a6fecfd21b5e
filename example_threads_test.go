package heddle_test

import (
	"fmt"

	"github.com/heddle-dev/heddle"
)

// startThread starts a thread with two messages.
func startThread(h *heddle.Heddle) {
	_, err := h.Threads.Start(ctx, "trip", heddle.ThreadStartOptions{ThreadID: "hotels", Name: "Hotels"})
	check(err)
	_, err = h.Threads.Record(ctx, "trip", "hotels", []heddle.JSON{heddle.User("Near the river?"), heddle.Assistant("Two of them.")})
	check(err)
}

func printThread(thread *heddle.StoredThread, err error) {
	check(err)
	fmt.Println(thread.Name, thread.Status, thread.VisibleMessageCount)
}

func ExampleThreads_Start() {
	h, remove := openStore()
	defer remove()
	thread, err := h.Threads.Start(ctx, "trip", heddle.ThreadStartOptions{ThreadID: "hotels", Name: "Hotels"})
	check(err)
	fmt.Println(thread.Name, thread.Status, thread.Active)
	// Output:
	// Hotels active true
}

func ExampleThreads_Record() {
	h, remove := openStore()
	defer remove()
	startThread(h)
	thread, err := h.Threads.Record(ctx, "trip", "hotels", []heddle.JSON{heddle.User("The second one.")})
	check(err)
	fmt.Println(thread.MessageCount)
	// Output:
	// 3
}

func ExampleThreads_List() {
	h, remove := openStore()
	defer remove()
	startThread(h)
	list, err := h.Threads.List(ctx, "trip")
	check(err)
	for _, thread := range list.Items {
		fmt.Println(thread.ThreadID, thread.MessageCount)
	}
	// Output:
	// hotels 2
}

func ExampleThreads_Loaded() {
	h, remove := openStore()
	defer remove()
	startThread(h)
	archived := false
	loaded, err := h.Threads.Loaded(ctx, "trip", heddle.ThreadsLoadedOptions{IncludeArchived: &archived})
	check(err)
	fmt.Println(loaded.Count, "thread, active:", loaded.ActiveThreadID)
	// Output:
	// 1 thread, active: hotels
}

func ExampleThreads_Get() {
	h, remove := openStore()
	defer remove()
	startThread(h)
	printThread(h.Threads.Get(ctx, "trip", "hotels"))
	// Output:
	// Hotels active 2
}

func ExampleThreads_Read() {
	h, remove := openStore()
	defer remove()
	startThread(h)
	content, err := h.Threads.Read(ctx, "trip", "hotels", heddle.ThreadReadOptions{IncludeMessages: true})
	check(err)
	fmt.Println(content.Thread.Name, len(content.Messages))
	// Output:
	// Hotels 2
}

func ExampleThreads_Messages() {
	h, remove := openStore()
	defer remove()
	startThread(h)
	list, err := h.Threads.Messages(ctx, "trip", "hotels", heddle.ThreadMessagesOptions{Limit: 1})
	check(err)
	printMessages(list)
	// Output:
	// {"content":"Near the river?","role":"user","threadId":"hotels","type":"user"}
}

func ExampleThreads_Resume() {
	h, remove := openStore()
	defer remove()
	startThread(h)
	_, err := h.Threads.SetStatus(ctx, "trip", "hotels", "paused")
	check(err)
	printThread(h.Threads.Resume(ctx, "trip", "hotels"))
	// Output:
	// Hotels active 2
}

func ExampleThreads_Fork() {
	h, remove := openStore()
	defer remove()
	startThread(h)
	fork, err := h.Threads.Fork(ctx, "trip", "hotels", heddle.ThreadForkOptions{NewThreadID: "hostels"})
	check(err)
	fmt.Println(fork.ThreadID, "from", fork.ParentThreadID, fork.VisibleMessageCount)
	// Output:
	// hostels from hotels 2
}

func ExampleThreads_Rollback() {
	h, remove := openStore()
	defer remove()
	startThread(h)
	one := int64(1)
	printThread(h.Threads.Rollback(ctx, "trip", "hotels", heddle.ThreadRollbackOptions{Count: &one}))
	// Output:
	// Hotels active 1
}

func ExampleThreads_Unrollback() {
	h, remove := openStore()
	defer remove()
	startThread(h)
	one := int64(1)
	_, err := h.Threads.Rollback(ctx, "trip", "hotels", heddle.ThreadRollbackOptions{Count: &one})
	check(err)
	printThread(h.Threads.Unrollback(ctx, "trip", "hotels"))
	// Output:
	// Hotels active 2
}

func ExampleThreads_Compact() {
	h, remove := openStore()
	defer remove()
	startThread(h)
	printThread(h.Threads.Compact(ctx, "trip"))
	// Output:
	// Hotels active 0
}

func ExampleThreads_Archive() {
	h, remove := openStore()
	defer remove()
	startThread(h)
	printThread(h.Threads.Archive(ctx, "trip", "hotels"))
	// Output:
	// Hotels archived 2
}

func ExampleThreads_Unarchive() {
	h, remove := openStore()
	defer remove()
	startThread(h)
	_, err := h.Threads.Archive(ctx, "trip", "hotels")
	check(err)
	printThread(h.Threads.Unarchive(ctx, "trip", "hotels"))
	// Output:
	// Hotels active 2
}

func ExampleThreads_Rename() {
	h, remove := openStore()
	defer remove()
	startThread(h)
	printThread(h.Threads.Rename(ctx, "trip", "hotels", "Where to sleep"))
	// Output:
	// Where to sleep active 2
}

func ExampleThreads_UpdateMetadata() {
	h, remove := openStore()
	defer remove()
	startThread(h)
	thread, err := h.Threads.UpdateMetadata(ctx, "trip", "hotels", heddle.JSON(`{"nights":2}`))
	check(err)
	fmt.Println(string(thread.Metadata))
	// Output:
	// {"nights":2}
}

func ExampleThreads_SetStatus() {
	h, remove := openStore()
	defer remove()
	startThread(h)
	printThread(h.Threads.SetStatus(ctx, "trip", "hotels", "completed"))
	// Output:
	// Hotels completed 2
}

func ExampleThreads_Delete() {
	h, remove := openStore()
	defer remove()
	startThread(h)
	check(h.Threads.Delete(ctx, "trip", "hotels"))
	n, err := h.Store.MessageCount(ctx, "trip")
	check(err)
	fmt.Println(n, "messages remain in the session")
	// Output:
	// 2 messages remain in the session
}

func ExampleThreads_SetActive() {
	h, remove := openStore()
	defer remove()
	startThread(h)
	_, err := h.Threads.Start(ctx, "trip", heddle.ThreadStartOptions{ThreadID: "trains"})
	check(err)
	check(h.Threads.SetActive(ctx, "trip", "hotels"))
	active, err := h.Threads.Active(ctx, "trip")
	check(err)
	fmt.Println(active)
	// Output:
	// hotels
}

func ExampleThreads_Active() {
	h, remove := openStore()
	defer remove()
	startThread(h)
	active, err := h.Threads.Active(ctx, "trip")
	check(err)
	fmt.Println(active)
	// Output:
	// hotels
}

func ExampleThreads_ClearActive() {
	h, remove := openStore()
	defer remove()
	startThread(h)
	check(h.Threads.ClearActive(ctx, "trip"))
	active, err := h.Threads.Active(ctx, "trip")
	check(err)
	fmt.Printf("%q\n", active)
	// Output:
	// ""
}

func ExampleThreads_Unsubscribe() {
	h, remove := openStore()
	defer remove()
	startThread(h)
	result, err := h.Threads.Unsubscribe(ctx, "trip", "hotels")
	check(err)
	fmt.Println(result.ThreadID, result.Unsubscribed)
	// Output:
	// hotels true
}

func ExampleThreads_Count() {
	h, remove := openStore()
	defer remove()
	startThread(h)
	n, err := h.Threads.Count(ctx, "trip")
	check(err)
	fmt.Println(n)
	// Output:
	// 1
}

func ExampleThreads_Clear() {
	h, remove := openStore()
	defer remove()
	startThread(h)
	n, err := h.Threads.Clear(ctx)
	check(err)
	fmt.Println(n, "deleted")
	// Output:
	// 1 deleted
}
