package wazero

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/bindings/internal/bindingstest/hostile"
	"github.com/heddle-dev/heddle/bindings/internal/guesttest"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/hostfns"
	"github.com/heddle-dev/heddle/hostfns/sqlite"
)

// Inside the module, as natively: every operation under every subset of the
// powers that the ABI has, and hosts that answer anything. It never traps.
func TestHostileHosts(t *testing.T) {
	m := hosttest.NewMounts()
	for mount, folder := range map[string]string{"claude": "claude-1.0.24/home/.claude", "opencode": "opencode/home/.local/share/opencode", "pi": "pi/home/.pi/agent"} {
		m.Load(t, mount, "../../testdata/agents/"+folder)
	}
	real := hosttest.Host(m)
	driver := sqlite.New(m, sqlite.Options{})
	t.Cleanup(driver.Release)
	real.SQL, real.Zstd = driver, hostfns.Zstd()
	cache, module := sharedCache(t), guesttest.Core(t)
	run := func(what string, h *host.Host, request func(hostile.Op) []byte) {
		t.Helper()
		engine, err := Open(bindings.Options{NewHost: bindings.FixedHost(h), Module: module, CacheDir: cache})
		if err != nil {
			t.Fatal(err)
		}
		defer engine.Close()
		for _, op := range hostile.Ops(t, "../..") {
			r := request(op)
			_, err := engine.Call(context.Background(), op.Name, r)
			if err != nil && strings.Contains(err.Error(), "INTERNAL") && !said(err) {
				t.Errorf("%s: %s %.300s: %v", what, op.Name, r, err)
			}
		}
	}
	subsets, rounds := 1<<5, uint64(12)
	if testing.Short() {
		subsets, rounds = 4, 2
	}
	for subset := range subsets { // files, sql, zstd, clock, entropy
		g := hostile.Requests{Rand: rand.New(rand.NewPCG(9, uint64(subset)))}
		request := g.Typical
		if subset%2 == 0 {
			request = func(hostile.Op) []byte { return []byte("{}") }
		}
		run(fmt.Sprintf("powers %05b", subset), hostile.Subset(real, subset), request)
	}
	for seed := uint64(1); seed <= rounds; seed++ {
		g := hostile.Requests{Rand: rand.New(rand.NewPCG(seed, 3))}
		request := g.Typical
		if seed%2 == 0 {
			request = g.Wild
		}
		liar := hostile.NewLiar(real, seed)
		run(fmt.Sprintf("seed %d", seed), liar.Host(1<<hostile.Powers-1), request)
	}
}

// said reports whether an INTERNAL error is the host's own, or one about it:
// anything else is a trap.
func said(err error) bool {
	for _, s := range []string{"a lie", bytes.ErrTooLarge.Error(), "INTERNAL: the host ", "INTERNAL: host "} {
		if strings.Contains(err.Error(), s) {
			return true
		}
	}
	return false
}
