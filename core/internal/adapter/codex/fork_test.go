package codex_test

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/session"
)

const (
	parentID = "01a1f9fa-7cb0-7222-a4dd-fc71bc245557" // paginated
	forkID   = "01a1f9fa-81db-7520-bbe3-bff557b0be3c" // by reference
	parentAt = day + "17-21-45-" + parentID + ".jsonl"
	forkAt   = day + "17-21-46-" + forkID + ".jsonl"
)

// own drops the copied messages.
func own(s *session.Session) *session.Session {
	c := *s
	c.Messages = nil
	for _, m := range s.Messages {
		if m.Origin == nil {
			c.Messages = append(c.Messages, m)
		}
	}
	return &c
}

// TestReferenceFork: the history is in the parent's file, up to a byte
// offset, wherever that file is now.
func TestReferenceFork(t *testing.T) {
	h := fixture(t, "codex")
	whole := show(h.get(forkID))
	if n := strings.Count(whole, "(copied)"); n != 11 {
		t.Errorf("%d copied messages, want 11:\n%s", n, whole)
	}
	equal(t, "own", show(own(h.get(forkID))), `
user: Try it with five attempts instead.
assistant: In this branch of the conversation I wou`)

	h.move(parentAt, "codex/archived_sessions/rollout-2026-11-20T17-21-45-"+parentID+".jsonl")
	equal(t, "archived parent", show(h.get(forkID)), whole)

	// The parent continues after the fork: nothing of it shows.
	at := "codex/archived_sessions/rollout-2026-11-20T17-21-45-" + parentID + ".jsonl"
	h.mounts.File(at, append(h.bytes(at), []byte(user("2026-11-20T18:00:00Z", "Later.")+"\n")...))
	equal(t, "parent goes on", show(h.get(forkID)), whole)
	if got := h.list()[forkID]; got.CreatedAt.String() != "2026-11-20T17:21:46.470Z" {
		t.Errorf("created %s: the history's times are not the fork's", got.CreatedAt)
	}

	// Offsets that no longer fit (a rewritten file): ordinals end the history.
	h.mounts.File(forkAt, replace(h.bytes(forkAt), `"end_byte_offset":60903`, `"end_byte_offset":999999`))
	h.mounts.File(at, append(h.bytes(at), []byte(`{"timestamp":"2026-11-20T18:00:01Z","ordinal":61,"type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"Later too."}]}}`+"\n")...))
	if got := show(h.get(forkID)); strings.Contains(got, "Later too.") {
		t.Errorf("an ordinal behind the fork is shown:\n%s", got)
	}
}

// TestForkWithoutParent: what was recorded after the fork is still returned.
func TestForkWithoutParent(t *testing.T) {
	h := fixture(t, "codex")
	h.mounts.Remove(parentAt)
	s := h.get(forkID)
	equal(t, "own lines", show(s), `
user: Try it with five attempts instead.
assistant: In this branch of the conversation I wou`)
	if len(h.notes) != 1 || h.notes[0].Code != fault.BadRef || h.notes[0].Path != forkAt {
		t.Errorf("diagnostics: %+v", h.notes)
	}
	if own, inherited := tokensOf(s.Cost); own != 20319 || inherited != 0 {
		t.Errorf("%d tokens, %d inherited", own, inherited)
	}
}

// reference writes a fork by reference of another thread, whole.
func reference(id, parent string, offset int, prompt string) string {
	return strings.Join([]string{
		`{"timestamp":"2026-01-01T00:00:0` + id[len(id)-1:] + `Z","ordinal":3,"type":"session_meta","payload":{"id":"` + id + `","timestamp":"2026-01-01T00:00:00Z","forked_from_id":"` + parent +
			`","history_base":{"thread_id":"` + parent + `","end_byte_offset":` + itoa(offset) + `}}}`,
		user("2026-01-01T00:00:09Z", prompt),
		answer("2026-01-01T00:00:09Z", prompt+" done"),
	}, "\n") + "\n"
}

