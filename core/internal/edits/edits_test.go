package edits

import (
	"strings"
	"testing"
)

func filesOf(agent, tool, input string) string {
	var out []string
	Files(agent, tool, inputOf(input), func(path string) { out = append(out, path) })
	return strings.Join(out, " | ")
}

func TestFiles(t *testing.T) {
	patch := `*** Begin Patch\n*** Add File: a b.go\n++++ Update File: x\n+*** Add File: y\n*** Update File: src/c.go\n*** Move to: src/d.go\n*** Delete File: e\n*** End Patch\n`
	files := "a b.go | src/c.go | src/d.go | e"
	for _, c := range []struct{ agent, tool, input, want string }{
		{"claude", "Edit", `{"file_path":"/p/a.go","old_string":"*** Begin Patch"}`, "/p/a.go"},
		{"claude", "NotebookEdit", `{"notebook_path":"/p/n.ipynb"}`, "/p/n.ipynb"},
		{"claude", "Read", `{"file_path":"/p/a.go"}`, ""},
		{"claude", "Edit", `{"file_path":7}`, ""},
		{"claude", "Edit", `"/p/a.go"`, ""},
		{"claude", "Edit", `{`, ""},
		{"claude", "Edit", `{"file_path":"` + strings.Repeat("x", maxPathBytes+1) + `"}`, ""},
		{"codex", "Edit", `{"file_path":"/p/a.go"}`, ""},
		{"codex", "apply_patch", `"` + patch + `"`, files},
		{"codex", "apply_patch", `{"input":"` + patch + `"}`, files},
		{"codex", "apply_patch", `"{\"input\":\"*** Begin Patch\\n*** Update File: q\\n*** End Patch\"}"`, "q"},
		{"codex", "shell", `{"command":["apply_patch","` + patch + `"],"workdir":"/w"}`, "/w/a b.go | /w/src/c.go | /w/src/d.go | /w/e"},
		{"codex", "shell", `{"command":["bash","-lc","apply_patch <<'EOF'\n` + patch + `EOF\n"]}`, files},
		{"codex", "exec_command", `{"cmd":"cd x && apply_patch <<EOF\r\n*** Begin Patch\r\n*** Add File: w\r\n*** End Patch\r\nEOF"}`, "x/w"},
		{"codex", "exec", `"await tools.apply_patch(\"*** Begin Patch\\n*** Update File: src/js.go\\n@@\\n-a\\n+b\\n*** End Patch\");"`, "src/js.go"},
		{"codex", "exec_command", `{"cmd":"cat <<EOF > notes\n` + patch + `EOF"}`, ""},
		{"codex", "exec_command", `{"cmd":"ls"}`, ""},
		{"copilot", "str_replace_editor", `{"command":"view","path":"/a"}`, ""},
		{"copilot", "str_replace_editor", `{"command":"create","path":"/a"}`, "/a"},
		{"cursor", "edit_file_v2", `{"relativeWorkspacePath":"src/a.ts"}`, "src/a.ts"},
		{"hermes", "patch", `{"mode":"patch","patch":"` + patch + `"}`, files},
		{"hermes", "patch", `{"path":"src/q.py","old_string":"a"}`, "src/q.py"},
		{"opencode", "apply_patch", `{"patchText":"` + patch + `"}`, files},
		{"omp", "edit", `{"input":"` + patch + `"}`, files},
		{"codex", "shell", `{"command":["bash","-lc","cd 'my dir' && apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: w\n*** End Patch\nEOF"],"workdir":"sub"}`, "sub/my dir/w"},
		{"codex", "shell_command", `{"command":"cd /t; apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: w\n*** End Patch\nEOF","workdir":"/w"}`, "/t/w"},
		{"codex", "shell_command", `{"command":"cd 'x && apply_patch <<EOF\n*** Begin Patch\n*** Add File: w\n*** End Patch\nEOF","workdir":"/w"}`, "/w/w"},
		{"claude", "mcp__acp__Edit", `{"file_path":"/p/a.go"}`, "/p/a.go"},
		{"cursor", "edit_notebook", `{"target_notebook":"n.ipynb"}`, "n.ipynb"},
		{"omp", "edit", `{"input":"[src/a b.ts#0A3B]\nSWAP 4.=4:\n+[no/file.ts#0A3B]\n[src/b.ts#1F7C]\r\nDEL 20\nMV lib/b.ts\n[not a tag]\n[x#tags]\n[#0A3B]"}`, "src/a b.ts | src/b.ts | src/b.ts | lib/b.ts"},
		{"omp", "edit", `{"input":"*** Begin Patch\n[a.ts#0A3B]\nDEL 2\n*** End Patch"}`, "a.ts"},
		{"omp", "edit", `{"path":"a.ts","edits":[{"op":"update","rename":"b.ts","diff":"@@"},{"path":"c.ts"},7,"x"],"move":7}`, "a.ts | b.ts | c.ts"},
		{"omp", "edit", `{"input":"no section"}`, ""},
		{"pi", "edit", `{"path":"a.ts","edits":[{"rename":"b.ts"}]}`, "a.ts"},
		{"heddle", "write", `{"filePath":"/o"}`, "/o"},
		{"heddle", "write", `{"path":"/o"}`, "/o"},
	} {
		if got := filesOf(c.agent, c.tool, c.input); got != c.want {
			t.Errorf("%s %s %.80s: %s, not %s", c.agent, c.tool, c.input, got, c.want)
		}
	}
}

