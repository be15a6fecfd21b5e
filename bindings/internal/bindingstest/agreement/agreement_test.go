package agreement

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/heddle-dev/heddle/bindings/internal/bindingstest"
)

const root = "../../../.."

var agents = filepath.Join(root, "testdata", "agents")

func load(t *testing.T) *Table {
	t.Helper()
	table, err := Load(filepath.Join(root, "testdata", "agreement.json"))
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// TestDifferencesAreExplained adds up what the table says of them, and looks
// for homes that it does not know.
func TestDifferencesAreExplained(t *testing.T) {
	table := load(t)
	if err := table.Check(); err != nil {
		t.Error(err)
	}
	if got, want := strings.Join(table.Figures, " "), "input output cacheRead cacheWrite total"; got != want {
		t.Errorf("figures are %q, want %q", got, want)
	}
	var known []string
	for _, h := range table.Homes {
		known = append(known, h.Home)
	}
	homes, err := bindingstest.Homes(agents)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Join(known, " "), strings.Join(homes, " "); got != want {
		t.Errorf("the table has the homes\n%s\ntestdata/agents has\n%s", got, want)
	}
}

// TestRequestsStandInTheFiles looks for the sessions and requests that explain
// differences in the homes that they are said to be in.
func TestRequestsStandInTheFiles(t *testing.T) {
	for _, h := range load(t).Homes {
		if len(h.Parts) == 0 {
			continue
		}
		text := contents(t, filepath.Join(agents, h.Home, "home"))
		for _, p := range h.Parts {
			if !strings.Contains(text, p.Session) {
				t.Errorf("%s: no session %s", h.Home, p.Session)
			}
			for _, r := range p.Requests {
				if !strings.Contains(text, r.ID) {
					t.Errorf("%s %s: no request %s", h.Home, p.Session, r.ID)
				}
			}
		}
	}
}

// contents returns the names and bytes of all files below dir.
func contents(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		b.WriteString(path + "\n")
		b.Write(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestHeddle compares our figures of every home with the table's.
func TestHeddle(t *testing.T) {
	for _, h := range load(t).Homes {
		got, err := Heddle(filepath.Join(agents, h.Home, "home"))
		if err != nil {
			t.Errorf("%s: %v", h.Home, err)
			continue
		}
		compare(t, &h, got, h.Heddle)
	}
}

// TestCCUsage compares what ccusage says of a copy of every home with the
// table. `make agreement` installs it and names it in HEDDLE_CCUSAGE.
func TestCCUsage(t *testing.T) {
	name := os.Getenv("HEDDLE_CCUSAGE")
	if name == "" {
		t.Skip("ccusage is not compared: HEDDLE_CCUSAGE does not name it (make agreement does)")
	}
	program, err := Find(name)
	if err != nil {
		t.Fatal(err)
	}
	table := load(t)
	version, err := program.Version()
	if err != nil {
		t.Fatal(err)
	}
	if version != table.CCUsage.Version {
		t.Errorf("the table was measured with ccusage %s, this is %s", table.CCUsage.Version, version)
	}
	homes := t.TempDir()
	if err := bindingstest.Prepare(agents, homes); err != nil {
		t.Fatal(err)
	}
	reports := make([]map[string]Figures, len(table.Homes))
	errs := make([]error, len(table.Homes))
	var group sync.WaitGroup
	next := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for i := range next {
				reports[i], errs[i] = program.Report(filepath.Join(homes, table.Homes[i].Home), table.CCUsage.Arguments)
			}
		})
	}
	for i := range table.Homes {
		next <- i
	}
	close(next)
	group.Wait()
	for i, h := range table.Homes {
		if errs[i] != nil {
			t.Errorf("%s: %v", h.Home, errs[i])
			continue
		}
		compare(t, &h, reports[i], h.CCUsage)
	}
	if !t.Failed() {
		t.Logf("ccusage %s says what the table says, in %d homes", version, len(table.Homes))
	}
}

// compare expects the figures of one agent, and of no other.
func compare(t *testing.T, h *Home, got map[string]Figures, want Figures) {
	t.Helper()
	if got[h.Agent] != want {
		t.Errorf("%s %s: %v, the table has %v", h.Home, h.Agent, got[h.Agent], want)
	}
	delete(got, h.Agent)
	for agent, f := range got {
		t.Errorf("%s: %v of %s, which the table does not have", h.Home, f, agent)
	}
}

// TestDocument compares the tables of the page with the table. HEDDLE_UPDATE
// set to anything rewrites them.
func TestDocument(t *testing.T) {
	path := filepath.Join(root, "docs", "cost-agreement.md")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want, err := load(t).Document(string(text))
	if err != nil {
		t.Fatal(err)
	}
	if want == string(text) {
		return
	}
	if os.Getenv("HEDDLE_UPDATE") == "" {
		t.Fatal("docs/cost-agreement.md does not show testdata/agreement.json; HEDDLE_UPDATE=1 rewrites its tables")
	}
	if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestCheckFindsWhatIsUnexplained breaks a sound table in every way.
func TestCheckFindsWhatIsUnexplained(t *testing.T) {
	sound := func() *Table {
		one := Figures{1, 2, 3, 4, 10}
		return &Table{Reasons: []Reason{{Name: "copy", Right: "heddle"}, {Name: "blind", Right: "heddle"}}, Homes: []Home{
			{Home: "a", Agent: "x", CCUsage: one, Parts: []Part{{Session: "s", Reason: "copy", Figures: one, Requests: []Request{{"r", one}}}}},
			{Home: "b", Agent: "x", Heddle: one, Unread: "blind"}}}
	}
	if err := sound().Check(); err != nil {
		t.Fatal(err)
	}
	for want, damage := range map[string]func(*Table){
		"the parts explain":       func(t *Table) { t.Homes[0].Heddle[1]++ },
		"its requests are":        func(t *Table) { t.Homes[0].Parts[0].Requests = nil },
		"is there twice":          func(t *Table) { p := &t.Homes[0].Parts[0]; p.Requests = append(p.Requests, p.Requests[0]) },
		"there are figures of it": func(t *Table) { t.Homes[1].CCUsage[0] = 1 },
		`"other" is not stated`:   func(t *Table) { t.Homes[0].Parts[0].Reason = "other" },
		"explains nothing":        func(t *Table) { t.Homes[1].Unread = "copy" },
		"is not right":            func(t *Table) { t.Reasons[0].Right = "nobody" },
	} {
		table := sound()
		damage(table)
		if err := table.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want an error with %q, got %v", want, err)
		}
	}
}