// TestForkChain: a fork of a fork reads both histories; the origin of each
// message is the thread that recorded it. A loop ends.
func TestForkChain(t *testing.T) {
	h := empty(t)
	root := meta("2026-01-01T00:00:00Z", uuid(1), "") + "\n" + user("2026-01-01T00:00:01Z", "one") + "\n" + answer("2026-01-01T00:00:01Z", "one done") + "\n"
	two := reference(uuid(2), uuid(1), len(root), "two")
	three := reference(uuid(3), uuid(2), len(two), "three")
	for i, data := range []string{root, two, three} {
		h.mounts.File(path(uuid(i+1)), []byte(data))
	}
	s := h.get(uuid(3))
	equal(t, "chain", show(s), `
user: (copied) one
assistant: (copied) one done
user: (copied) two
assistant: (copied) two done
user: three
assistant: three done`)
	for i, want := range []string{uuid(1), uuid(1), uuid(2), uuid(2)} {
		if s.Messages[i].Origin.SessionID != want {
			t.Errorf("message %d comes from %s, want %s", i, s.Messages[i].Origin.SessionID, want)
		}
	}
	h.mounts.File(path(uuid(1)), []byte(reference(uuid(1), uuid(3), 100_000, "one")))
	equal(t, "loop", show(h.get(uuid(3))), `
user: (copied) one
assistant: (copied) one done
user: (copied) two
assistant: (copied) two done
user: three
assistant: three done`)
	if len(h.notes) != 1 || !strings.Contains(h.notes[0].Message, "loop") {
		t.Errorf("diagnostics: %+v", h.notes)
	}
}

// TestCopyForks: the copied lines of every version that copies, with the
// parent there, with the parent gone, and with the parent's title.
func TestCopyForks(t *testing.T) {
	for _, c := range []struct {
		home, id, parent, at string
		tokens, inherited    int64
		copied               int
		prompt               string
	}{
		{"codex-0.99.0", "01a1fa3d-d84e-7560-beb5-00be3d2af2b9", "01a1fa3d-94e7-7091-a7d0-a72025f8960c", "18-35-02-", 7162, 27262, 9, "user: Try it with five attempts instead."},
		{"codex-0.136.0", "01a1fa45-c624-79b2-908b-2e8b69630747", "01a1fa45-7049-7f83-854a-b0ae2112cd3f", "18-43-37-", 6783, 40830, 11, "user: Try it with five attempts instead."},
		{"codex", "01a1f9fb-d4a1-7381-9aed-30527f349537", "01a1f9fb-d291-7cb1-9728-320b70d06a28", "17-23-12-", 21743, 33507, 8, "system/compaction: [instructions removed]"},
	} {
		for _, parent := range []string{"there", "gone"} {
			h := fixture(t, c.home)
			if parent == "gone" {
				h.mounts.Remove(day + c.at + c.parent + ".jsonl")
			}
			s := h.get(c.id)
			if own, inherited := tokensOf(s.Cost); own != c.tokens || inherited != c.inherited {
				t.Errorf("%s, parent %s: %d tokens and %d inherited, want %d and %d", c.home, parent, own, inherited, c.tokens, c.inherited)
			}
			copied := 0
			for _, m := range s.Messages {
				if m.Origin != nil {
					copied++
					if m.Origin.SessionID != c.parent {
						t.Errorf("%s: a message comes from %s", c.home, m.Origin.SessionID)
					}
				}
			}
			if copied != c.copied {
				t.Errorf("%s, parent %s: %d copied messages, want %d\n%s", c.home, parent, copied, c.copied, show(s))
			}
			if first, _, _ := strings.Cut(show(own(s)), "\n"); first != c.prompt {
				t.Errorf("%s, parent %s: the first own message is %q", c.home, parent, first)
			}
			if s.ForkedFrom != c.parent || s.Cwd != "/home/dev/projects/fetch-kit" {
				t.Errorf("%s: forked from %q in %q", c.home, s.ForkedFrom, s.Cwd)
			}
		}
	}
}

// TestUsageKeys: copies keep the key of a request, so that a total over all
// sessions counts it once.
func TestUsageKeys(t *testing.T) {
	for home, want := range map[string]int64{"codex-0.99.0": 127470, "codex-0.136.0": 149431} {
		h := fixture(t, home)
		keys := map[string]int64{}
		for _, ref := range h.discover().Refs {
			for _, r := range h.records(ref.ID, adapter.Want{Usage: true}) {
				if r.Usage == nil {
					continue
				}
				if n, ok := keys[r.UsageKey]; ok && n != r.Usage.Total() {
					t.Errorf("%s: key %s counts %d and %d", home, r.UsageKey, n, r.Usage.Total())
				} else if ok && !r.Copied {
					t.Errorf("%s: own key %s is not new", home, r.UsageKey)
				}
				keys[r.UsageKey] = r.Usage.Total()
			}
		}
		var sum int64
		for _, n := range keys {
			sum += n
		}
		if sum != want {
			t.Errorf("%s: all keys sum to %d, want %d", home, sum, want)
		}
	}
}

