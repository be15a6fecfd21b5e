package edits

import (
	"fmt"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/scan"
)

// inputOf returns a call's input; what is no JSON has no members.
func inputOf(input string) scan.Value {
	v, _ := scan.Parse([]byte(input))
	return v
}

func mustParse(t *testing.T, input string) scan.Value {
	t.Helper()
	v, err := scan.Parse([]byte(input))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func textsOf(agent, tool, input string) string {
	var out []string
	Texts(agent, tool, inputOf(input), func(e Edit) {
		whole := ""
		if e.Whole {
			whole = " whole"
		}
		if e.Partial {
			whole += " partial"
		}
		out = append(out, fmt.Sprintf("%s %s>%s %q %q %d,%d%s", e.Kind, e.Path, e.To, e.Old, e.New, e.OldLine, e.NewLine, whole))
	})
	return strings.Join(out, " | ")
}

func TestTexts(t *testing.T) {
	patch := `*** Begin Patch\n*** Add File: a b.go\n+x\n+*** Add File: y\n*** Update File: src/c.go\n@@ func x\n k\n-o\n+n\n\n@@ -7,2 +8 @@\n-p\n*** Delete File: e\n*** Update File: m\n*** Move to: n\n*** End Patch\n`
	want := `write a b.go> "" "x\n*** Add File: y\n" 0,1 whole | edit src/c.go> "k\no\n\n" "k\nn\n\n" 0,0 | edit src/c.go> "p\n" "" 7,8 | delete e> "" "" 0,0 | move m>n "" "" 0,0`
	for _, c := range []struct{ agent, tool, input, want string }{
		{"claude", "Edit", `{"file_path":"/p/a.go","old_string":"a\nb","new_string":"a\nc"}`, `edit /p/a.go> "a\nb" "a\nc" 0,0`},
		{"claude", "Write", `{"file_path":"/p/a.go","content":"a\n"}`, `write /p/a.go> "" "a\n" 0,1 whole`},
		{"claude", "MultiEdit", `{"file_path":"/p/a.go","edits":[{"old_string":"a","new_string":"b"},{"old_string":"c","new_string":""},7]}`, `edit /p/a.go> "a" "b" 0,0 | edit /p/a.go> "c" "" 0,0`},
		{"claude", "NotebookEdit", `{"notebook_path":"n.ipynb","new_source":"x = 1"}`, `edit n.ipynb> "" "x = 1" 0,0`},
		{"claude", "NotebookEdit", `{"notebook_path":"n.ipynb","new_source":"","edit_mode":"delete"}`, `edit n.ipynb> "" "" 0,0`},
		{"claude", "Edit", `{"file_path":7,"old_string":"a"}`, ``},
		{"claude", "Edit", `{`, ``},
		{"claude", "Read", `{"file_path":"/p/a.go"}`, ``},
		{"codex", "apply_patch", `"` + patch + `"`, want},
		{"codex", "apply_patch", `{"input":"` + patch + `"}`, want},
		{"codex", "shell", `{"command":["bash","-lc","apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: w\n+a\n*** End Patch\nEOF\n"],"workdir":"/w"}`, `write /w/w> "" "a\n" 0,1 whole`},
		{"codex", "exec", `"await tools.apply_patch(\"*** Begin Patch\\n*** Update File: q\\n@@\\n-a\\n+b\\n*** End Patch\");"`, `edit q> "a\n" "b\n" 0,0`},
		{"codex", "exec_command", `{"cmd":"cd x && cat > a.txt <<'EOF'\none $HOME\ntwo\nEOF\necho done"}`, `write x/a.txt> "" "one $HOME\ntwo\n" 0,1 whole`},
		{"claude", "Bash", `{"command":"cat <<EOF > notes\nplain\nEOF"}`, `write notes> "" "plain\n" 0,1 whole`},
		{"claude", "Bash", `{"command":"cat >> notes <<EOF\nplain\nEOF"}`, `edit notes> "" "plain\n" 0,0`},
		{"claude", "Bash", `{"command":"mkdir -p d && tee d/x <<\"E\"\nplain\nE\n"}`, `write d/x> "" "plain\n" 0,1 whole`},
		{"claude", "Bash", `{"command":"cat > notes <<EOF\nmine: $HOME\nEOF"}`, ``},
		{"claude", "Bash", `{"command":"cat > $X <<'EOF'\na\nEOF"}`, ``},
		{"claude", "Bash", `{"command":"cat <<'EOF' | sh > x\na\nEOF"}`, ``},
		{"claude", "Bash", `{"command":"cat > a <<'EOF'\nnever ends"}`, ``},
		{"claude", "Bash", `{"command":"python - <<'EOF' > x\na\nEOF"}`, ``},
		{"claude", "Bash", `{"command":"cat x 2> err <<'EOF'\na\nEOF"}`, ``},
		{"claude", "Bash", `{"command":"cat > a <<'E'\n1\nE\ncat > b <<'E'\n2\nE"}`, `write a> "" "1\n" 0,1 whole | write b> "" "2\n" 0,1 whole`},
		{"copilot", "str_replace_editor", `{"command":"view","path":"/a"}`, ``},
		{"copilot", "str_replace_editor", `{"command":"create","path":"/a","file_text":"x"}`, `write /a> "" "x" 0,1 whole`},
		{"copilot", "insert", `{"path":"/a","insert_line":3,"new_str":"x"}`, `edit /a> "" "x\n" 4,4`},
		{"cursor", "Delete", `{"path":"a"}`, `delete a> "" "" 0,0`},
		{"cursor", "search_replace", `{"file_path":"a","old_string":"","new_string":"n"}`, `edit a> "" "n" 0,0`},
		{"gemini", "write_file", `{"file_path":"a","content":""}`, `write a> "" "" 0,1 whole`},
		{"hermes", "patch", `{"mode":"patch","patch":"*** Begin Patch\n*** Delete File: e\n*** End Patch"}`, `delete e> "" "" 0,0`},
		{"opencode", "edit", `{"filePath":"a","oldString":"o","newString":"n"}`, `edit a> "o" "n" 0,0`},
		{"pi", "edit", `{"path":"a","edits":[{"oldText":"o","newText":"n"}]}`, `edit a> "o" "n" 0,0`},
		{"omp", "edit", `{"path":"a","oldText":"o","newText":"n","rename":"b"}`, `move a>b "o" "n" 0,0`},
		{"omp", "edit", `{"input":"[src/a b.ts#0A3B]\nSWAP 4.=5:\n+[no/file.ts#0A3B]\n+y\nDEL 20\nINS.POST 30:\n+z\n[src/b.ts#1F7C]\r\nDEL 2\nMV lib/b.ts\n[src/c.ts#0A3B]\nMV lib/c.ts"}`,
			`edit src/a b.ts> "" "[no/file.ts#0A3B]\ny\n" 4,0 partial | edit src/a b.ts> "" "" 20,0 partial | edit src/a b.ts> "" "z\n" 30,0 partial | edit src/b.ts> "" "" 2,0 partial | move src/b.ts>lib/b.ts "" "" 0,0 | move src/c.ts>lib/c.ts "" "" 0,0`},
		{"omp", "edit", `{"path":"a.ts","edits":[{"path":"c.ts","oldText":"o","newText":"n"},{"op":"update","rename":"b.ts","diff":"@@ f\n-a\n+b"},{"op":"create","path":"d.ts","diff":"text"},{"old_text":"p"}]}`,
			`edit c.ts> "o" "n" 0,0 | move a.ts>b.ts "a\n" "b\n" 0,0 | edit d.ts> "" "" 0,0 partial | edit a.ts> "p" "" 0,0`},
		{"copilot", "str_replace_editor", `{"command":"undo_edit","path":"/a"}`, `edit /a> "" "" 0,0 partial`},
		{"cursor", "reapply", `{"target_file":"a"}`, `edit a> "" "" 0,0 partial`},
		{"heddle", "Edit", `{"file_path":"a","old_string":"o","new_string":"n"}`, `edit a> "o" "n" 0,0`},
	} {
		if got := textsOf(c.agent, c.tool, c.input); got != c.want {
			t.Errorf("%s %s %.80s:\n%s, not\n%s", c.agent, c.tool, c.input, got, c.want)
		}
	}
}

func TestCommandOfCalls(t *testing.T) {
	for _, c := range []struct{ input, want string }{
		{`{"command":"ls"}`, "ls"}, {`{"cmd":"ls -l"}`, "ls -l"}, {`{"command":["bash","-lc","a && b"]}`, "a && b"}, {`{"command":["git","log"]}`, "git log"}, {`{"x":1}`, ""}, {`"await x()"`, "await x()"}, {`7`, ""},
	} {
		if got := Command(mustParse(t, c.input)); got != c.want {
			t.Errorf("%s: %q, not %q", c.input, got, c.want)
		}
	}
}

func FuzzTexts(f *testing.F) {
	f.Add("apply_patch", `"*** Begin Patch\n*** Update File: a\n@@ -1 +1 @@\n-a\n+b\n*** End Patch"`)
	f.Add("shell", `{"command":"cat > a <<'EOF'\nx\nEOF"}`)
	f.Fuzz(func(t *testing.T, name, input string) {
		size := 0
		Texts("heddle", name, inputOf(input), func(e Edit) {
			if e.Path == "" {
				t.Error("an empty path")
			}
			size += len(e.Old) + len(e.New)
		})
		if size > 3*len(input)+1000 {
			t.Errorf("%d bytes of %d", size, len(input))
		}
	})
}
