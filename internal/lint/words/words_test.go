package main

import (
	"bytes"
	"strings"
	"testing"
	"testing/fstest"
)

// TestSentences holds the rules to sentences as a reader would write them.
func TestSentences(t *testing.T) {
	for _, test := range []struct{ sentence, found string }{
		{"What stands in a session file cannot steer the terminal.", "stands"},
		{"The page behind the header is free.", "behind"},
		{"heddle agents tells where was looked", "tells"},
		{"The caller is told which one.", "told"},
		{"A record that the walk meets twice is dropped.", "meets"},
		{"It goes on.", "goes on"},
		{"The writer lets go of the lock.", "lets go"},
		{"Everything before it is shown, whatever was hidden.", "whatever"},
		{"null when there is none", "is none"},
		{"Files of which nothing could be read", "of which"},
		{"The thread is put away.", "put away"},
		{"Members are laid over the metadata.", "laid over"},

		{"The standard library understands this.", ""},
		{"MB stands for 1,000,000 bytes.", ""},
		{"The name does not tell them apart.", ""},
		{"Three files, each of which has one page.", ""},
		{"The cache sits behind an interface.", ""},
		{"The table has no outstanding tellers, metadata or metrics.", ""},
		{"It continues after the header and reports the metric.", ""},
	} {
		got := findingsIn("x.md", []byte(test.sentence))
		switch {
		case test.found == "" && len(got) > 0:
			t.Errorf("%s: found %q", test.sentence, got[0].text)
		case test.found != "" && (len(got) != 1 || got[0].text != test.found):
			t.Errorf("%s: found %v, want %q", test.sentence, got, test.found)
		}
	}
}

// TestEveryRuleAndExceptionMatches keeps the tables free of entries that can
// never match, and each exception with a reason.
func TestEveryRuleAndExceptionMatches(t *testing.T) {
	for _, r := range rules {
		if r.better == "" || r.pattern.MatchString("") {
			t.Errorf("rule %s", r.pattern)
		}
	}
	for _, a := range allowed {
		if a.reason == "" {
			t.Errorf("no reason for %s", a.pattern)
		}
	}
}

// TestOnlyProseIsRead: comments, strings and paragraphs count, and code does
// not.
func TestOnlyProseIsRead(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"a.go", "package a\n\n// It stands\n// here.\nfunc stands() {}\n", "3:7 stands"},
		{"a.go", "package a\n\n// The walk goes\n// on.\nvar x = 1\n", "3:13 goes on"},
		{"a.go", "package a\n\n/* The walk\n * stands. */\n", "4:4 stands"},
		{"a.go", "package a\n\nvar goes = 1 // it goes\nvar on = 2 // on and on\n", ""},
		{"a.go", "package a\n\nvar x = \"nothing stands\"\n", "3:18 stands"},
		{"a.go", "package a\n\nvar x = `a raw\ntext stands`\n", "4:6 stands"},
		{"a.go", "package a\n\nvar x, y = \"stands\", `{\"prompt\": \"go on\"}`\n", ""},
		{"a_test.go", "package a\n\nvar x = \"nothing stands\"\n", ""},
		{"a_test.go", "package a\n\n// it stands\n", "3:7 stands"},
		{"a.py", "stands = 1  # it tells\n", "1:18 tells"},
		{"a.py", "def f():\n    \"\"\"It\n    stands.\"\"\"\n", "3:5 stands"},
		{"a.py", "x = 'it\\'s told'\nstands = 2\n", "1:12 told"},
		{"a.ts", "const stands = `it ${1} tells`; // met\n", "1:25 tells 1:36 met"},
		{"a.ts", "const x = a / b; // stands\nconst tells = /'/;\nlet met;\n", "1:21 stands"},
		{"js/test/a.mjs", "test('it stands', f); // it tells\n", "1:29 tells"},
		{"python/tests/a.py", "\"\"\"It stands.\"\"\"\nx = 'it stands'\n", "1:7 stands"},
		{"a.py", "x = \"found is None\"\n", ""},
		{"a.md", "It `stands` here.\n\n```\nstands\n```\n\nIt tells.\n", "7:4 tells"},
		{"a.md", "```\nstands\n", ""},
	} {
		var got []string
		for _, f := range findingsIn(test.name, []byte(test.text)) {
			got = append(got, strings.TrimPrefix(strings.Split(f.String(), ": ")[0], test.name+":")+" "+f.text)
		}
		if s := strings.Join(got, " "); s != test.want {
			t.Errorf("%s %q: found %q, want %q", test.name, test.text, s, test.want)
		}
	}
}

