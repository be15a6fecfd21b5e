package core_test

import (
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/session"
)

// countedFiles counts the bytes that are read.
type countedFiles struct {
	host.Files
	read *int64
}

func (f countedFiles) ReadAt(path string, p []byte, off int64) (int, error) {
	n, err := f.Files.ReadAt(path, p, off)
	*f.read += int64(n)
	return n, err
}

// longSession writes a session of several pages and returns its size: a call of the first
// page ends on the third, the context after a compaction is known on the next page, and
// pictures are on all.
func longSession(t *testing.T, home string) int64 {
	t.Helper()
	folder := filepath.Join(home, ".claude", "projects", "-w")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	const id = "0b5a6f9e-0000-4000-8000-000000000001"
	var b strings.Builder
	parent := "null"
	line := func(uuid, kind, rest string) {
		fmt.Fprintf(&b, `{"type":%q,"uuid":%q,"parentUuid":%s,"sessionId":%q,"cwd":"/w","timestamp":"2026-11-20T17:15:51.390Z","version":"2.1.0",%s}`+"\n", kind, uuid, parent, id, rest)
		parent = `"` + uuid + `"`
	}
	result := func(uuid, call, text string) {
		line(uuid, "user", fmt.Sprintf(`"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":%q,"content":%q}]}`, call, text))
	}
	for i := range 2600 {
		content := fmt.Sprintf(`{"type":"text","text":"prompt %d"}`, i)
		if i%600 == 0 {
			data := base64.StdEncoding.EncodeToString([]byte("\x89PNG\r\n\x1a\n picture " + fmt.Sprint(i)))
			content += `,{"type":"image","source":{"type":"base64","media_type":"image/png","data":"` + data + `"}}`
		}
		line(fmt.Sprint("u", i), "user", `"message":{"role":"user","content":[`+content+`]}`)
		line(fmt.Sprint("a", i), "assistant", fmt.Sprintf(`"requestId":"r%d","message":{"id":"m%d","role":"assistant","model":"claude-sonnet-4-5","usage":{"input_tokens":%d,"output_tokens":5},"content":[{"type":"tool_use","id":"c%d","name":"Edit","input":{"file_path":"/w/f%d.go","old_string":"a","new_string":"b"}}]}`, i, i, 100+i, i, i))
		if i != 4 {
			result(fmt.Sprint("t", i), fmt.Sprint("c", i), "done")
		}
		if i == 2100 {
			result("late", "c4", "ended late")
		}
		if i == 999 {
			line("s", "system", `"subtype":"compact_boundary","content":"Conversation compacted","compactMetadata":{"trigger":"auto","preTokens":1099}`)
			line("s2", "user", `"isCompactSummary":true,"message":{"role":"user","content":"the summary"}`)
		}
	}
	if err := os.WriteFile(filepath.Join(folder, id+".jsonl"), []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	return int64(b.Len())
}

// dataOf returns the elements of a page that have data of a class.
func dataOf(page, class string) (list []string) {
	begin := `<script type="application/json" class="heddle-` + class + `">`
	for _, part := range strings.Split(page, begin)[1:] {
		data, _, _ := strings.Cut(part, "</script>")
		list = append(list, data)
	}
	return list
}

// TestPageReadsOnce: however long a session is, its page reads it as often: to find it, for its links, for its
// text and totals, for its view, and for its pictures or what is redacted. Its pieces are the pages of the view.
func TestPageReadsOnce(t *testing.T) {
	home := t.TempDir()
	size := longSession(t, home)
	h := hostOf(t, home)
	for _, redact := range []bool{false, true} {
		read := int64(0)
		counted := *h
		counted.Files = countedFiles{h.Files, &read}
		out, err := core.New(&counted).SessionsExport(session.ExportRequest{UnifiedID: "claude:0b5a6f9e-0000-4000-8000-000000000001", Format: "html", ScriptURL: "reader.js", Redact: redact})
		if err != nil {
			t.Fatal(err)
		}
		if read > 11*size/2 {
			t.Errorf("redact %v: %d bytes were read of a session of %d", redact, read, size)
		}
		pieces := dataOf(string(out), "view")
		var turns []session.ViewTurn
		after := int64(0)
		for i := 0; ; i++ {
			v, err := core.New(h).SessionsView(session.ViewRequest{Ref: "last", After: after, Limit: 1000, MaxText: 1 << 20, MaxOutput: 256 << 10, Redact: redact})
			if err != nil {
				t.Fatal(err)
			}
			turns = append(turns, v.Turns...)
			if i > 0 { // the first piece has the outline of all
				v.Outline = []session.ViewOutline{}
			}
			if want := strings.ReplaceAll(string(v.AppendJSON(nil)), "<", `\u003c`); i >= len(pieces) || pieces[i] != want {
				t.Fatalf("redact %v: piece %d of %d is not the page of the view", redact, i, len(pieces))
			}
			if after = v.Next; after == 0 {
				break
			}
		}
		late := turns[4].Items[0].Calls[0]
		if len(pieces) != 3 || late.Output == nil || late.Outcome != session.ViewOutcomeOk {
			t.Errorf("%d pieces; the call that ended late: %+v", len(pieces), late)
		}
		seam := turns[999].Items[len(turns[999].Items)-1]
		if seam.Kind != session.ViewKindSeam || seam.TokensAfter != 1100 || seam.TokensBefore != 1099 || seam.Trigger != "auto" {
			t.Errorf("the seam: %+v", seam)
		}
		if got := len(dataOf(string(out), "picture")); got != 5 && !redact || got != 0 && redact {
			t.Errorf("redact %v: %d pictures", redact, got)
		}
	}
}

// growingFiles appends to a file once half of what will be read of it was read.
type growingFiles struct {
	host.Files
	left *int64
	grow func()
}

func (f growingFiles) ReadAt(path string, p []byte, off int64) (int, error) {
	n, err := f.Files.ReadAt(path, p, off)
	if before := *f.left; before > 0 {
		if *f.left = before - int64(n); *f.left <= 0 {
			f.grow()
		}
	}
	return n, err
}

// TestPageOfGrowingSession: a session that grows while its page is written is shown as it was, or as it is, and whole.
func TestPageOfGrowingSession(t *testing.T) {
	home := t.TempDir()
	size := longSession(t, home)
	file := filepath.Join(home, ".claude", "projects", "-w", "0b5a6f9e-0000-4000-8000-000000000001.jsonl")
	h := hostOf(t, home)
	line := `{"type":"user","uuid":"%s","parentUuid":"t2599","sessionId":"0b5a6f9e-0000-4000-8000-000000000001","cwd":"/w","timestamp":"2026-11-20T17:15:51.390Z","version":"2.1.0","message":{"role":"user","content":"more"}}` + "\n"
	for i, at := range []int64{size / 2, size * 3 / 2, size * 5 / 2, size * 7 / 2} {
		growing := *h
		growing.Files = growingFiles{h.Files, &at, func() {
			f, err := os.OpenFile(file, os.O_APPEND|os.O_WRONLY, 0)
			if err != nil {
				t.Error(err)
				return
			}
			defer f.Close()
			fmt.Fprintf(f, line, fmt.Sprint("more", i))
		}}
		out, err := core.New(&growing).SessionsExport(session.ExportRequest{UnifiedID: "claude:0b5a6f9e-0000-4000-8000-000000000001", Format: "html", ScriptURL: "reader.js"})
		if err != nil {
			t.Fatal(err)
		}
		turns := 0
		for _, piece := range dataOf(string(out), "view") {
			turns += strings.Count(piece, `"prompt":{`)
		}
		if got := strings.Count(string(out), "prompt 2599"); at > 0 || turns < 2600 || got < 2 {
			t.Errorf("grown after read %d: %d turns", i, turns)
		}
	}
}

// TestDenialsInOwnWords: a call that a person refused with their own words is denied, as the record says; one that
// failed with the same words failed.
func TestDenialsInOwnWords(t *testing.T) {
	home := t.TempDir()
	folder := filepath.Join(home, ".claude", "projects", "-w")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	const id = "0b5a6f9e-0000-4000-8000-000000000001"
	said := []string{`"toolDenialKind":"user-rejected",`, `"permissionDecision":{"decision":"reject","source":"user_reject"},`, `"permissionDecision":{"decision":"accept"},`, ``}
	var b strings.Builder
	head := `"sessionId":"` + id + `","cwd":"/w","timestamp":"2026-11-20T17:15:51.390Z","version":"2.1.329",`
	fmt.Fprintf(&b, `{"type":"user","uuid":"u","parentUuid":null,%s"message":{"role":"user","content":"Go."}}`+"\n", head)
	parent := "u"
	for i, extra := range said {
		fmt.Fprintf(&b, `{"type":"assistant","uuid":"a%d","parentUuid":%q,%s"message":{"id":"m%d","role":"assistant","model":"x","content":[{"type":"tool_use","id":"c%d","name":"Bash","input":{"command":"rm -r build"}}]}}`+"\n", i, parent, head, i, i)
		fmt.Fprintf(&b, `{"type":"user","uuid":"t%d","parentUuid":"a%d",%s%s"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"c%d","content":"Please keep it.","is_error":true}]}}`+"\n", i, i, head, extra, i)
		parent = fmt.Sprint("t", i)
	}
	if err := os.WriteFile(filepath.Join(folder, id+".jsonl"), []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	h := hostOf(t, home)
	v, err := core.New(h).SessionsView(session.ViewRequest{Ref: "last"})
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range v.Turns[0].Items[0].Calls {
		want := session.ViewOutcomeDenied
		if i >= 2 {
			want = session.ViewOutcomeFailed
		}
		if c.Outcome != want || (c.Permission != nil) != (i < 2) {
			t.Errorf("call %d: %s %+v", i, c.Outcome, c.Permission)
		}
	}
}
