package hermes_test

import (
	"testing"

	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/hermes"
	"github.com/heddle-dev/heddle/hostfns/sqlite"
)

// FuzzWalk puts any bytes in the place of a transcript or a snapshot, or of a
// message's columns: no panic, and a list and a spend that agree with it.
func FuzzWalk(f *testing.F) {
	m := hosttest.NewMounts().Load(f, hermes.Name, agents+"hermes-files/home/.hermes")
	h := hosttest.Host(m)
	targets := []struct{ id, path string }{{transcriptID, transcriptFile}, {snapshotID, snapshotFile}}
	files := make([][]byte, len(targets))
	for i, t := range targets {
		st, err := m.Stat(t.path)
		if err != nil {
			f.Fatal(err)
		}
		files[i] = make([]byte, st.Size)
		if _, err := m.ReadAt(t.path, files[i], 0); err != nil {
			f.Fatal(err)
		}
		f.Add(uint8(i), files[i])
		f.Add(uint8(i), files[i][:len(files[i])/2])
	}
	f.Add(uint8(0), []byte(`{"role":"tool","content":"\u0000json:[{\"type\":\"image_url\",\"image_url\":\"data:,\"}]"}`+"\n"+`{"role":"user","content":"[CONTEXT COMPACTION] x\n--- END OF CONTEXT SUMMARY\n\ny","timestamp":1e400}`))
	f.Add(uint8(1), []byte(`{"messages":[{"role":"assistant","tool_calls":[{"function":{"arguments":"\"\\ud800\""}}],"reasoning_details":[{"text":7}]},null,3]}`))
	f.Fuzz(func(t *testing.T, n uint8, data []byte) {
		i := int(n) % len(targets)
		m.File(targets[i].path, data)
		defer m.File(targets[i].path, files[i])
		count := func(want adapter.Want) (prompts, messages int) {
			e := env(&h, nil)
			ix, err := agent.Discover(e)
			if err != nil {
				t.Fatal(err)
			}
			ref := ix.FindRef(targets[i].id)
			if _, err := agent.Updated(e, ix, ref); err != nil {
				t.Fatal(err)
			}
			_ = agent.Walk(e, ix, ref, want, adapter.NewOutlet(e, func(r *adapter.Record) error {
				if r.Kind == adapter.Message {
					messages++
				}
				if r.Prompt {
					prompts++
				}
				return nil
			}))
			return prompts, messages
		}
		p, all := count(everything)
		if lp, la := count(forList); lp != p || la != all {
			t.Errorf("a list sees %d prompts of %d messages, a reading %d of %d", lp, la, p, all)
		}
	})
}

// FuzzDatabase changes bytes of a database: no panic, and an end.
func FuzzDatabase(f *testing.F) {
	m := hosttest.NewMounts().Load(f, hermes.Name, agents+"hermes-v6/home/.hermes")
	st, err := m.Stat(databaseFile)
	if err != nil {
		f.Fatal(err)
	}
	good := make([]byte, st.Size)
	if _, err := m.ReadAt(databaseFile, good, 0); err != nil {
		f.Fatal(err)
	}
	f.Add([]byte{0, 16, 1})
	f.Add([]byte{0, 20, 0xff, 1, 0, 0x0d})
	f.Fuzz(func(t *testing.T, patch []byte) {
		bad := append([]byte(nil), good...)
		for ; len(patch) >= 3; patch = patch[3:] { // place in units of 2 bytes, change
			bad[(int(patch[0])<<8|int(patch[1]))*2%len(bad)] ^= patch[2]
		}
		m.File(databaseFile, bad)
		h := hosttest.Host(m)
		db := sqlite.New(m, sqlite.Options{})
		defer db.Release()
		h.SQL = db
		e := env(&h, nil)
		ix, err := agent.Discover(e)
		if err != nil {
			return
		}
		for i := range ix.Refs {
			_ = agent.Walk(e, ix, &ix.Refs[i], everything, adapter.NewOutlet(e, func(*adapter.Record) error { return nil }))
		}
		_, _, _ = agent.(adapter.Searcher).Propose(e, ix, []string{"parcel"})
		_ = agent.(adapter.MemoryLister).Memories(e, func(adapter.Memory) error { return nil })
	})
}
