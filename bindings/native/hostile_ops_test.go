package native_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/bindings/internal/bindingstest/hostile"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/rpc"
	"github.com/heddle-dev/heddle/hostfns"
	"github.com/heddle-dev/heddle/hostfns/sqlite"
)

// usualRounds is how many rounds TestHostileHosts has when no flag says otherwise.
const usualRounds = 40

var (
	hostileSeed   = flag.Uint64("hostile.seed", 1, "seed of TestHostileHosts")
	hostileRounds = flag.Int("hostile.rounds", usualRounds, "rounds of TestHostileHosts: each runs every operation")
)

// granting returns a host with every power, over the files of some agents.
func granting(t testing.TB) host.Host {
	m := hosttest.NewMounts()
	for mount, folder := range map[string]string{"claude": "claude-1.0.24/home/.claude", "codex": "codex-0.29.0/home/.codex", "gemini": "gemini-0.4.0/home/.gemini",
		"opencode": "opencode/home/.local/share/opencode", "hermes": "hermes-v6/home/.hermes", "copilot": "copilot-1.0.40/home/.copilot",
		"pi": "pi/home/.pi/agent", "openclaw": "openclaw/home/.openclaw", "cursor": "cursor-cli-handmade/home/.cursor"} {
		m.Load(t, mount, "../../testdata/agents/"+folder)
	}
	h := hosttest.Host(m)
	driver := sqlite.New(m, sqlite.Options{})
	t.Cleanup(driver.Release)
	h.SQL, h.Zstd, h.Journal, h.Parallel = driver, hostfns.Zstd(), hosttest.NewJournal(), hostfns.Workers(2)
	return h
}

// dispatch runs an operation. A panic, or INTERNAL, is a failure: the engine
// itself has no reason for it that a host could cause.
func dispatch(t *testing.T, what string, h *host.Host, op hostile.Op, request []byte) {
	t.Helper()
	defer func() {
		if p := recover(); p != nil {
			t.Fatalf("%s: %s %s: panic: %v\n%s", what, op.Name, clip(request), p, debug.Stack())
		}
	}()
	header, _, ok := rpc.Split(rpc.Dispatch(h, rpc.Op(op.ID), request))
	if !ok || !json.Valid(header) {
		t.Fatalf("%s: %s %s: no response", what, op.Name, clip(request))
	}
	if strings.Contains(string(header), `"INTERNAL"`) && !strings.Contains(string(header), `"a lie"`) && !strings.Contains(string(header), bytes.ErrTooLarge.Error()) {
		t.Errorf("%s: %s %s: %s", what, op.Name, clip(request), clip(header))
	}
}

func clip(b []byte) string { return fmt.Sprintf("%.300s", b) }

// Every operation under every subset of the powers answers: never a panic.
func TestEverySubsetOfPowers(t *testing.T) {
	all := granting(t)
	for subset := range 1 << hostile.Powers {
		if n := bits.OnesCount(uint(subset)); testing.Short() && n > 1 && n < hostile.Powers-1 { // -short: all, none, one, all but one
			continue
		}
		g := hostile.Requests{Rand: rand.New(rand.NewPCG(7, uint64(subset)))}
		h := hostile.Subset(all, subset)
		full := subset == 1<<hostile.Powers-1
		for _, op := range hostile.Ops(t, "../..") {
			dispatch(t, fmt.Sprintf("powers %08b", subset), h, op, []byte("{}"))
			if heavy := strings.HasPrefix(op.Name, "sessions.") && subset%16 != 15; !heavy || full {
				dispatch(t, fmt.Sprintf("powers %08b", subset), h, op, g.Typical(op))
			}
		}
	}
}

// Without entropy or a clock nothing can be recorded, and the error says so.
func TestWithoutEntropy(t *testing.T) {
	for _, without := range []string{"entropy", "clock"} {
		h := granting(t)
		if without == "entropy" {
			h.Entropy = nil
		} else {
			h.Clock = nil
		}
		for _, op := range hostile.Ops(t, "../..") {
			id := rpc.Op(op.ID)
			if !id.Changes() && (op.Name != "messages.makeRequestId" || without == "clock") {
				continue
			}
			g := hostile.Requests{Rand: rand.New(rand.NewPCG(1, 1))}
			header, _, _ := rpc.Split(rpc.Dispatch(&h, id, g.Typical(op)))
			if s := string(header); !strings.Contains(s, `"UNSUPPORTED"`) && !strings.Contains(s, `"INVALID_ARGUMENT"`) && !strings.Contains(s, `"INVALID_SELECTOR"`) {
				t.Errorf("without %s, %s: %s", without, op.Name, s)
			}
		}
	}
}

// Hosts that answer anything: never a panic, never an endless loop.
func TestHostileHosts(t *testing.T) {
	rounds := *hostileRounds
	if testing.Short() && rounds == usualRounds {
		rounds = 8
	}
	t.Logf("seed %d, %d rounds (-hostile.seed, -hostile.rounds)", *hostileSeed, rounds)
	real := granting(t)
	for round := range rounds {
		seed := *hostileSeed + uint64(round)
		liar := hostile.NewLiar(real, seed)
		g := hostile.Requests{Rand: rand.New(rand.NewPCG(seed, 2))}
		subset := 1<<hostile.Powers - 1
		if round%3 == 1 {
			subset = g.Rand.IntN(1 << hostile.Powers)
		}
		h := liar.Host(subset)
		for _, op := range hostile.Ops(t, "../..") {
			request := g.Typical(op)
			if round%2 == 1 {
				request = g.Wild(op)
			}
			liar.Begin()
			dispatch(t, fmt.Sprintf("seed %d, powers %08b", seed, subset), h, op, request)
			if liar.Over {
				t.Errorf("seed %d: %s %s asked the host more than %d times", seed, op.Name, clip(request), hostile.MaxCalls)
			}
		}
	}
}
