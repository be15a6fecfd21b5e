package claude_test

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/claude"
	"github.com/heddle-dev/heddle/core/session"
)

var listAll = session.ListRequest{Agent: "claude", Limit: 10_000}

// spy records which files are read.
type spy struct {
	host.Files
	read func(path string)
}

func (s spy) ReadAt(path string, p []byte, off int64) (int, error) {
	s.read(path)
	return s.Files.ReadAt(path, p, off)
}

// Rule: only *.jsonl in project folders, subagents' files and name files are
// sessions; everything else in the home is left alone.
func TestPlaces(t *testing.T) {
	m := hosttest.NewMounts()
	for _, p := range []string{
		"projects/-p/s1.jsonl", "projects/-p/s1/subagents/agent-1.jsonl", "projects/-p/s1/subagents/agent-1.meta.json",
		"projects/-p/s1/subagents/notes.jsonl", "projects/-p/s1/tool-results/x.jsonl", "projects/-p/s1/custom-title.json",
		"projects/-p/agent-0000abcd.jsonl", "projects/-p/memory/x.jsonl", "projects/-p/notes.md", "projects/-p/.jsonl",
		"projects/stray.jsonl", "projects/-q/s2.jsonl", "history.jsonl", "sessions/77.json", "sessions/77.abc.key",
		"file-history/s1/x@v1", "tasks/s1/1.json", "todos/s1-agent-s1.json",
	} {
		m.File("claude/"+p, []byte("{}\n"))
	}
	m.Add(hosttest.Entry{Path: "claude/projects/-p/pipe.jsonl", Shape: hosttest.FIFO},
		hosttest.Entry{Path: "claude/projects/-p/out.jsonl", Shape: hosttest.Outside},
		hosttest.Entry{Path: "claude/projects/-p/folder.jsonl", Shape: hosttest.Folder},
		hosttest.Entry{Path: "claude/projects/away", Shape: hosttest.Outside},
		hosttest.Entry{Path: "claude/projects/closed", Shape: hosttest.Folder, Denied: true})
	read := map[string]bool{}
	h := openMounts(t, spy{m, func(path string) { read[path] = true }})
	if len(read) != 0 {
		t.Errorf("discovering opened %v", read)
	}
	var got []string
	for _, r := range h.ix.Refs {
		s := r.ID + " " + strings.TrimPrefix(r.Path, "claude/projects/")
		if r.Subagent {
			s += " subagent of " + r.Parent
		}
		got = append(got, s)
	}
	same(t, "refs", strings.Join(got, "\n")+"\n", `
		agent-0000abcd -p/agent-0000abcd.jsonl subagent of 
		s1 -p/s1.jsonl
		s1/agent-1 -p/s1/subagents/agent-1.jsonl subagent of s1
		s2 -q/s2.jsonl
	`)
	var notes []string
	for _, d := range h.notes {
		notes = append(notes, string(d.Code)+" "+d.Path)
	}
	same(t, "diagnostics", strings.Join(notes, "\n")+"\n", `
		BAD_REF claude/projects/-p/folder.jsonl
		BAD_REF claude/projects/-p/out.jsonl
		BAD_REF claude/projects/-p/pipe.jsonl
		BAD_REF claude/projects/away
		PERMISSION_DENIED claude/projects/closed
	`)
}

// Rule: histories, live-process files and their secrets are never read.
func TestNothingElseIsRead(t *testing.T) {
	for _, fixture := range fixtures {
		m := hosttest.NewMounts().Load(t, "claude", agents+fixture+"/home/.claude")
		m.File("claude/sessions/77.json", []byte("{}")).File("claude/sessions/77.abc.key", []byte("secret"))
		read := map[string]bool{}
		h := openMounts(t, spy{m, func(path string) { read[path] = true }})
		for id := range h.list(t) {
			h.get(t, id)
		}
		for path := range read {
			if !strings.HasPrefix(path, "claude/projects/") && !strings.HasPrefix(path, "home-files/") ||
				!strings.HasSuffix(path, ".jsonl") && !strings.HasSuffix(path, ".meta.json") && !strings.HasSuffix(path, "custom-title.json") {
				t.Errorf("%s: %s was read", fixture, path)
			}
		}
	}
}

