package diff_test

import (
	"errors"
	"math/rand"
	"reflect"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/diff"
	"github.com/heddle-dev/heddle/core/session"
)

// list builds messages from words such as "u:hello": the letter is the role.
func list(words ...string) []session.Message {
	roles := map[byte]session.Role{'u': session.RoleUser, 'a': session.RoleAssistant, 's': session.RoleSystem, 't': session.RoleTool}
	out := make([]session.Message, len(words))
	for i, w := range words {
		m := &out[i]
		m.Role = roles[w[0]]
		if m.Role == session.RoleTool {
			m.ToolResult = &session.ToolResult{ToolName: "Bash", Output: session.TextJSON(w[2:])}
			continue
		}
		m.Content = w[2:]
	}
	return out
}

// script writes operations shortly: "=0,0" unchanged, "-1", "+2", "~1,1".
func script(ops []session.DiffOperation) string {
	digits := func(n *int64) string { return string(rune('0' + *n)) }
	var out []string
	for _, op := range ops {
		switch op.Type {
		case session.DiffTypeUnchanged:
			out = append(out, "="+digits(op.IndexA)+","+digits(op.IndexB))
		case session.DiffTypeModification:
			out = append(out, "~"+digits(op.IndexA)+","+digits(op.IndexB))
		case session.DiffTypeRemoval:
			out = append(out, "-"+digits(op.IndexA))
		case session.DiffTypeAddition:
			out = append(out, "+"+digits(op.IndexB))
		}
	}
	return strings.Join(out, " ")
}

func TestCompare(t *testing.T) {
	for _, c := range []struct {
		name, a, b, want string
	}{
		{"empty", "", "", ""},
		{"alike", "u:x a:y", "u:x a:y", "=0,0 =1,1"},
		{"a fork that went on", "u:x a:y", "u:x a:y u:z a:w", "=0,0 =1,1 +2 +3"},
		{"nothing before", "", "u:x", "+0"},
		{"nothing left", "u:x", "", "-0"},
		{"another answer", "u:x a:y u:z", "u:x a:w u:z", "=0,0 ~1,1 =2,2"},
		{"another role is no modification", "u:x", "a:x", "-0 +0"},
		{"an answer went missing", "u:x a:y u:z a:w", "u:x u:z a:w", "=0,0 -1 =2,1 =3,2"},
		{"the first of a role with the first", "u:x a:1 a:2", "u:x a:3", "=0,0 ~1,1 -2"},
		{"roles out of step", "u:1 a:2", "a:3 u:4 a:5", "+0 ~0,1 ~1,2"},
		{"moved", "u:x u:y u:z", "u:y u:z u:x", "-0 =1,0 =2,1 +2"},
		{"repeated, the beginning first", "u:go u:go", "u:go u:go u:go", "=0,0 =1,1 +2"},
		{"repeated, the end then", "a:1 u:go a:2 u:go", "u:go", "-0 -1 -2 =3,0"},
		{"repeated inside", "a:0 u:go a:2 u:go a:1", "s:1 u:go s:2", "-0 +0 =1,1 -2 -3 -4 +2"},
		{"removals before additions", "u:x a:1 u:y", "u:x s:1 u:y", "=0,0 -1 +1 =2,2"},
		{"swapped", "u:x u:y", "u:y u:x", "+0 =0,1 -1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			a, b := list(strings.Fields(c.a)...), list(strings.Fields(c.b)...)
			ops, stats, err := diff.Compare(a, b, diff.Options{TextEdits: true})
			if err != nil {
				t.Fatal(err)
			}
			if got := script(ops); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
			checkCompare(t, a, b, ops, stats)
		})
	}
}

