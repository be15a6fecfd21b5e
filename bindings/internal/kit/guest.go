package kit

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/wasm/abi"
)

// secret is the content of a file outside the mounts.
const secret = "kit-secret-5f0c2a"

// mount is the mount of the hostile guest; databases the one of its database.
const (
	mount     = "claude"
	databases = "opencode"
)

// Errors by what they are about.
var (
	refusals  = []fault.Code{fault.BadRef, fault.InvalidArgument, fault.PermissionDenied, fault.LimitExceeded, fault.Unsupported, fault.ParseError, fault.IO}
	internal  = []fault.Code{fault.Internal}
	malformed = []fault.Code{fault.Internal, fault.InvalidArgument, fault.BadRef, fault.LimitExceeded, fault.ParseError, fault.PermissionDenied, fault.Unsupported, fault.IO}
	noPower   = []fault.Code{fault.Unsupported}
)

// checkGuest runs the hostile guest: what it gets is nothing but errors, and its host lives on.
func (c *checker) checkGuest() error {
	if c.lacks(1, Files) {
		return nil
	}
	mounts, err := c.hostileMounts()
	if err != nil {
		return err
	}
	settings := Settings{Module: filepath.Join(c.kit, "guest", "hostile.wasm"), Mounts: mounts, Start: FirstTime, Seed: 1}
	if c.runner.Has(SQL) {
		settings.Store = c.storeFile()
	}
	groups := []struct {
		name     string
		settings Settings
		probes   []probe
	}{
		{"addresses", settings, addressProbes()},
		{"paths", settings, c.pathProbes()},
		{"encodings", settings, c.encodingProbes()},
		{"handles", settings, c.handleProbes()},
		{"behaviour", settings, c.behaviourProbes()},
		{"absent", Settings{Module: settings.Module, Powers: []string{}}, absentProbes()},
		{"starting", Settings{Module: filepath.Join(c.kit, "guest", "start.wasm"), Mounts: mounts}, []probe{fileProbe()}},
	}
	for _, g := range groups {
		if err := c.runProbes("guest/"+g.name, g.settings, g.probes); err != nil {
			return err
		}
	}
	return nil
}

// runProbes runs probes on one host, and after each checks that the host still serves.
func (c *checker) runProbes(prefix string, s Settings, probes []probe) error {
	opened := false
	for _, p := range probes {
		name := prefix + "/" + p.name
		if !c.wanted(name) {
			continue
		}
		if !opened {
			a, err := c.open(s)
			if err == nil && a.Code != "" && startsHostile(s) {
				c.differ(name, "") // a host may refuse such a module
				return c.settle(name, c.close())
			}
			if err == nil && a.Code != "" {
				err = c.refused(a)
			}
			if err != nil {
				return c.settle(name, err)
			}
			opened = true
		}
		wrong, err := c.runProbe(p)
		if err != nil {
			opened = false
			if err := c.settle(name, err); err != nil {
				return err
			}
			continue
		}
		c.differ(name, wrong)
	}
	if !opened {
		return nil
	}
	return c.settle(prefix+" (close)", c.close())
}

// runProbe says what is wrong with the answer to a probe, and with the host after it.
func (c *checker) runProbe(p probe) (string, error) {
	a, err := c.call("version", p.request)
	if err != nil {
		return "", err
	}
	if wrong := p.judge(a); wrong != "" {
		return wrong, nil
	}
	return c.stillServes()
}

// stillServes says what is wrong with the host after a probe. The first call may end as an error:
// what the guest has set only then shows, and costs its instance.
func (c *checker) stillServes() (string, error) {
	idle := arguments(doNothing)
	if _, err := c.call("version", idle); err != nil {
		return "", err
	}
	a, err := c.call("version", idle)
	if err != nil || a.Code == "" {
		return "", err
	}
	return "the call after it: " + a.Code + " " + a.Text, nil
}

