package blame_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/internal/blame"
)

func (w *world) check(what string, o blame.Options, want ...string) {
	w.t.Helper()
	if got := w.lines(o); got != strings.Join(want, "|") {
		w.t.Errorf("%s: got %s, want %s", what, got, strings.Join(want, "|"))
	}
}

// Rule: each line is its session's, with the prompt before the edit, and a person's line is nobody's.
func TestLinesOfSessionsAndPeople(t *testing.T) {
	w := newWorld(t)
	w.save("keeper.go", "package keeper\n\nfunc person() {\n\tgreetVisitors()\n}\n")
	w.commit("begin")
	w.say("s1", "Light the lamp")
	w.edit("s1", "keeper.go", "func person() {\n", "func lamp() {\n\tlightTheLamp(3)\n}\n\nfunc person() {\n")
	w.say("s1", "Now the horn")
	w.edit("s1", "keeper.go", "\tlightTheLamp(3)\n", "\tlightTheLamp(3)\n\tsoundTheHorn(1)\n")
	w.commit("lamp")
	w.save("keeper.go", w.read("keeper.go")+"\nfunc second() { waveTheFlag() }\n")
	w.commit("person again")
	w.edit("s2", "keeper.go", "func second() { waveTheFlag() }", "func second() { waveTheFlagTwice() }") // not committed
	w.save("keeper.go", w.read("keeper.go")+"// a note that nobody committed\n")
	const s1 = "s1"
	w.check("all", blame.Options{File: "keeper.go"}, "-", "-", s1, s1, s1, s1, "-", "-", "-", "-", "-", "s2", "-") // the seventh line is as empty as the second
	found, err := w.blame(blame.Options{File: "keeper.go", From: 4, To: 5})
	if err != nil || len(found.Lines) != 2 || found.Lines[0].Prompt != "Light the lamp" || found.Lines[1].Prompt != "Now the horn" || found.Lines[1].Author != "Ada" ||
		found.Lines[0].Edit.Model != "claude-opus-5" || found.Lines[0].Number != 4 || found.File != "keeper.go" {
		t.Errorf("%+v, %v", found, err)
	}
	w.check("an older commit", blame.Options{File: "keeper.go", Rev: "HEAD~2"}, "-", "-", "-", "-", "-")
}

// Rule: a person's or a bot's line is never given to a session by exact, also where it equals one that a session
// wrote and that was gone since.
func TestRetypedLines(t *testing.T) {
	const line = "\tlightTheLamp(3)\n"
	w := newWorld(t)
	w.save("a.go", "package a\n")
	w.commit("begin")
	w.write("s1", "a.go", "package a\n"+line)
	w.commit("by the session")
	w.save("a.go", "package a\n")
	w.commit("removed by a person")
	w.save("a.go", "package a\n"+line)
	w.check("typed again, not committed", blame.Options{File: "a.go"}, "-", "-")
	w.commit("typed again by a person")
	w.check("typed again", blame.Options{File: "a.go"}, "-", "-")
	w.check("when it was the session's", blame.Options{File: "a.go", Rev: "HEAD~2"}, "-", "s1")
	w.save("a.go", "package a\n"+line+"func other() {\n"+line+"}\n")
	w.commit("copied by a person")
	w.check("copied", blame.Options{File: "a.go"}, "-", "-", "-", "-", "-")

	w.edit("s2", "a.go", "func other() {", "func otherOfTheSession() {")
	w.edit("s2", "a.go", "func otherOfTheSession() {", "func once() {")
	w.save("a.go", strings.Replace(w.read("a.go"), "once", "otherOfTheSession", 1)) // a person, after the session removed it
	w.commit("retyped")
	w.check("removed by the session itself", blame.Options{File: "a.go", From: 3, To: 3}, "-")

	w.write("s3", "bot.go", "package botOfTheHarbour\n")
	w.commit("Bump", "--author", "renovate[bot] <1+renovate[bot]@users.noreply.github.com>")
	w.check("a bot's commit", blame.Options{File: "bot.go"}, "-")
}

// Rule: renames, indentation and lines of no weight.
func TestConfidence(t *testing.T) {
	w := newWorld(t)
	w.write("s1", "old/lamp.go", "package lamp\n\nfunc lightTheLamp() error {\n\tif err := findMatches(); err != nil {\n\t\treturn err\n\t}\n\treturn nil\n}\n")
	w.commit("lamp")
	w.check("short lines follow their neighbours", blame.Options{File: "old/lamp.go"}, "s1", "s1", "s1", "s1", "s1", "s1", "s1", "s1")
	if err := os.MkdirAll(w.path("new"), 0o755); err != nil {
		t.Fatal(err)
	}
	w.git("mv", "old/lamp.go", "new/lamp.go")
	w.commit("moved")
	w.check("renamed", blame.Options{File: "new/lamp.go", From: 3, To: 4}, "s1 moved", "s1 moved")
	w.edit("s2", "new/lamp.go", "func lightTheLamp", "func  callTheKeeper( )  {}\nfunc lightTheLamp")
	w.save("new/lamp.go", strings.Replace(w.read("new/lamp.go"), "func  callTheKeeper( )  {}", "func callTheKeeper() {}", 1))
	w.commit("formatted before it was committed")
	w.check("reformatted", blame.Options{File: "new/lamp.go", From: 3, To: 4}, "s2 reformatted", "s1 moved")
	w.save("new/lamp.go", w.read("new/lamp.go")+"}\n")
	w.commit("a person's brace")
	w.check("a brace alone", blame.Options{File: "new/lamp.go", From: 10, To: 10}, "-")
	w.edit("s3", "new/lamp.go", "package lamp", "package lamps")
	w.save("new/lamp.go", w.read("new/lamp.go")+"var typedByPerson = 1\n")
	w.commit("both")
	w.check("no guess", blame.Options{File: "new/lamp.go", From: 11, To: 11}, "-")
	w.check("a guess", blame.Options{File: "new/lamp.go", From: 11, To: 11, Guess: true}, "s3 near")
}