// TestWhatIsCompared holds which fields make two messages equal.
func TestWhatIsCompared(t *testing.T) {
	call := func(id, name, input string) session.Message {
		return session.Message{Role: session.RoleAssistant, ToolCalls: []session.ToolCall{{ToolCallID: id, ToolName: name, Input: session.JSON(input)}}}
	}
	result := func(id, name, output string) session.Message {
		return session.Message{Role: session.RoleTool, ToolResult: &session.ToolResult{ToolCallID: id, ToolName: name, Output: session.JSON(output)}}
	}
	said := session.Message{Role: session.RoleAssistant, Content: "ok"}
	elsewhere := said
	elsewhere.ID, elsewhere.ParentID, elsewhere.Timestamp, elsewhere.Model, elsewhere.Thinking = "1", "2", 3, "m", "hm"
	elsewhere.Type, elsewhere.Kind, elsewhere.TokenUsage = "assistant", "notice", &session.TokenUsage{InputTokens: 1}
	elsewhere.ToolCalls = call("1", "Bash", `{}`).ToolCalls
	slow := call("2", "Bash", `{"command":"ls"}`)
	slow.ToolCalls[0].DurationMS, slow.ToolCalls[0].Output = 5, session.JSON(`"x"`)
	failed := result("9", "Bash", `"a"`)
	failed.ToolResult.IsError, failed.ToolResult.ExitCode = true, 1
	image := func(name string, n int64) session.Message {
		return session.Message{Role: session.RoleUser, Attachments: []session.Attachment{{MediaType: "image/png", Name: name, Bytes: n}}}
	}
	thought := func(s string) session.Message { return session.Message{Role: session.RoleAssistant, Thinking: s} }
	for _, c := range []struct {
		name string
		x, y session.Message
		want bool
	}{
		{"only role and content", said, elsewhere, true},
		{"the role", said, session.Message{Role: session.RoleUser, Content: "ok"}, false},
		{"the content exactly", said, session.Message{Role: session.RoleAssistant, Content: "ok "}, false},
		{"calls without id and duration", call("1", "Bash", `{"command":"ls"}`), slow, true},
		{"calls by input", call("1", "Bash", `{"command":"ls"}`), call("1", "Bash", `{"command":"ps"}`), false},
		{"calls by tool", call("1", "Bash", `{}`), call("1", "Read", `{}`), false},
		{"calls by number", call("1", "Bash", `{}`), session.Message{Role: session.RoleAssistant, ToolCalls: append(call("1", "Bash", `{}`).ToolCalls, call("1", "Bash", `{}`).ToolCalls...)}, false},
		{"results without id and status", result("1", "Bash", `"a"`), failed, true},
		{"results by output", result("1", "Bash", `"a"`), result("1", "Bash", `"b"`), false},
		{"results by tool", result("1", "Bash", `"a"`), result("1", "Read", `"a"`), false},
		{"no output is null", result("1", "Bash", ``), result("1", "Bash", `null`), true},
		{"a text is no result", session.Message{Role: session.RoleTool, Content: `"a"`}, result("1", "", `"a"`), false},
		{"images alike", image("a.png", 4), image("a.png", 4), true},
		{"images of other size", image("a.png", 4), image("a.png", 5), false},
		{"thinking alone", thought("x"), thought("y"), false},
		{"nothing at all", session.Message{Role: session.RoleUser}, session.Message{Role: session.RoleUser, ID: "7"}, true},
	} {
		for _, pair := range [][2]session.Message{{c.x, c.y}, {c.y, c.x}} {
			// Alone the two are compared directly, between others by their hashes.
			a := []session.Message{pair[0]}
			b := []session.Message{pair[1]}
			_, stats, err := diff.Compare(a, b, diff.Options{})
			if got := stats.Unchanged == 1; err != nil || got != c.want {
				t.Errorf("%s: equal %v, %v", c.name, got, err)
			}
			a = append(list("u:1"), pair[0], list("u:2")[0])
			b = append(list("s:3"), pair[1], list("s:4")[0])
			_, stats, err = diff.Compare(a, b, diff.Options{})
			if got := stats.Unchanged == 1; err != nil || got != c.want {
				t.Errorf("%s: equal inside %v, %v", c.name, got, err)
			}
		}
	}
}

// checkCompare holds what is true of every comparison.
func checkCompare(t *testing.T, a, b []session.Message, ops []session.DiffOperation, stats session.DiffStats) {
	t.Helper()
	if got := apply(t, a, b, ops); !reflect.DeepEqual(got, b) && len(b) > 0 {
		t.Errorf("the operations lead to %d messages that are not b", len(got))
	}
	if n := stats.Removals + stats.Modifications + stats.Unchanged; n != int64(len(a)) {
		t.Errorf("%+v does not add up to %d messages of a", stats, len(a))
	}
	if n := stats.Additions + stats.Modifications + stats.Unchanged; n != int64(len(b)) {
		t.Errorf("%+v does not add up to %d messages of b", stats, len(b))
	}
	for i := range ops {
		checkOperation(t, &ops[i])
		if i > 0 && ops[i-1].Type == session.DiffTypeAddition && ops[i].Type == session.DiffTypeRemoval {
			t.Error("an addition right before a removal")
		}
	}
}