// hostileMounts makes a mount with what could lead out of it, beside a folder with the secret.
func (c *checker) hostileMounts() (map[string]string, error) {
	in, out := filepath.Join(c.temp, "mounts", mount), filepath.Join(c.temp, "mounts", "secret")
	err := errors.Join(os.MkdirAll(filepath.Join(in, "folder"), 0o755), os.MkdirAll(out, 0o755),
		os.WriteFile(filepath.Join(in, "file"), []byte(fileText), 0o644),
		os.WriteFile(filepath.Join(in, "folder", "inner"), []byte("inner"), 0o644),
		os.WriteFile(filepath.Join(out, "secret.txt"), []byte(secret), 0o644),
		os.WriteFile(filepath.Join(filepath.Dir(in), mount+"2"), []byte(secret), 0o644))
	if c.runner.Has(Links) {
		for name, to := range map[string]string{"out-file": "../secret/secret.txt", "out-folder": "../secret", "out-root": "/", "out-absolute": filepath.Join(out, "secret.txt"),
			"loop": "loop", "gone": "nowhere", "folder/up": "../..", "in-link": "folder/inner"} {
			err = errors.Join(err, os.Symlink(to, filepath.Join(in, filepath.FromSlash(name))))
		}
		err = errors.Join(err, makePipe(filepath.Join(in, "pipe")))
	}
	db, e := c.keepDatabase()
	return map[string]string{mount: in, databases: db}, errors.Join(err, e)
}

// startsHostile reports whether the settings are those of the guest that calls while it starts.
func startsHostile(s Settings) bool { return filepath.Base(s.Module) == "start.wasm" }

// fileText is the content of the file of the hostile guest's mount.
var fileText = strings.Repeat("0123456789", 100)

// keepDatabase makes a mount with the database keep.db, as the statements' checks need it.
func (c *checker) keepDatabase() (string, error) {
	data, err := os.ReadFile(filepath.Join(c.kit, "sql", "databases.json"))
	if err != nil {
		return "", err
	}
	var table map[string]struct{ Files map[string]string }
	if err := json.Unmarshal(data, &table); err != nil {
		return "", err
	}
	folder := filepath.Join(c.temp, "mounts", databases)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", err
	}
	db, err := base64.StdEncoding.DecodeString(table["keep"].Files["keep.db"])
	if err == nil && len(db) == 0 {
		err = errors.New("databases.json has no keep.db")
	}
	return folder, errors.Join(err, os.WriteFile(filepath.Join(folder, "keep.db"), db, 0o644))
}

// fileProbe reads the file.
func fileProbe() probe {
	return probe{name: "file", request: fileRead(mount+"/file", 0, 15), allow: exactly(fileText[:15])}
}

// spans are addresses and lengths that lie outside the memory.
var spans = []struct {
	name string
	p, n uint32
}{
	{"across-the-end", memoryEnd - 1, 64}, {"at-the-end", memoryEnd, 64}, {"far", 0x7ffffff0, 16}, {"top-bit", 0x80000000, 16}, {"last", 0xffffffff, 1},
	{"overflow", 0xfffffff0, 0x40}, {"overflow-to-request", 0xffffffff, 0x10001}, {"negative-length", requestAt, 0xffffffff}, {"huge-length", requestAt, 0x7fffffff},
	{"minimum-length", requestAt, 0x80000000}, {"everything", 0, 0xffffffff}, {"both", 0xffffffff, 0xffffffff},
}