// Rule: no home, an empty home and an unreadable one are three things.
func TestHomesWithoutSessions(t *testing.T) {
	for name, m := range map[string]*hosttest.Mounts{
		"no mount":    hosttest.NewMounts(),
		"no projects": hosttest.NewMounts().Folder("claude"),
		"no sessions": hosttest.NewMounts().Folder("claude/projects/-p"),
	} {
		if h := openMounts(t, m); len(h.ix.Refs) != 0 || len(h.notes) != 0 {
			t.Errorf("%s: %v %v", name, h.ix.Refs, h.notes)
		}
	}
	if h := openMounts(t, hosttest.NewMounts().File("claude/projects", nil)); len(h.notes) != 1 {
		t.Errorf("projects is a file: %v", h.notes)
	}
	closed := hosttest.Host(hosttest.NewMounts(hosttest.Entry{Path: "claude/projects", Shape: hosttest.Folder, Denied: true}))
	_, err := claude.New().Discover(&adapter.Env{Host: &closed, DefectLog: adapter.DefectLog{OnDiagnostic: func(fault.Diagnostic) {}}})
	if fault.CodeOf(err) != fault.PermissionDenied {
		t.Errorf("closed: %v", err)
	}
}

// Rule: the working directory comes from the lines, the first one wins, and
// the folder's name never decides.
func TestWorkingDirectories(t *testing.T) {
	list := openHome(t, "claude").list(t)
	for id, cwd := range map[string]string{
		"d0c0308c-9f39-4637-83a7-815cd195b3e0": "/home/dev/projects/date.parser_v2", // resumed from fetch-kit
		"e8397ec2-fcbd-45a5-8c30-ae39282e4ecd": "/home/dev/projects/日付 ツール/app.v2",
		"23d6a72e-359b-4421-9bc9-aed00c0af341": "/home/dev/projects/long/a-rather-long-directory-name-1/a-rather-long-directory-name-2/" +
			"a-rather-long-directory-name-3/a-rather-long-directory-name-4/a-rather-long-directory-name-5/a-rather-long-directory-name-6/" +
			"a-rather-long-directory-name-7/a-rather-long-directory-name-8",
	} {
		if got := list[id].Cwd; got != cwd {
			t.Errorf("%s: %q, want %q", id, got, cwd)
		}
	}
}

// Rule: files with nothing, or with bookkeeping only, are no sessions.
func TestFilesWithoutASession(t *testing.T) {
	for fixture, ids := range map[string][]string{
		"claude-1.0.120": {"413a5fef"},                                                             // one summary line
		"claude-2.0.60":  {"dc0b0941", "1f98ec4a", "258de681", "a379c906", "ab4ee9e8", "e0a10dd7"}, // snapshots; 0 bytes
		"claude-2.1.30":  {"5c5ac8fc"},
	} {
		h := openHome(t, fixture)
		list := h.list(t)
		for _, id := range ids {
			full := h.ref(t, id).ID
			if _, ok := list[full]; ok {
				t.Errorf("%s is listed", id)
			}
			_, _, err := h.catalog().Get(session.GetRequest{Agent: "claude", SessionID: full})
			if fault.CodeOf(err) != fault.SessionNotFound {
				t.Errorf("get %s: %v", id, err)
			}
		}
	}
}

// The tail of a file shows when it was last written to, as walking it does.
func TestUpdated(t *testing.T) {
	for _, fixture := range fixtures {
		h := openHome(t, fixture)
		for id, s := range h.list(t) {
			got, err := claude.New().Updated(h.env(), h.ix, h.ref(t, id))
			if err != nil || got != s.UpdatedAt {
				t.Errorf("%s %s: %s, list says %s (%v)", fixture, id, got, s.UpdatedAt, err)
			}
		}
	}
}