// apply takes a through the operations. It also checks that both sides come
// in order, each message once.
func apply(t *testing.T, a, b []session.Message, ops []session.DiffOperation) []session.Message {
	t.Helper()
	var out []session.Message
	i, j := int64(0), int64(0)
	for _, op := range ops {
		if op.IndexA != nil {
			if *op.IndexA != i || op.MessageA != &a[i] {
				t.Fatalf("message %d of a is out of order", *op.IndexA)
			}
			i++
		}
		if op.IndexB != nil {
			if *op.IndexB != j || op.MessageB != &b[j] {
				t.Fatalf("message %d of b is out of order", *op.IndexB)
			}
			j++
		}
		switch op.Type {
		case session.DiffTypeUnchanged:
			m := *op.MessageA // equal but for what is not compared; the lists here have nothing else
			out = append(out, m)
		case session.DiffTypeModification, session.DiffTypeAddition:
			out = append(out, *op.MessageB)
		}
	}
	if i != int64(len(a)) || j != int64(len(b)) {
		t.Fatalf("%d of %d and %d of %d messages stand in operations", i, len(a), j, len(b))
	}
	return out
}

func checkOperation(t *testing.T, op *session.DiffOperation) {
	t.Helper()
	onA, onB := op.Type != session.DiffTypeAddition, op.Type != session.DiffTypeRemoval
	if (op.IndexA != nil) != onA || (op.MessageA != nil) != onA || (op.IndexB != nil) != onB || (op.MessageB != nil) != onB {
		t.Fatalf("%s has the wrong sides", op.Type)
	}
	if op.Type == session.DiffTypeModification {
		if op.MessageA.Role != op.MessageB.Role {
			t.Errorf("a modification from %s to %s", op.MessageA.Role, op.MessageB.Role)
		}
		if len(op.TextEdits) > 0 {
			checkEdits(t, op.MessageA.Content, op.MessageB.Content, op.TextEdits)
		}
		return
	}
	if op.TextEdits != nil {
		t.Errorf("text edits of an %s", op.Type)
	}
}

func checkEdits(t *testing.T, a, b string, edits []session.TextEdit) {
	t.Helper()
	var x, y strings.Builder
	for i, e := range edits {
		if e.Text == "" || i > 0 && edits[i-1].Type == e.Type {
			t.Errorf("%q: empty, or of the same type as the one before it", e.Text)
		}
		if i > 0 && edits[i-1].Type == session.TextEditTypeInsert && e.Type == session.TextEditTypeDelete {
			t.Error("an insertion before a deletion")
		}
		if e.Type != session.TextEditTypeInsert {
			x.WriteString(e.Text)
		}
		if e.Type != session.TextEditTypeDelete {
			y.WriteString(e.Text)
		}
	}
	if x.String() != a || y.String() != b {
		t.Errorf("the edits join to %q and %q, not %q and %q", x.String(), y.String(), a, b)
	}
}

// lcsLength is the textbook's dynamic programme.
func lcsLength(a, b []session.Message) int64 {
	key := func(m *session.Message) string {
		if m.ToolResult != nil {
			return string(m.Role) + "\x00" + m.ToolResult.ToolName + "\x00" + string(m.ToolResult.Output)
		}
		return string(m.Role) + "\x01" + m.Content
	}
	x, y := make([]string, len(a)), make([]string, len(b))
	for i := range a {
		x[i] = key(&a[i])
	}
	for i := range b {
		y[i] = key(&b[i])
	}
	row, next := make([]int64, len(b)+1), make([]int64, len(b)+1)
	for i := range x {
		for j := range y {
			if x[i] == y[j] {
				next[j+1] = row[j] + 1
			} else {
				next[j+1] = max(row[j+1], next[j])
			}
		}
		row, next = next, row
	}
	return row[len(b)]
}

// randomList draws messages of few or many contents.
func randomList(r *rand.Rand, n, contents int) []session.Message {
	words := make([]string, n)
	for i := range words {
		words[i] = string("uast"[r.Intn(4)]) + ":" + strings.Repeat("w ", r.Intn(3)) + string(rune('a'+r.Intn(contents)))
	}
	return list(words...)
}

// edited returns a with some messages changed, moved, dropped and added.
func edited(r *rand.Rand, a []session.Message, edits, contents int) []session.Message {
	b := append([]session.Message(nil), a...)
	for range edits {
		at := r.Intn(len(b) + 1)
		switch k := r.Intn(4); {
		case k == 0 || len(b) == 0:
			b = append(b[:at:at], append(randomList(r, 1+r.Intn(3), contents), b[at:]...)...)
		case at == len(b):
		case k == 1:
			b = append(b[:at:at], b[min(len(b), at+1+r.Intn(3)):]...)
		case k == 2:
			b[at] = randomList(r, 1, contents)[0]
		case k == 3:
			to := r.Intn(len(b))
			b[at], b[to] = b[to], b[at]
		}
	}
	return b
}

