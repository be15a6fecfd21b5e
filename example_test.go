package heddle_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log"
	"os"
	"path/filepath"
	"testing/fstest"

	"github.com/heddle-dev/heddle"
)

var ctx = context.Background()

// openFixture opens a home with sessions of Claude Code, and no store.
func openFixture() *heddle.Heddle {
	return open(heddle.Options{Home: "testdata/agents/claude/home", Store: "-"})
}

// openStore opens an empty store. The function it returns closes and removes it.
func openStore() (h *heddle.Heddle, remove func()) {
	return openWithStore("")
}

// openWithStore opens an empty store beside the sessions of a home; without one beside none.
func openWithStore(home string) (h *heddle.Heddle, remove func()) {
	folder, err := os.MkdirTemp("", "heddle-")
	check(err)
	if home == "" {
		home = folder
	}
	h = open(heddle.Options{Home: home, Store: filepath.Join(folder, "heddle.db")})
	return h, func() {
		check(h.Close())
		check(os.RemoveAll(folder))
	}
}

func open(options heddle.Options) *heddle.Heddle {
	h, err := heddle.Open(options)
	check(err)
	return h
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// A home folder is read without a store. The zero Options read this user's sessions.
func ExampleOpen() {
	h, err := heddle.Open(heddle.Options{Home: "testdata/agents/claude/home", Store: "-"})
	check(err)
	defer h.Close()

	list, err := h.Sessions.List(ctx, heddle.ListOptions{Agent: heddle.Claude, Limit: 3})
	check(err)
	for _, s := range list.Items {
		fmt.Println(s.UpdatedAt.Format("2006-01-02"), s.Title)
	}
	// Output:
	// 2026-11-20 Say hello.
	// 2026-11-20 Find every date format with a helper agent.
	// 2026-11-20 Say hello.
}

func ExampleOpen_error() {
	_, err := heddle.Open(heddle.Options{Home: "testdata/nowhere"})
	fmt.Println(errors.Is(err, heddle.ErrInvalidArgument))
	// Output:
	// true
}

// The folders of agents can be any file systems: those of the operating system, of a zip file, or of
// a test.
func ExampleOptions_mounts() {
	const record = `{"type":"user","uuid":"u1","sessionId":"a1","timestamp":"2026-11-20T10:00:00.000Z","cwd":"/work","version":"2.1.30","message":{"role":"user","content":"Plan two days in Porto"}}`
	h := open(heddle.Options{Mounts: map[heddle.Agent]fs.FS{
		heddle.Claude: fstest.MapFS{"projects/-work/a1.jsonl": {Data: []byte(record)}},
		heddle.Codex:  os.DirFS("testdata/agents/codex/home/.codex"),
	}})
	defer h.Close()
	agents, err := h.Agents(ctx)
	check(err)
	for _, a := range agents.Items {
		if a.Found {
			fmt.Println(a.Agent, a.SessionCount)
		}
	}
	// Output:
	// claude 1
	// codex 15
}

// An agent with several folders has one in Mounts and the others in Places. With either, nothing else
// is read.
func ExampleOptions_places() {
	user := os.DirFS("testdata/agents/cursor-ide-handmade/home/.config/Cursor/User")
	h := open(heddle.Options{Places: map[heddle.Place]fs.FS{heddle.CursorUser: user}})
	defer h.Close()
	list, err := h.Sessions.List(ctx, heddle.ListOptions{Limit: 2})
	check(err)
	for _, s := range list.Items {
		fmt.Println(s.Agent, s.Title)
	}
	// Output:
	// cursor Fix parcel weight rounding
	// cursor Older inline conversation
}

// The engine answers requests in JSON, too.
func ExampleHeddle_Engine() {
	h := openFixture()
	defer h.Close()
	response, err := h.Engine().Call(ctx, "ids.resolveNativeId", []byte(`{"unifiedId":"claude:a1b2"}`))
	check(err)
	fmt.Println(string(response.Body))
	// Output:
	// {"agent":"claude","nativeSessionId":"a1b2"}
}

// An Error has a code, a message and a hint.
func ExampleError() {
	h := openFixture()
	defer h.Close()
	_, err := h.Sessions.Get(ctx, "claude:none")
	if errors.Is(err, heddle.ErrSessionNotFound) {
		var e *heddle.Error
		errors.As(err, &e)
		fmt.Println(e.Code, e.Message)
	}
	// Output:
	// SESSION_NOT_FOUND no claude session has the id "none"
}

// Money adds exactly, and is a number in JSON.
func ExampleMoney() {
	price, err := heddle.ParseMoney("0.1")
	check(err)
	tax, err := heddle.ParseMoney("0.200000000001")
	check(err)
	text, err := json.Marshal(map[string]heddle.Money{"total": price.Plus(tax)})
	check(err)
	fmt.Println(price.Plus(tax), string(text))
	// Output:
	// 0.300000000001 {"total":0.300000000001}
}

func ExampleHeddle_Version() {
	h := openFixture()
	defer h.Close()
	version, err := h.Version(ctx)
	check(err)
	fmt.Println("ABI", version.ABI)
	// Output:
	// ABI 1
}

func ExampleHeddle_Agents() {
	h := openFixture()
	defer h.Close()
	agents, err := h.Agents(ctx)
	check(err)
	for _, a := range agents.Items {
		fmt.Println(a.Agent, a.Found, a.SessionCount, a.SessionPersistence, a.CanFork)
	}
	// Output:
	// claude true 17 file true
	// codex false 0 file true
	// gemini false 0 file false
	// copilot false 0 file false
	// cursor false 0 sqlite false
	// opencode false 0 sqlite true
	// pi false 0 file true
	// omp false 0 file true
	// openclaw false 0 sqlite false
	// hermes false 0 sqlite false
}