// addressProbes name places outside the guest's memory, for requests and for answers.
func addressProbes() []probe {
	list := []probe{fileProbe(), {name: "powers", request: hostCall(abi.CallPowers, nil), allow: func(r reply) string {
		if r.result != 4 || r.taken != 0 || r.answer[4] != untouched {
			return fmt.Sprintf("powers returned %d, and host_take %d", r.result, r.taken)
		}
		return ""
	}}}
	path := text(mount + "/file")
	for _, s := range spans {
		for call := abi.CallStat; call <= abi.CallZstd; call++ {
			list = append(list, probe{name: fmt.Sprintf("request-%d-%s", call, s.name), request: arguments(doHostCall, call, s.p, s.n, answerAt, spaceSize), codes: internal, traps: true})
		}
		for _, call := range []uint32{abi.CallPowers, abi.CallNow, abi.CallID, 4711} {
			list = append(list, probe{name: fmt.Sprintf("request-%d-%s", call, s.name), request: arguments(doHostCall, call, s.p, s.n, answerAt, spaceSize), codes: append(noPower, internal...), traps: true, allow: anything})
		}
		list = append(list,
			probe{name: "path-" + s.name, request: arguments(doFileRead, s.p, s.n, int64(0), answerAt, spaceSize), codes: internal, traps: true},
			probe{name: "take-" + s.name, request: arguments(doHostTake, s.p, s.n), traps: true, allow: anything})
		if s.p == requestAt || s.p == 0 { // an answer that is shorter than its place fits there
			continue
		}
		list = append(list,
			probe{name: "answer-stat-" + s.name, request: append(arguments(doHostCall, abi.CallStat, requestAt+24, len(path), s.p, s.n), path...), codes: internal, traps: true, allow: keptFor(s.n)},
			probe{name: "answer-powers-" + s.name, request: arguments(doHostCall, abi.CallPowers, 0, 0, s.p, s.n), codes: internal, traps: true, allow: keptFor(s.n)},
			probe{name: "answer-now-" + s.name, request: arguments(doHostCall, abi.CallNow, 0, 0, s.p, s.n), codes: internal, traps: true, allow: keptFor(s.n)},
			probe{name: "read-" + s.name, request: append(arguments(doFileRead, requestAt+28, len(mount)+5, int64(0), s.p, s.n), mount+"/file"...), codes: internal, traps: true})
	}
	for _, n := range []uint32{0xffffffff, 0x80000000, 0x7fffffff} {
		list = append(list, probe{name: fmt.Sprintf("read-huge-%x", n), request: append(arguments(doFileRead, requestAt+28, len(mount)+5, int64(0), answerAt, n), mount+"/file"...), codes: internal, traps: true})
	}
	return append(list, fileProbe())
}

// keptFor allows an answer that was kept, since its place is too small for any.
func keptFor(capacity uint32) func(reply) string {
	return func(r reply) string {
		if capacity < 4 && r.result > int64(capacity) && int64(r.taken) == r.result {
			return ""
		}
		return fmt.Sprintf("the import returned %d, want an error", r.result)
	}
}

// badPaths are paths that no host serves, by what is wrong with them.
func (c *checker) badPaths() map[string]string {
	outside := filepath.Join(c.temp, "mounts", "secret", "secret.txt")
	return map[string]string{
		"empty": "", "slash": "/", "dot": ".", "dots": "..", "absolute": "/etc/passwd", "absolute-secret": outside, "no-mount": "nowhere/file", "only-slashes": "///",
		"mount-prefix": mount + "2", "mount-upper": strings.ToUpper(mount) + "/file", "mount-slash": mount + "/", "double-slash": mount + "//file", "double-root": mount + "//etc/passwd",
		"mount-absolute": mount + "/" + outside, "mount-dot": mount + "/.", "mount-dots": mount + "/..", "dots-secret": mount + "/../secret/secret.txt",
		"inner-dots": mount + "/folder/../../secret/secret.txt", "inner-dots-in": mount + "/folder/../file", "dot-file": mount + "/./file", "trailing-dot": mount + "/file/.",
		"dots-end": mount + "/folder/..", "missing": mount + "/missing", "below-file": mount + "/file/x", "trailing-slash": mount + "/file/", "nul": mount + "/file\x00", "nul-inside": mount + "/fi\x00le",
		"nul-suffix": mount + "/file\x00.jsonl", "nul-mount": mount + "\x00/file", "nul-alone": "\x00", "backslashes": mount + `\..\secret\secret.txt`, "backslash-inside": mount + `/..\secret\secret.txt`,
		"backslash-folder": mount + `/folder\inner`, "drive": `C:\Windows\win.ini`, "mount-drive": mount + "/C:/Windows/win.ini", "unc": `\\server\share\file`, "url": "file:///etc/passwd",
		"mount-url": mount + "/file:///etc/passwd", "percent": mount + "/%2e%2e/secret/secret.txt", "not-utf-8": mount + "/\xff\xfe", "surrogate": mount + "/\xed\xa0\x80", "overlong-dots": mount + "/\xc0\xae\xc0\xae/secret/secret.txt",
		"wide-dots": mount + "/\uff0e\uff0e/secret/secret.txt", "newline": mount + "/fi\nle", "long": mount + "/" + strings.Repeat("a", 300), "very-long": mount + "/" + strings.Repeat("a/", 10_000) + "b",
		"long-name": strings.Repeat("m", 5000), "device": mount + "/../../../../../../dev/zero", "proc": mount + "/../../../../../proc/self/environ", "home": "~/file", "variable": mount + "/$HOME",
		"stream": mount + "/file:stream", "store-file": "store/heddle.db-wal", "store-up": "store/../" + mount + "/file", "prices": "prices/prices.csv",
	}
}