// randomPair draws two lists that are akin, or not.
func randomPair(r *rand.Rand, size int) (a, b []session.Message) {
	contents := 1 + r.Intn(1+r.Intn(300))
	a = randomList(r, r.Intn(size), contents)
	if r.Intn(3) == 0 {
		return a, randomList(r, r.Intn(size), contents)
	}
	return a, edited(r, a, r.Intn(1+size/2), contents)
}

func TestProperties(t *testing.T) {
	seed := rand.Int63()
	r := rand.New(rand.NewSource(seed))
	defer func() {
		if t.Failed() {
			t.Logf("seed %d", seed)
		}
	}()
	rounds := 4000
	if testing.Short() {
		rounds = 500
	}
	for n := range rounds {
		size := 12
		if n%10 == 0 {
			size = 300
		}
		a, b := randomPair(r, size)
		checkPair(t, a, b)
		if t.Failed() {
			return
		}
	}
}

func checkPair(t *testing.T, a, b []session.Message) {
	t.Helper()
	ops, stats, err := diff.Compare(a, b, diff.Options{TextEdits: true})
	if err != nil {
		t.Fatal(err)
	}
	checkCompare(t, a, b, ops, stats)
	if want := lcsLength(a, b); stats.Unchanged != want {
		t.Errorf("%d unchanged, the longest common subsequence has %d", stats.Unchanged, want)
	}
	_, own, _ := diff.Compare(a, a, diff.Options{})
	if own != (session.DiffStats{Unchanged: int64(len(a))}) {
		t.Errorf("a against itself: %+v", own)
	}
	turned, mirror, _ := diff.Compare(b, a, diff.Options{})
	if mirror != (session.DiffStats{Removals: stats.Additions, Additions: stats.Removals, Modifications: stats.Modifications, Unchanged: stats.Unchanged}) {
		t.Errorf("b against a gives %+v, a against b %+v", mirror, stats)
	}
	partner := map[int64]int64{}
	for _, op := range ops {
		if op.IndexA != nil && op.IndexB != nil {
			partner[*op.IndexA] = *op.IndexB
		}
	}
	for _, op := range turned {
		if op.IndexA != nil && op.IndexB != nil && partner[*op.IndexB] != *op.IndexA {
			t.Error("b against a is not the mirror of a against b")
		}
	}
}

func TestPollEndsTheWork(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	a, b := randomList(r, 4000, 20), randomList(r, 4000, 20)
	polls := 0
	if _, _, err := diff.Compare(a, b, diff.Options{Poll: func() error { polls++; return nil }}); err != nil || polls < 3 {
		t.Fatalf("%d polls, %v", polls, err)
	}
	stop := errors.New("stop")
	for after := range polls {
		n := 0
		ops, stats, err := diff.Compare(a, b, diff.Options{Poll: func() error {
			if n++; n > after {
				return stop
			}
			return nil
		}})
		if err != stop || ops != nil || stats != (session.DiffStats{}) || n != after+1 {
			t.Errorf("stopped at poll %d: %v after %d polls", after, err, n)
		}
	}
}

// FuzzCompare reads two lists from bytes: a byte is a message, zero parts the
// lists; and compares two texts.
func FuzzCompare(f *testing.F) {
	f.Add([]byte("abcd\x00abxd"), "the old words", "the new words")
	f.Add([]byte("aaaa\x00aa"), "tab\there\n\n", "\x1b[31m\xff\u202e")
	f.Add([]byte(""), "", "語が 変わる")
	f.Fuzz(func(t *testing.T, lists []byte, x, y string) {
		if len(lists) > 2000 {
			return
		}
		var sides [2][]session.Message
		side := 0
		for _, c := range lists {
			if c == 0 && side == 0 {
				side = 1
				continue
			}
			sides[side] = append(sides[side], list(string("uast"[c&3])+":"+string(rune('0'+c>>2)))...)
		}
		a := append(sides[0], session.Message{Role: session.RoleUser, Content: x})
		b := append(sides[1], session.Message{Role: session.RoleUser, Content: y})
		checkPair(t, a, b)
		ops, _, _ := diff.Compare(a, b, diff.Options{})
		d := &session.SessionDiff{A: &session.DiffSide{Agent: x, SessionID: y, UnifiedID: x + ":" + y}, Operations: ops}
		checkRendered(t, d)
	})
}
