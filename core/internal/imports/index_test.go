package imports

import (
	"testing"

	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/heddle"
)

// loaded is an index with one copy, of the session claude:s.
func loaded(continued bool) *ImportIndex {
	x := &ImportIndex{}
	x.addCopy(&heddle.Copy{ID: "claude:s", Origin: &heddle.Origin{UnifiedID: "claude:s", Agent: "claude", SessionID: "s"}, Continued: continued})
	return x
}

// TestOriginalHidesCopy: an original hides its copy while its agent has it and it
// can be read, unless the copy was continued.
func TestOriginalHidesCopy(t *testing.T) {
	present := &adapter.Index{Refs: []adapter.Ref{{ID: "s"}}}
	for name, c := range map[string]struct {
		continued    bool
		found        *adapter.Index
		failed       bool
		unreadable   bool
		hidden, gone bool
	}{
		"present":                 {found: present, hidden: true},
		"present, and continued":  {continued: true, found: present},
		"deleted":                 {found: &adapter.Index{}, gone: true},
		"unreadable":              {found: present, unreadable: true, gone: true},
		"not listed, with errors": {failed: true},
		"listed, with errors":     {found: present, failed: true, hidden: true},
	} {
		x := loaded(c.continued)
		x.MarkPresent("claude", c.found, c.failed)
		if c.unreadable {
			x.MarkUnreadable("claude", "s")
		}
		if got := x.HiddenByOriginal(heddle.Name, "claude:s"); got != c.hidden {
			t.Errorf("%s: hidden %v", name, got)
		}
		if x.HiddenByOriginal("claude", "s") {
			t.Errorf("%s: the original is hidden", name)
		}
		if got := x.Annotate(heddle.Name, "claude:s"); got.OriginalGone != c.gone || got.OriginalUnifiedID != "claude:s" || got.Agent != "claude" || got.SessionID != "s" {
			t.Errorf("%s: annotated %+v", name, got)
		}
	}
}

func TestCopiesOfOneAgent(t *testing.T) {
	stored := &adapter.Index{Refs: []adapter.Ref{{ID: "claude:s"}, {ID: "own"}}}
	x := loaded(false)
	if got := x.CopiesOf("claude", stored); len(got.Refs) != 1 || got.Refs[0].ID != "claude:s" {
		t.Errorf("copies of claude: %+v", got.Refs)
	}
	if got := x.CopiesOf("codex", stored); len(got.Refs) != 0 || x.HasCopiesOf("codex") {
		t.Errorf("copies of codex: %+v", got.Refs)
	}
	x = loaded(true)
	if got := x.CopiesOf("claude", stored); len(got.Refs) != 1 {
		t.Errorf("a continued copy without its original: %+v", got.Refs)
	}
	x.MarkPresent("claude", &adapter.Index{Refs: []adapter.Ref{{ID: "s"}}}, false)
	if got := x.CopiesOf("claude", stored); len(got.Refs) != 0 {
		t.Errorf("a continued copy beside its original: %+v", got.Refs)
	}
	if x.CopyOf("claude", "s") != "heddle:claude:s" || x.CopyOf("claude", "t") != "" {
		t.Error("the copy of an original has another id")
	}
	x.Load(nil)
	if x.HasCopiesOf("claude") {
		t.Error("an index loaded anew keeps copies")
	}
}

// TestRecordings: a session that was recorded twice, and imported.
func TestRecordings(t *testing.T) {
	origin := &heddle.Origin{UnifiedID: "pi:s", Agent: "pi", SessionID: "s"}
	a := &heddle.Copy{ID: "a", Origin: origin, Recorded: true, Tags: []string{"x", "z"}}
	b := &heddle.Copy{ID: "b", Origin: origin, Recorded: true, Tags: []string{"y", "z"}}
	x := &ImportIndex{}
	x.LoadSome(a, b)
	x.MarkPresent("pi", &adapter.Index{Refs: []adapter.Ref{{ID: "s"}}}, false)
	got := x.Annotate("pi", "s")
	if len(got.RecordedAs) != 2 || got.RecordedAs[0] != "heddle:a" || got.RecordedAs[1] != "heddle:b" || got.ImportedAs != "" {
		t.Errorf("annotated %+v", got)
	}
	if len(got.Tags) != 3 || got.Tags[0] != "x" || got.Tags[1] != "y" || got.Tags[2] != "z" {
		t.Errorf("tags %q", got.Tags)
	}
	if got := x.Annotate(heddle.Name, "b"); !got.Hidden || got.OriginalUnifiedID != "pi:s" || got.OriginalGone || len(got.Tags) != 2 {
		t.Errorf("annotated %+v", got)
	}
	if x.CopyOf("pi", "s") != "heddle:a" || !x.IsRecording(heddle.Name, "a") || x.IsRecording("pi", "s") {
		t.Error("a recording is not found")
	}
	x.LoadSome(a, b)
	x.MarkPresent("pi", &adapter.Index{}, false)
	if x.HiddenByOriginal(heddle.Name, "a") || !x.Annotate(heddle.Name, "a").OriginalGone {
		t.Error("a recording is hidden although its agent has deleted the session")
	}
	x.LoadSome(a, &heddle.Copy{ID: "pi:s", Origin: origin}, b)
	x.MarkPresent("pi", &adapter.Index{}, false)
	if !x.HiddenByOriginal(heddle.Name, "a") || !x.HiddenByOriginal(heddle.Name, "b") || x.HiddenByOriginal(heddle.Name, "pi:s") || x.CopyOf("pi", "s") != "heddle:pi:s" {
		t.Error("the imported copy is not listed in place of the recordings")
	}
}