// TestCopyForkChain: a copy of a copy keeps the keys and origins of both.
func TestCopyForkChain(t *testing.T) {
	h := empty(t)
	turn := func(sec, text string, in, out, lastIn, lastOut int) []string {
		at := "2026-01-01T00:0" + sec + "Z"
		return []string{user(at, text), answer(at, text+" done"), spent(at, in, out, lastIn, lastOut)}
	}
	stamp := func(lines []string, at string) []string {
		var out []string
		for _, l := range lines {
			i := strings.Index(l, `":"`) + 3
			out = append(out, l[:i]+at+l[i+strings.IndexByte(l[i:], '"'):])
		}
		return out
	}
	one := append([]string{meta("2026-01-01T00:00:00Z", uuid(1), "")}, turn("0:10", "one", 100, 10, 100, 10)...)
	two := append([]string{meta("2026-01-01T00:01:00Z", uuid(2), `,"forked_from_id":"`+uuid(1)+`"`)}, stamp(one, "2026-01-01T00:01:00.001Z")...)
	two = append(two, turn("1:10", "two", 300, 30, 200, 20)...)
	three := append([]string{meta("2026-01-01T00:02:00Z", uuid(3), `,"forked_from_id":"`+uuid(2)+`"`)}, stamp(two, "2026-01-01T00:02:00.001Z")...)
	three = append(three, turn("2:10", "three", 600, 60, 300, 30)...)
	for i, lines := range [][]string{one, two, three} {
		h.file(path(uuid(i+1)), lines...)
	}
	s := h.get(uuid(3))
	equal(t, "chain", show(s), `
user: (copied) one
assistant: (copied) one done
user: (copied) two
assistant: (copied) two done
user: three
assistant: three done`)
	for i, want := range []string{uuid(1), uuid(1), uuid(2), uuid(2)} {
		if s.Messages[i].Origin.SessionID != want {
			t.Errorf("message %d comes from %s, want %s", i, s.Messages[i].Origin.SessionID, want)
		}
	}
	keys := map[string]bool{}
	for n := 1; n <= 3; n++ {
		for _, r := range h.records(uuid(n), adapter.Want{Usage: true}) {
			if r.Usage != nil {
				keys[r.UsageKey] = true
			}
		}
	}
	if len(keys) != 3 {
		t.Errorf("%d requests, want 3: %v", len(keys), keys)
	}
}

// TestCopyEndsAtOwnLines: lines of the fork that the parent happens to repeat
// later are the fork's own.
func TestCopyEndsAtOwnLines(t *testing.T) {
	h := empty(t)
	ctx := func(at string) string {
		return `{"timestamp":"` + at + `","type":"turn_context","payload":{"model":"m","cwd":"/w"}}`
	}
	parent := []string{meta("2026-01-01T00:00:00Z", uuid(1), ""), user("2026-01-01T00:00:01Z", "one"), ctx("2026-01-01T00:00:01Z"), answer("2026-01-01T00:00:02Z", "one done")}
	copied := []string{
		meta("2026-01-01T00:01:00Z", uuid(2), `,"forked_from_id":"`+uuid(1)+`"`), meta("2026-01-01T00:01:00Z", uuid(1), ""),
	}
	for i, l := range parent[1:] {
		copied = append(copied, "{\"timestamp\":\"2026-01-01T00:01:00.00"+itoa(i)+"Z\""+l[len(`{"timestamp":"2026-01-01T00:00:00Z"`):])
	}
	copied[1] = strings.Replace(parent[0], "2026-01-01T00:00:00Z", "2026-01-01T00:01:00.001Z", 1)
	// Both continue; the context line and the second prompt are the same in both.
	parent = append(parent, user("2026-01-01T00:02:00Z", "same"), ctx("2026-01-01T00:02:00Z"), answer("2026-01-01T00:02:01Z", "parent's answer"))
	copied = append(copied, user("2026-01-01T00:03:00Z", "same"), ctx("2026-01-01T00:03:00Z"), answer("2026-01-01T00:03:01Z", "fork's answer"))
	h.file(path(uuid(1)), parent...).file(path(uuid(2)), copied...)
	equal(t, "fork", show(h.get(uuid(2))), `
user: (copied) one
assistant: (copied) one done
user: same
assistant: fork's answer`)
}

