package opencode_test

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/opencode"
	"github.com/heddle-dev/heddle/hostfns/sqlite"
)

// targets are files of every layout, each in a session whose other messages
// must survive regardless of what happens to it.
var targets = []struct{ session, path string }{
	{"ses_e05c356f6ffeOxC8n4t7l3J3Lc", storedInfo},
	{"ses_e05c356f6ffeOxC8n4t7l3J3Lc", storedTurn + "msg_1fa3ca9bf001X7x0ARJBj3L4GI.json"},
	{"ses_e05c356f6ffeOxC8n4t7l3J3Lc", "opencode/storage/part/msg_1fa3ca9bf001X7x0ARJBj3L4GI/prt_1fa3ca9d7001cYCPjtOluRHgJj.json"},
	{"ses_e05c2171cffeuGPZ9u4BGwpskl", "opencode/project/global/storage/session/message/ses_e05c2171cffeuGPZ9u4BGwpskl/msg_1fa3de974001ATSVmTHBrH6SXa.json"},
	{"ses_e05c2171cffeuGPZ9u4BGwpskl", "opencode/project/global/storage/session/part/ses_e05c2171cffeuGPZ9u4BGwpskl/msg_1fa3de974001ATSVmTHBrH6SXa/prt_1fa3de9b7001kZWCTBeYC0MD70.json"},
	{"ses_e05bcaff7ffe7TrIvHj5C07x8W", "opencode/project/global/storage/session/message/ses_e05bcaff7ffe7TrIvHj5C07x8W/msg_1fa435047001asrPJH16MDvqcq.json"},
}

// FuzzWalk puts any bytes in the place of one file: no panic, and every
// message of the session's other files is visited.
func FuzzWalk(f *testing.F) {
	m := hosttest.NewMounts()
	for _, fixture := range []string{"opencode-0.1.174", "opencode-0.5.29", "opencode-1.1.65"} {
		m.Load(f, opencode.Name, agents+fixture+share)
	}
	h := hosttest.Host(m)
	visited := func(session string) map[string]bool {
		e := env(&h, nil)
		out := map[string]bool{}
		ix, err := opencode.New().Discover(e)
		if err != nil {
			f.Fatal(err)
		}
		err = opencode.New().Walk(e, ix, ix.FindRef(session), adapter.Want{Prompts: true, Text: true, Usage: true, Raw: true}, adapter.NewOutlet(e, func(r *adapter.Record) error {
			out[r.ID] = true
			return nil
		}))
		if err != nil {
			f.Fatalf("%s: %v", session, err)
		}
		_ = opencode.New().Walk(e, ix, ix.FindRef(session), adapter.Want{Usage: true}, adapter.NewOutlet(e, func(*adapter.Record) error { return nil }))
		return out
	}
	whole := make([]map[string]bool, len(targets))
	files := make([][]byte, len(targets))
	for i, t := range targets {
		whole[i], files[i] = visited(t.session), read(f, m, t.path)
		f.Add(uint8(i), files[i])
		f.Add(uint8(i), files[i][:len(files[i])/2])
	}
	f.Add(uint8(1), []byte(`{"role":"user","parts":[],"metadata":{},"time":{"created":1e400}}`))
	f.Fuzz(func(t *testing.T, n uint8, data []byte) {
		i := int(n) % len(targets)
		m.File(targets[i].path, data)
		defer m.File(targets[i].path, files[i])
		got := visited(targets[i].session)
		for id := range whole[i] {
			if strings.HasPrefix(id, "msg_") && !strings.Contains(targets[i].path, strings.SplitN(id, "#", 2)[0]) && !got[id] {
				t.Errorf("%s is lost with %s", id, targets[i].path)
			}
		}
	})
}

// FuzzDatabase changes bytes of a database: no panic, and an end.
func FuzzDatabase(f *testing.F) {
	m := hosttest.NewMounts().Load(f, opencode.Name, agents+"opencode-upgrade"+share)
	m.Remove("opencode/storage").Remove("opencode/project").Remove("opencode/snapshot")
	good := read(f, m, databaseFile)
	f.Add([]byte{0, 16, 1})
	f.Add([]byte{0, 20, 0xff, 1, 0, 0x0d})
	f.Fuzz(func(t *testing.T, patch []byte) {
		bad := append([]byte(nil), good...)
		for ; len(patch) >= 3; patch = patch[3:] { // place in units of 5 bytes, change
			bad[(int(patch[0])<<8|int(patch[1]))*5%len(bad)] ^= patch[2]
		}
		m.File(databaseFile, bad)
		h := hosttest.Host(m)
		db := sqlite.New(m, sqlite.Options{})
		defer db.Release()
		h.SQL = db
		ix, err := opencode.New().Discover(env(&h, nil))
		if err != nil {
			return
		}
		for i := range ix.Refs {
			_ = opencode.New().Walk(env(&h, nil), ix, &ix.Refs[i], everything, adapter.NewOutlet(env(&h, nil), func(*adapter.Record) error { return nil }))
		}
	})
}
