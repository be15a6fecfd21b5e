package openclaw_test

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/openclaw"
	"github.com/heddle-dev/heddle/hostfns"
	"github.com/heddle-dev/heddle/hostfns/sqlite"
)

// FuzzWalk puts any bytes in the place of a transcript, of the index and of a
// document: no panic, an end, and nothing negative.
func FuzzWalk(f *testing.F) {
	_, m := mounted(f, "openclaw-jsonl")
	f.Add(uint8(0), read(f, m, plain))
	f.Add(uint8(0), read(f, m, reset))
	f.Add(uint8(0), read(f, m, files+"5f6028e2-877a-41c6-ad59-7bfc54e408bd.jsonl"))
	f.Add(uint8(1), []byte(document))
	f.Add(uint8(1), []byte(document[:len(document)/2]))
	f.Add(uint8(1), []byte(`{"messages":[{"role":"assistant","cost":1e400,"usage":{"inputTokens":-1}}]}`))
	f.Add(uint8(2), []byte(`{"agent:main:subagent:x":{"sessionId":"a","spawnedBy":"agent:main:subagent:x","label":"l","forkedFromParent":true,"archivedAt":1}}`))
	f.Add(uint8(3), pack(f, read(f, m, plain)))
	f.Add(uint8(4), []byte("2026-11-20T17-34-05-592Z_a.checkpoint.x.jsonl.deleted.zst"))
	transcript := read(f, m, plain)
	f.Fuzz(func(t *testing.T, n uint8, data []byte) {
		m := hosttest.NewMounts().File(files+"a.jsonl", transcript)
		switch n % 5 {
		case 0:
			m.File(files+"a.jsonl", data)
		case 1:
			m.File(channels+"cli/b.json", data)
		case 2:
			m.File(files+"sessions.json", data)
		case 3:
			m.File(files+"c.jsonl.deleted.2026-11-20T17-34-22.924Z.zst", data)
		case 4:
			name := strings.Map(func(r rune) rune {
				if r == '/' || r == 0 || r == '\\' {
					return -1
				}
				return r
			}, string(data))
			if strings.Trim(name, ".") == "" || len(name) > 200 {
				return
			}
			m.File(files+name, transcript)
		}
		h := hosttest.Host(m)
		h.Zstd = hostfns.Zstd()
		for _, strict := range []bool{false, true} {
			e := env(&h, nil)
			e.Strict = strict
			ix, err := openclaw.New().Discover(e)
			if err != nil {
				t.Fatal(err)
			}
			for i := range ix.Refs {
				for _, want := range []adapter.Want{{Prompts: true, Text: true, Usage: true, Raw: true}, {Usage: true}} {
					_ = openclaw.New().Walk(e, ix, &ix.Refs[i], want, adapter.NewOutlet(e, func(r *adapter.Record) error {
						if u := r.Usage; u != nil && (u.InputTokens < 0 || u.OutputTokens < 0 || r.UsageKey == "") {
							t.Errorf("usage %+v, key %q", *u, r.UsageKey)
						}
						return nil
					}))
				}
				_, _ = openclaw.New().Updated(e, ix, &ix.Refs[i])
				_ = openclaw.New().(adapter.Sifter).Sift(e, ix, &ix.Refs[i], func([]byte) bool { return true })
			}
		}
	})
}

// FuzzDatabase changes bytes of a database: no panic, and an end.
func FuzzDatabase(f *testing.F) {
	_, m := mounted(f, "openclaw")
	good := read(f, m, database)
	f.Add([]byte{0, 16, 1})
	f.Add([]byte{0, 20, 0xff, 1, 0, 0x0d})
	f.Fuzz(func(t *testing.T, patch []byte) {
		bad := append([]byte(nil), good...)
		for ; len(patch) >= 3; patch = patch[3:] { // place in units of 21 bytes, change
			bad[(int(patch[0])<<8|int(patch[1]))*21%len(bad)] ^= patch[2]
		}
		m := hosttest.NewMounts().File(database, bad)
		h := hosttest.Host(m)
		db := sqlite.New(m, sqlite.Options{})
		defer db.Release()
		h.SQL, h.Zstd = db, hostfns.Zstd()
		ix, err := openclaw.New().Discover(env(&h, nil))
		if err != nil {
			return
		}
		for i := range ix.Refs {
			_ = openclaw.New().Walk(env(&h, nil), ix, &ix.Refs[i], everything, adapter.NewOutlet(env(&h, nil), func(*adapter.Record) error { return nil }))
		}
	})
}