// pathProbes ask for paths that leave the mount or are not well-formed, of every call that takes a path.
func (c *checker) pathProbes() []probe {
	list := []probe{fileProbe(), {name: "stat-file", request: hostCall(abi.CallStat, text(mount+"/file")), allow: entryOf(byte(host.File))}}
	ask := func(name, path string) {
		list = append(list,
			probe{name: "stat-" + name, request: hostCall(abi.CallStat, text(path)), codes: refusals},
			probe{name: "list-" + name, request: hostCall(abi.CallList, text(path)), codes: refusals},
			probe{name: "read-" + name, request: fileRead(path, 0, spaceSize), codes: refusals},
			probe{name: "sql-" + name, request: hostCall(abi.CallSQLOpen, database(path, 0, 0, 0)), codes: refusals},
			probe{name: "sql-writable-" + name, request: hostCall(abi.CallSQLOpen, database(path, 1, 0, 0)), codes: refusals},
			probe{name: "sql-image-" + name, request: hostCall(abi.CallSQLOpen, database(path, 0, 4096, 2)), codes: refusals})
	}
	for _, name := range sortedKeys(c.badPaths()) {
		ask(name, c.badPaths()[name])
	}
	list = append(list,
		probe{name: "list-file", request: hostCall(abi.CallList, text(mount+"/file")), codes: refusals},
		probe{name: "read-folder", request: fileRead(mount+"/folder", 0, spaceSize), codes: refusals},
		probe{name: "read-mount", request: fileRead(mount, 0, spaceSize), codes: refusals},
		probe{name: "sql-folder", request: hostCall(abi.CallSQLOpen, database(mount+"/folder", 0, 0, 0)), codes: refusals},
		probe{name: "sql-writable-file", request: hostCall(abi.CallSQLOpen, database(databases+"/keep.db", 1, 0, 0)), codes: refusals})
	if !c.runner.Has(Links) {
		return append(list, fileProbe())
	}
	for _, name := range []string{"out-file", "out-absolute", "out-folder", "out-root", "loop", "gone", "folder/up"} {
		link := mount + "/" + name
		list = append(list,
			probe{name: "stat-link-" + name, request: hostCall(abi.CallStat, text(link)), codes: refusals, allow: entryOf(byte(host.Link))},
			probe{name: "list-link-" + name, request: hostCall(abi.CallList, text(link)), codes: refusals},
			probe{name: "read-link-" + name, request: fileRead(link, 0, spaceSize), codes: refusals},
			probe{name: "sql-link-" + name, request: hostCall(abi.CallSQLOpen, database(link, 0, 0, 0)), codes: refusals})
	}
	for _, name := range []string{"out-folder/secret.txt", "folder/up/secret/secret.txt", "out-root/etc/passwd", "loop/x", "gone/x", "pipe"} {
		path := mount + "/" + name
		list = append(list,
			probe{name: "list-through-" + name, request: hostCall(abi.CallList, text(path)), codes: refusals},
			probe{name: "read-through-" + name, request: fileRead(path, 0, spaceSize), codes: refusals},
			probe{name: "sql-through-" + name, request: hostCall(abi.CallSQLOpen, database(path, 0, 0, 0)), codes: refusals})
	}
	return append(list, probe{name: "read-link-inside", request: fileRead(mount+"/in-link", 0, 5), codes: refusals, allow: exactly("inner")}, fileProbe())
}