func TestJoin(t *testing.T) {
	for _, c := range [][3]string{
		{"/home/dev/p", "src/a.go", "/home/dev/p/src/a.go"},
		{"/home/dev/p/", "./src//../a.go", "/home/dev/p/a.go"},
		{"/home/dev/p", "/etc/../x", "/x"},
		{"/p", "../../../../etc/passwd", "/etc/passwd"},
		{"/p", `a\b`, `/p/a\b`},
		{`C:\Users\d`, `src\a.go`, `C:\Users\d\src\a.go`},
		{`C:\Users\d`, "src/a.go", `C:\Users\d\src\a.go`},
		{`C:\Users\d`, `..\..\..\x`, `C:\x`},
		{"/p", `c:/Users/x.go`, `C:\Users\x.go`},
		{"/p", `\\server\share\x`, `\\server\share\x`},
		{`C:\`, "x", `C:\x`},
		{"", "a/../b", "b"}, {"", "../b", "../b"}, {"", ".", "."}, {"rel", "b", "rel/b"}, {"/p", `\\?\c:\x\y`, `C:\x\y`}, {`\\?\UNC\server\share`, "y", `\\server\share\y`}, {"/p", "~/x", "~/x"}, {"", "/", "/"}, {"/p", "", "/p"},
	} {
		if got := Join(c[0], c[1]); got != c[2] {
			t.Errorf("Join(%q, %q) = %q, not %q", c[0], c[1], got, c[2])
		}
	}
}

func TestMatches(t *testing.T) {
	for _, c := range []struct {
		pattern, path string
		want          bool
	}{
		{"src/parser.go", "/home/p/src/parser.go", true}, {"parser.go", "/home/p/src/parser.go", true},
		{"rc/parser.go", "/home/p/src/parser.go", false}, {"./src/parser.go", "/p/src/parser.go", true},
		{"/p/src/parser.go", "/p/src/parser.go", true}, {"/src/parser.go", "/p/src/parser.go", false},
		{"src/parser.go", `C:\p\SRC\Parser.go`, true}, {`c:\p\src\parser.go`, `C:\p\SRC\Parser.go`, true},
		{`src\parser.go`, `C:\p\src\parser.go`, true}, {"SRC/parser.go", "/p/src/parser.go", false},
		{"a/b/c", "/c", false}, {"parser.go", "parser.go", true},
		{"src/", "/p/src/a/b.go", true}, {"src/", "/p/src", false}, {"src/", "src/b.go", true}, {"/p/src/.", "/p/src/b.go", true},
		{"/src/", "/p/src/b.go", false}, {"/p/src/", "/p/src2/b.go", false}, {"/p/src/..", "/p/b.go", true},
		{`src\`, `C:\p\Src\b.go`, true}, {`C:\p\`, `\\?\C:\p\b.go`, true}, {"a...", "/p/a...", true}, {"a/b../", "/a/b../c", true}, {"src/", "", false},
	} {
		p, ok := NewPattern(c.pattern)
		if got := ok && p.Matches(c.path); got != c.want {
			t.Errorf("%q matches %q: %v", c.pattern, c.path, got)
		}
	}
	for _, nothing := range []string{"", ".", "..", "/", "a/..", "../a.go", "./", "../"} {
		if _, ok := NewPattern(nothing); ok {
			t.Errorf("%q is a pattern", nothing)
		}
	}
}

func TestIsUnder(t *testing.T) {
	for _, c := range []struct {
		above, folder string
		want          bool
	}{
		{"/home/dev", "/home/dev/p", true}, {"/home/dev/", "/home/dev", true}, {"/home/de", "/home/dev", false}, {"/", "/x", true},
		{"/home/dev", "", false}, {"", "/x", false}, {"dev", "dev/p", false}, {`C:\Users`, `c:\users\D\p`, true}, {`C:\`, `D:\p`, false},
		{"/home/dev/p", "/home/dev", false}, {"/home/dev", "/home/dev/../x", false},
	} {
		if got := IsUnder(c.above, c.folder); got != c.want {
			t.Errorf("%q under %q: %v", c.folder, c.above, got)
		}
	}
}

func FuzzFiles(f *testing.F) {
	f.Add("apply_patch", `"*** Begin Patch\n*** Update File: a\n*** End Patch"`)
	f.Add("shell", `{"command":["apply_patch","*** Begin Patch\\n*** Add File: ..\\..\n"]}`)
	f.Fuzz(func(t *testing.T, name, input string) {
		Files("heddle", name, inputOf(input), func(path string) {
			if path == "" {
				t.Error("an empty path")
			}
			whole := Join("/work", path)
			if again := Join("/other", whole); whole[0] == '/' && again != whole {
				t.Errorf("%q becomes %q", whole, again)
			}
		})
	})
}
