package heddle_test

import (
	"fmt"

	"github.com/heddle-dev/heddle"
)

func ExampleMessages_Normalize() {
	h := openFixture()
	defer h.Close()
	message, err := h.Messages.Normalize(ctx, heddle.JSON(`{"type":"assistant","session_id":"a1","message":{"role":"assistant","content":[{"type":"text","text":"Hello"}]}}`))
	check(err)
	fmt.Println(string(message))
	// Output:
	// {"content":"Hello","contentBlocks":[{"text":"Hello","type":"text"}],"raw":{"message":{"content":[{"text":"Hello","type":"text"}],"role":"assistant"},"session_id":"a1","type":"assistant"},"sessionId":"a1","type":"assistant"}
}

func ExampleMessages_NormalizeText() {
	h := openFixture()
	defer h.Close()
	list, err := h.Messages.NormalizeText(ctx, `{"type":"item.completed","item":{"id":"i1","type":"agent_message","text":"Hello"}}
not JSON
`)
	check(err)
	printMessages(list)
	fmt.Println(len(list.Diagnostics), "part skipped")
	// Output:
	// {"content":"Hello","messageId":"i1","type":"assistant"}
	// 1 part skipped
}

func ExampleMessages_ParseStopReason() {
	h := openFixture()
	defer h.Close()
	reason, err := h.Messages.ParseStopReason(ctx, "tool_use")
	check(err)
	fmt.Println(reason)
	// Output:
	// tool_use_stop
}

func ExampleMessages_ParsePermissionMode() {
	h := openFixture()
	defer h.Close()
	mode, err := h.Messages.ParsePermissionMode(ctx, "acceptEdits")
	check(err)
	fmt.Println(mode)
	// Output:
	// accept_edits
}

func ExampleMessages_MakeRequestID() {
	h := openFixture()
	defer h.Close()
	id, err := h.Messages.MakeRequestID(ctx)
	check(err)
	fmt.Println(len(id))
	// Output:
	// 36
}

func ExampleIDs_ResolveUnifiedID() {
	h := openFixture()
	defer h.Close()
	id, err := h.IDs.ResolveUnifiedID(ctx, heddle.Claude, "a1b2")
	check(err)
	fmt.Println(id)
	// Output:
	// claude:a1b2
}

func ExampleIDs_ResolveNativeID() {
	h := openFixture()
	defer h.Close()
	id, err := h.IDs.ResolveNativeID(ctx, "claude:a1b2")
	check(err)
	fmt.Println(id.Agent, id.NativeSessionID)
	// Output:
	// claude a1b2
}