// database is the request of sql_open.
func database(path string, flags uint8, pageSize, pages int64, overlay ...int64) []byte {
	return encode(func(w *abi.Writer) {
		w.Str(path)
		w.U8(flags)
		w.I64(pageSize)
		w.I64(pages)
		w.U32(uint32(len(overlay) / 2))
		for _, n := range overlay {
			w.I64(n)
		}
	})
}

// encodingProbes send requests that end early, counts that cannot be, and numbers without sense.
func (c *checker) encodingProbes() []probe {
	keep := databases + "/keep.db"
	bad := func(name string, call uint32, request []byte) probe {
		return probe{name: name, request: hostCall(call, request), codes: malformed}
	}
	lenient := func(name string, call uint32, request []byte) probe {
		return probe{name: name, request: hostCall(call, request), codes: malformed, allow: anything}
	}
	image := func(name string, pageSize, pages int64, overlay ...int64) probe {
		p := probe{name: "image-" + name, request: twice(abi.CallSQLQuery, database(keep, 0, pageSize, pages, overlay...), query(0, "SELECT x FROM keep")), codes: malformed}
		if len(overlay) == 0 || name == "page-outside" || name == "overflow" || name == "huge-pages" || name == "many-pages" {
			p.allow = anything // what such an image has is its host's matter
		}
		return p
	}
	u32 := func(n uint32) []byte { return encode(func(w *abi.Writer) { w.U32(n) }) }
	count := func(n uint32, s string) []byte {
		return encode(func(w *abi.Writer) { w.I64(1); w.Str(s); w.U32(n) })
	}
	list := []probe{
		bad("stat-nothing", abi.CallStat, nil), bad("stat-short-length", abi.CallStat, []byte{1, 0}), bad("stat-long-length", abi.CallStat, u32(math.MaxUint32)),
		bad("stat-length-beyond", abi.CallStat, append(u32(100), "claude"...)), bad("list-nothing", abi.CallList, nil), bad("list-long-length", abi.CallList, u32(0x80000000)),
		bad("sql-open-nothing", abi.CallSQLOpen, nil), bad("sql-open-no-flags", abi.CallSQLOpen, text(keep)), bad("sql-query-nothing", abi.CallSQLQuery, nil),
		bad("sql-exec-nothing", abi.CallSQLExec, nil), bad("sql-close-nothing", abi.CallSQLClose, nil), bad("zstd-nothing", abi.CallZstd, nil),
		bad("sql-open-huge-overlay", abi.CallSQLOpen, append(database(keep, 0, 4096, 2)[:len(database(keep, 0, 4096, 2))-4], u32(math.MaxUint32)...)),
		image("negative-page", -4096, 2, 1, 32), image("odd-page", 1000, 2, 1, 32), image("huge-pages", 65536, math.MaxInt64, 1, 32), image("many-pages", 65536, 1<<40, 1, 32),
		image("negative-pages", 4096, -1, 1, 32), image("page-0", 4096, 2, 0, 32), image("negative-offset", 4096, 2, 1, -1), image("no-log", 4096, 2, 1, 32),
		image("far-offset", 4096, 2, 1, 1<<62), image("page-outside", 4096, 2, 1<<62, 32), image("pages-without-frames", 4096, 1<<40), image("unordered", 4096, 2, 2, 32, 1, 32),
		image("overflow", 65536, 1<<48, 1<<48, 32),
		bad("sql-query-huge-values", abi.CallSQLQuery, count(math.MaxUint32, "SELECT 1")), bad("sql-query-text-beyond", abi.CallSQLQuery, encode(func(w *abi.Writer) { w.I64(1); w.U32(1 << 30) })),
		bad("sql-query-kind-9", abi.CallSQLQuery, append(count(1, "SELECT ?"), 9)), bad("sql-exec-huge-count", abi.CallSQLExec, encode(func(w *abi.Writer) { w.I64(1); w.U32(math.MaxUint32) })),
		bad("zstd-nonsense", abi.CallZstd, encode(func(w *abi.Writer) { w.I64(1 << 20); w.Bytes([]byte("no frame")) })),
		bad("zstd-negative", abi.CallZstd, encode(func(w *abi.Writer) { w.I64(-1); w.Bytes(emptyFrame) })),
		bad("zstd-bomb", abi.CallZstd, encode(func(w *abi.Writer) { w.I64(1000); w.Bytes(bombFrame) })),
		lenient("zstd-huge-limit", abi.CallZstd, encode(func(w *abi.Writer) { w.I64(math.MaxInt64); w.Bytes(emptyFrame) })),
		lenient("powers-with-request", abi.CallPowers, []byte("request")), lenient("now-with-request", abi.CallNow, []byte("request")), lenient("id-with-request", abi.CallID, []byte("request")),
		{name: "read-negative-offset", request: fileRead(mount+"/file", -1, 10), codes: malformed},
		{name: "read-least-offset", request: fileRead(mount+"/file", math.MinInt64, 10), codes: malformed},
		{name: "read-behind-the-end", request: fileRead(mount+"/file", int64(len(fileText)), 10), codes: malformed, allow: exactly("")},
		{name: "read-far-offset", request: fileRead(mount+"/file", 1<<62, 10), codes: malformed, allow: exactly("")},
		{name: "read-greatest-offset", request: fileRead(mount+"/file", math.MaxInt64, 10), codes: malformed, allow: exactly("")},
		{name: "read-nothing", request: fileRead(mount+"/file", 0, 0), allow: exactly("")},
		{name: "read-whole", request: fileRead(mount+"/file", 0, spaceSize), allow: exactly(fileText)},
		{name: "take-nothing", request: arguments(doHostTake, answerAt, spaceSize), allow: exactly("")},
	}
	for _, call := range []uint32{10, 11, 99, 4711, 0x7fffffff, 0x80000000, 0xffffffff} {
		list = append(list, probe{name: fmt.Sprintf("call-%d", call), request: hostCall(call, []byte("request")), codes: noPower})
	}
	for _, done := range []int64{0, -1, math.MinInt64, math.MaxInt64} {
		list = append(list, probe{name: fmt.Sprintf("poll-%d", done), request: arguments(doPoll, done, -done), allow: exactly("")})
	}
	return append(list, probe{name: "answer-too-large", request: append(arguments(doHostCall, abi.CallList, requestAt+24, 4+len(mount), answerAt, 4), text(mount)...), allow: keptWhole}, fileProbe())
}