// TestOldForkWithoutLink: versions before forked_from_id copy the parent's
// header too, and that is the link.
func TestOldForkWithoutLink(t *testing.T) {
	h := empty(t)
	h.file(path(uuid(2)),
		meta("2026-01-01T00:01:00Z", uuid(2), ""), meta("2026-01-01T00:01:00.001Z", uuid(1), ""),
		user("2026-01-01T00:01:00.001Z", "one"), answer("2026-01-01T00:01:00.002Z", "one done"), spent("2026-01-01T00:01:00.002Z", 100, 10, 100, 10),
		user("2026-01-01T00:01:30Z", "two"), answer("2026-01-01T00:01:31Z", "two done"), spent("2026-01-01T00:01:31Z", 300, 30, 200, 20))
	s := h.get(uuid(2))
	if own, inherited := tokensOf(s.Cost); s.ForkedFrom != uuid(1) || own != 220 || inherited != 110 {
		t.Errorf("forked from %q, %d tokens, %d inherited\n%s", s.ForkedFrom, own, inherited, show(s))
	}
}

// TestSubagents: the thread of a subagent belongs to its parent, whose spend
// it is part of.
func TestSubagents(t *testing.T) {
	for _, c := range []struct{ home, parent, child string }{
		{"codex", "01a1f9fb-dff7-7021-86cf-70cad7b7821f", "01a1f9fb-e046-7c70-9992-e7ab12b05a32"},
		{"codex-0.99.0", "01a1fa45-55b2-71c0-a545-e3b2c697ca8a", "01a1fa45-55fb-7df1-a345-bbb422346b6d"},
	} {
		h := fixture(t, c.home)
		children := map[string]bool{}
		for _, r := range h.records(c.parent, adapter.Want{Usage: true}) {
			if r.Facts != nil && r.Facts.Child != "" {
				children[r.Facts.Child] = true
			}
		}
		if len(children) != 1 || !children[c.child] {
			t.Errorf("%s: children %v", c.home, children)
		}
		if s := h.list()[c.child]; !s.IsSubagent || s.ParentSessionID != c.parent {
			t.Errorf("%s: %s", c.home, s.AppendJSON(nil))
		}
	}
}

// TestReferenceForkTotals: without token_usage_record (0.148) a fork's totals
// continue from its history's; without the parent the first total less the first
// request is the baseline.
func TestReferenceForkTotals(t *testing.T) {
	h := empty(t)
	root := strings.Join([]string{meta("2026-01-01T00:00:00Z", uuid(1), ""), user("2026-01-01T00:00:01Z", "one"),
		answer("2026-01-01T00:00:01Z", "done"), spent("2026-01-01T00:00:01Z", 100, 10, 100, 10)}, "\n") + "\n"
	h.file(path(uuid(1)), strings.TrimSpace(root))
	h.mounts.File(path(uuid(2)), []byte(reference(uuid(2), uuid(1), len(root), "two")+
		spent("2026-01-01T00:00:09Z", 100, 10, 100, 10)+"\n"+spent("2026-01-01T00:00:09Z", 300, 30, 200, 20)+"\n"))
	if own, inherited := tokensOf(h.get(uuid(2)).Cost); own != 220 || inherited != 110 {
		t.Errorf("%d tokens, %d inherited", own, inherited)
	}
	h.mounts.Remove(path(uuid(1)))
	h.mounts.File(path(uuid(2)), []byte(reference(uuid(2), uuid(1), len(root), "two")+spent("2026-01-01T00:00:09Z", 300, 30, 200, 20)+"\n"))
	if own, inherited := tokensOf(h.get(uuid(2)).Cost); own != 220 || inherited != 0 {
		t.Errorf("without the parent: %d tokens, %d inherited", own, inherited)
	}
}