// Rule: sessions of another repository, or of a time after the commit, wrote nothing here; those of another machine
// did when the remote is the same.
func TestOtherPlaces(t *testing.T) {
	w := newWorld(t)
	w.save("src/a.go", "package a\nvar lampOfTheHarbour = 1\n")
	w.call("s1", "Write", map[string]any{"file_path": "/elsewhere/src/a.go", "content": w.read("src/a.go")})
	w.commit("a person's, equal to another repository's")
	w.check("elsewhere", blame.Options{File: "src/a.go"}, "-", "-")
	w.pass(24 * time.Hour)
	w.call("s2", "Write", map[string]any{"file_path": w.path("src/a.go"), "content": w.read("src/a.go")})
	w.check("later", blame.Options{File: "src/a.go"}, "-", "-")
	w.call("s3", "Write", map[string]any{"file_path": `C:\work\harbour\src\b.go`, "content": "package windows\n"})
	w.save("src/b.go", "package windows\n")
	w.commit("from another machine, a folder of the same name")
	w.check("another machine", blame.Options{File: "src/b.go"}, "s3")
}

// Rule: each bad input has a clear answer.
func TestBadInput(t *testing.T) {
	w := newWorld(t)
	w.save("empty.txt", "")
	w.save("staged.txt", "only staged text\n")
	w.git("add", "-A")
	w.check("nothing is committed", blame.Options{File: "staged.txt"}, "-")
	w.save("binary", "a\x00b\n")
	w.save("big", strings.Repeat("x\n", 9<<20))
	w.save("gone.txt", "here once\n")
	w.commit("begin")
	w.save("untracked.txt", "x\n")
	if err := os.Remove(w.path("gone.txt")); err != nil {
		t.Fatal(err)
	}
	outside := t.TempDir()
	if err := os.WriteFile(filepath.Join(outside, "x"), []byte("x\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for want, o := range map[string]blame.Options{
		"no git repository": {File: filepath.Join(outside, "x")}, "git does not know": {File: "untracked.txt"}, "binary": {File: "binary"},
		"larger than 16 MiB": {File: "big"}, "there is no file": {File: "gone.txt"}, "is a folder": {File: "."}, "no commit nope": {File: "empty.txt", Rev: "nope"},
		"no commit --output=x": {File: "empty.txt", Rev: "--output=x"}, "there is no line 2": {File: "staged.txt", From: 2, To: 2}, "has no file": {File: "untracked.txt", Rev: "HEAD"},
	} {
		if _, err := w.blame(o); err == nil || !strings.Contains(err.Error(), want) || fault.CodeOf(err) == fault.Internal {
			t.Errorf("%+v: %v, want %s", o, err, want)
		}
	}
	w.check("deleted, in a commit", blame.Options{File: "gone.txt", Rev: "HEAD"}, "-")
	w.check("empty", blame.Options{File: "empty.txt"}, "")
	w.write("s1", "dir/lines.go", "package throughTheLink\n")
	w.commit("more")
	if err := os.Symlink(w.path("dir"), filepath.Join(outside, "link")); err != nil {
		t.Fatal(err)
	}
	w.check("through a link", blame.Options{File: filepath.Join(outside, "link", "lines.go")}, "s1")
	w.git("worktree", "add", "-q", filepath.Join(outside, "tree"))
	w.check("in another working tree", blame.Options{File: filepath.Join(outside, "tree", "dir", "lines.go")}, "s1")
}

// Rule: a repository is the folders of all its working trees and its remotes; another folder is not.
func TestNames(t *testing.T) {
	w := newWorld(t)
	w.save("src/a.txt", "x\n")
	w.commit("begin")
	w.git("remote", "add", "origin", "git@example.org:o/harbour.git")
	tree := filepath.Join(filepath.Dir(w.root), "tree")
	w.git("worktree", "add", "-q", tree)
	for _, dir := range []string{w.root, w.path("src"), tree} {
		got := blame.Names(t.Context(), dir)
		slices.Sort(got)
		if want := []string{w.root, tree, "git@example.org:o/harbour.git"}; strings.Join(got, "|") != strings.Join(want, "|") {
			t.Errorf("%s: %v, want %v", dir, got, want)
		}
	}
	if got := blame.Names(t.Context(), w.home); got != nil {
		t.Errorf("outside: %v", got)
	}
}