// emptyFrame is a zstd frame without content; bombFrame has 128 MiB of zeros in a few bytes.
var (
	emptyFrame = []byte{0x28, 0xb5, 0x2f, 0xfd, 0x20, 0x00, 0x01, 0x00, 0x00}
	bombFrame  = makeBomb()
)

// makeBomb writes a frame of 1,024 blocks, each of which repeats a byte 128 Ki times.
func makeBomb() []byte {
	b := []byte{0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58} // no content size, a window of 2 MiB
	for i := range 1024 {
		last, repeat, size := uint32(0), uint32(1), uint32(128<<10)
		if i == 1023 {
			last = 1
		}
		header := last | repeat<<1 | size<<3
		b = append(b, byte(header), byte(header>>8), byte(header>>16), 0)
	}
	return b
}

// keptWhole allows an answer that did not fit: nothing was written, and host_take had all of it.
func keptWhole(r reply) string {
	if r.result <= 4 || int64(r.taken) != r.result || r.answer[0] != untouched || r.record[0] == untouched {
		return fmt.Sprintf("an answer that does not fit: the import returned %d, host_take %d, and %#x was written", r.result, r.taken, r.answer[:4])
	}
	return ""
}

// handleProbes use handles that were never opened, are closed, or belong to another call.
func (c *checker) handleProbes() []probe {
	var list []probe
	codes := append([]fault.Code{fault.Internal}, refusals...)
	for _, handle := range []int64{0, 1, 2, 3, -1, 1 << 31, 1 << 53, math.MaxInt64, math.MinInt64} {
		list = append(list,
			probe{name: fmt.Sprintf("query-%d", handle), request: hostCall(abi.CallSQLQuery, query(handle, "SELECT 1")), codes: codes},
			probe{name: fmt.Sprintf("exec-%d", handle), request: hostCall(abi.CallSQLExec, encode(func(w *abi.Writer) { w.I64(handle); w.U32(1); w.Str("DELETE FROM x"); w.U32(0) })), codes: codes},
			probe{name: fmt.Sprintf("close-%d", handle), request: hostCall(abi.CallSQLClose, encode(func(w *abi.Writer) { w.I64(handle) })), codes: codes, allow: exactly("")})
	}
	if !c.runner.Has(SQL) {
		return list
	}
	// The handle of a call is gone in the next one; hosts number them as they like.
	list = append(list, probe{name: "open", request: hostCall(abi.CallSQLOpen, database(databases+"/keep.db", 0, 0, 0)), allow: func(r reply) string {
		if r.result != 8 {
			return fmt.Sprintf("sql_open returned %d", r.result)
		}
		return ""
	}})
	for handle := range int64(8) {
		list = append(list, probe{name: fmt.Sprintf("of-the-last-call-%d", handle), request: hostCall(abi.CallSQLQuery, query(handle, "SELECT x FROM keep")), codes: codes})
	}
	many := arguments(doRepeat, abi.CallSQLOpen, requestAt+28, len(database(databases+"/keep.db", 0, 0, 0)), answerAt, spaceSize, 3000)
	return append(list, probe{name: "many", request: append(many, database(databases+"/keep.db", 0, 0, 0)...), codes: codes, traps: true, allow: anything}, fileProbe())
}

