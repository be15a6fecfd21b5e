package bindingstest

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/bindings/native"
	"github.com/heddle-dev/heddle/hostfns"
)

const root = "../../.."

// TestNativeEqualsTheVectors runs all vectors natively with several numbers of
// workers: the output must never depend on it.
func TestNativeEqualsTheVectors(t *testing.T) {
	homes := preparedHomes(t)
	cases, err := Load(filepath.Join(root, "testdata", "vectors"))
	if err != nil {
		t.Fatal(err)
	}
	if len(cases) < 500 {
		t.Fatalf("only %d vectors", len(cases))
	}
	pools := []int{1, 2, 7}
	if testing.Short() {
		pools, cases = []int{2}, someOfEachFile(cases)
		t.Logf("-short: %d vectors of all files, with 2 workers only", len(cases))
	}
	for _, workers := range pools {
		res, err := Run(fmt.Sprint("native-", workers), cases, homes, func(grant hostfns.Options) (bindings.Engine, error) {
			return native.Open(bindings.Options{Host: grant, Workers: workers})
		})
		if err != nil {
			t.Fatal(err)
		}
		for i, d := range res.Differences {
			if i == 10 {
				break
			}
			t.Errorf("%d workers: %s: %s", workers, d.Case, d.What)
		}
		if n := len(res.Differences); n > 0 {
			t.Fatalf("%d workers: %d of %d cases differ; make vectors-write rewrites them, then read every difference", workers, n, res.Cases)
		}
	}
}

var prepared struct {
	once   sync.Once
	folder string
	err    error
}

// preparedHomes returns the folder of the prepared homes. Tests only read them.
func preparedHomes(t *testing.T) string {
	t.Helper()
	prepared.once.Do(func() {
		if prepared.folder, prepared.err = os.MkdirTemp("", "heddle-homes-"); prepared.err == nil {
			prepared.err = Prepare(filepath.Join(root, "testdata", "agents"), prepared.folder)
		}
	})
	if prepared.err != nil {
		t.Fatal(prepared.err)
	}
	return prepared.folder
}

func TestMain(m *testing.M) {
	code := m.Run()
	if prepared.folder != "" {
		os.RemoveAll(prepared.folder)
	}
	os.Exit(code)
}

// someOfEachFile returns every tenth case of each file, and at least one of each.
func someOfEachFile(cases []Case) (some []Case) {
	const step = 10
	files := map[string]int{} // how many cases of a file were seen
	for _, c := range cases {
		file := c.Op + "/" + c.File
		if files[file]%step == 0 {
			some = append(some, c)
		}
		files[file]++
	}
	return some
}

// TestACopiedHomeListsTheSame gives every file the same time, as a copy does:
// the tails then decide, and the list must not change.
func TestACopiedHomeListsTheSame(t *testing.T) {
	agents := filepath.Join(root, "testdata", "agents")
	for _, home := range []string{"claude", "codex", "codex-0.29.0", "claude-1.0.24"} {
		kept, copied := t.TempDir(), t.TempDir()
		if err := copyTree(filepath.Join(agents, home, "home"), kept, nil); err != nil {
			t.Fatal(err)
		}
		if err := copyTree(filepath.Join(agents, home, "home"), copied, nil); err != nil {
			t.Fatal(err)
		}
		if err := Shuffle(copied, 1); err != nil {
			t.Fatal(err)
		}
		for _, req := range []string{`{"limit":4}`, `{"limit":1}`, `{}`} {
			var got [2]string
			for i, dir := range []string{kept, copied} {
				var o bindings.Options
				o.Host = hostfns.Options{Home: dir}
				e, err := native.Open(o)
				if err != nil {
					t.Fatal(err)
				}
				got[i] = string(Answer(e, &Case{Op: "sessions.list", Request: []byte(req)}))
				e.Close()
			}
			if got[0] != got[1] {
				t.Errorf("%s %s: file times change the list\n%.300s\n%.300s", home, req, got[0], got[1])
			}
		}
	}
}

func TestVectorsRoundTrip(t *testing.T) {
	path := filepath.Join(t.TempDir(), "op", "x.txtar")
	in := []Case{{Op: "op", File: "x", Name: "a", Home: "h", Request: []byte(`{}`), Response: []byte("{}\nbody\n\nwith lines\n")},
		{Op: "op", File: "x", Name: "b", Home: "h", Request: []byte(``), Response: []byte("{}\n")}}
	if err := Write(path, "comment\n", in); err != nil {
		t.Fatal(err)
	}
	out, err := Load(filepath.Dir(filepath.Dir(path)))
	if err != nil || len(out) != 2 || string(out[0].Response) != string(in[0].Response) || string(out[1].Response) != "{}\n" || out[1].Home != "h" {
		t.Errorf("%+v %v", out, err)
	}
	in[0].Response = []byte("{}\n-- not a section --\n")
	if Write(path, "", in) == nil {
		t.Error("a response with a section mark is stored")
	}
	if err := os.WriteFile(path, []byte("-- response:x --\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(filepath.Dir(filepath.Dir(path))); err == nil {
		t.Error("a response without a request is accepted")
	}
}

func TestEveryNth(t *testing.T) {
	all := []int{0, 1, 2, 3, 4, 5, 6}
	if got := everyNth(all, 3); len(got) != 3 || got[1] != 3 || got[2] != 6 {
		t.Errorf("every third is %v", got)
	}
	if got := everyNth(all, 1); len(got) != len(all) {
		t.Errorf("every one is %v", got)
	}
}