func TestSearchSkipsWhatNobodyWrote(t *testing.T) {
	bad := []byte("// it stands\n")
	root := fstest.MapFS{
		"core/a.go":                  {Data: append([]byte("package a\n\n"), bad...)},
		"core/b_gen.go":              {Data: append([]byte("// Code generated from x. DO NOT EDIT.\n\npackage a\n\n"), bad...)},
		"core/testdata/c.go":         {Data: bad},
		"js/node_modules/d.ts":       {Data: bad},
		"js/src/e.ts":                {Data: bad},
		"docs/f.md":                  {Data: []byte("<!-- Generated from x -->\nit stands\n")},
		"internal/lint/words/g.go":   {Data: bad},
		"python/build/h.py":          {Data: bad},
		"python/src/heddle/notes.md": {Data: []byte("It stands.\n")},
	}
	found, err := searchFiles(root)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range found {
		got = append(got, f.path)
	}
	if s := strings.Join(got, " "); s != "core/a.go js/src/e.ts python/src/heddle/notes.md" {
		t.Errorf("found in %s", s)
	}
}

// TestTodoOnlyGetsShorter: an entry covers a file or a folder, and the check
// names the entries that nobody needs.
func TestTodoOnlyGetsShorter(t *testing.T) {
	todo := listEntries("# comment\n\ncore/internal/scan\nREADME.md\n")
	for name, want := range map[string]string{
		"core/internal/scan/a.go": "core/internal/scan", "core/internal/scanner/a.go": "", "README.md": "README.md", "docs/README.md": "",
	} {
		if got := entryOf(todo, name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	var out bytes.Buffer
	saved := todoText
	defer func() { todoText = saved }()
	todoText = "a\nb\n"
	err := reportFindings(&out, fstest.MapFS{"a/x.md": {Data: []byte("It stands.")}, "b/x.md": {Data: []byte("It is.")}, "c.md": {Data: []byte("It\nstands.")}})
	if err == nil || out.String() != "c.md:2:1: \"stands\": write \"is\", or the verb that says what happens\nnote: b is clean: remove its line from internal/lint/words/todo.txt\n" {
		t.Errorf("%v: %s", err, out.String())
	}
}

func TestWordCount(t *testing.T) {
	for name, want := range map[string]int{
		"hang": 1, "Open": 1, "reparentCommand": 2, "AppendJSON": 2, "JSON": 1, "JSONText": 2, "parseJSONText": 3, "ID": 1, "newID": 2,
		"sha256": 1, "utf8Length": 2, "Sum64": 1, "init": 1, "isX": 2, "X": 1, "read_file": 2,
	} {
		if got := wordCount(name); got != want {
			t.Errorf("%s has %d words, want %d", name, got, want)
		}
	}
}

func TestNamesFailAtTheLimit(t *testing.T) {
	root := fstest.MapFS{
		"a.go":            {Data: []byte("package a\n\nfunc open() {}\nfunc openFile() {}\nfunc (x T) Close() {}\nfunc readAll() {}\n")},
		"a_test.go":       {Data: []byte("package a\n\nfunc one() {}\n")},
		"core/b_gen.go":   {Data: []byte("package b\n\nfunc one() {}\n")},
		"core/b.go":       {Data: []byte("package b\n\nfunc lineEnd() {}\nfunc lineStart() {}\n")},
		"core/testdata/c": {Data: []byte("no Go")},
	}
	var out bytes.Buffer
	if err := checkNames(&out, root, 0); err != nil {
		t.Fatal(err)
	}
	if want := "all        2 of 6 function names are one word: 33.3 %\n"; !strings.HasSuffix(out.String(), want) {
		t.Errorf("got %s", out.String())
	}
	if err := checkNames(&out, root, 33); err == nil || !strings.Contains(err.Error(), "the limit is 33 %") {
		t.Errorf("33.3 %% of at most 33 %%: %v", err)
	}
	if err := checkNames(&out, root, 34); err != nil {
		t.Errorf("33.3 %% of at most 34 %%: %v", err)
	}
	if err := checkNames(&out, fstest.MapFS{"a.go": {Data: []byte("package")}}, 0); err == nil {
		t.Error("a file that does not parse")
	}
}