// behaviourProbes trap, answer with places outside the memory, and change what alloc and release do.
func (c *checker) behaviourProbes() []probe {
	list := []probe{{name: "trap", request: arguments(doTrap), traps: true}}
	for name, packed := range map[string]uint64{
		"response-across-the-end": (memoryEnd-4)<<32 | 16, "response-at-the-end": memoryEnd<<32 | 4, "response-everywhere": math.MaxUint64, "response-overflow": 0xfffffff0<<32 | 0x20010,
		"response-empty": 0, "response-short": 0x20000<<32 | 3, "response-huge-header": 0x21020<<32 | 64, "response-negative": 1 << 63, "response-no-json": requestAt<<32 | 12,
	} {
		list = append(list, probe{name: name, request: arguments(doReturn, int64(packed)), traps: true})
	}
	for _, at := range []uint32{0, 1, memoryEnd - 1, memoryEnd, 0x7fffffff, 0x80000000, 0xffffffff} {
		list = append(list, probe{name: fmt.Sprintf("alloc-%x", at), request: arguments(doAlloc, at), traps: true, allow: anything})
	}
	list = append(list, probe{name: "release", request: arguments(doRelease), traps: true, allow: anything})
	pages := int64(512 << 20 >> 16)
	return append(list, probe{name: "memory", request: arguments(doGrow), traps: true, allow: func(r reply) string {
		if c.runner.Has(Memory) && r.result > 4*pages {
			return fmt.Sprintf("the guest got %d pages of memory", r.result)
		}
		return ""
	}}, fileProbe())
}

// absentProbes ask a host that grants nothing.
func absentProbes() []probe {
	list := []probe{{name: "powers", request: hostCall(abi.CallPowers, nil), allow: func(r reply) string {
		if r.result != 4 || uint32(r.answer[0])&^abi.PowerPoll != 0 || r.answer[1] != 0 {
			return fmt.Sprintf("powers returned %d, %#x", r.result, r.answer[:4])
		}
		return ""
	}}}
	requests := map[uint32][]byte{
		abi.CallStat: text(mount + "/file"), abi.CallList: text(mount), abi.CallSQLOpen: database(databases+"/keep.db", 0, 0, 0),
		abi.CallSQLQuery: query(1, "SELECT 1"), abi.CallSQLExec: encode(func(w *abi.Writer) { w.I64(1); w.U32(0) }),
		abi.CallSQLClose: encode(func(w *abi.Writer) { w.I64(1) }), abi.CallZstd: encode(func(w *abi.Writer) { w.I64(100); w.Bytes(emptyFrame) }), abi.CallNow: nil, abi.CallID: nil,
	}
	for call := abi.CallStat; call <= abi.CallID; call++ {
		list = append(list, probe{name: fmt.Sprintf("call-%d", call), request: hostCall(call, requests[call]), codes: noPower})
	}
	return append(list, probe{name: "read", request: fileRead(mount+"/file", 0, 10), codes: noPower})
}
