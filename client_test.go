package heddle_test

import (
	"encoding/json"
	"errors"
	"go/ast"
	goparser "go/parser"
	"go/token"
	"io/fs"
	"math"
	"math/big"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/core/rpc"
)

// methodOf maps operations to the generated methods that run them, as Examples name them.
func methodOf(t *testing.T) map[string]string {
	t.Helper()
	file, err := goparser.ParseFile(token.NewFileSet(), "client_gen.go", nil, goparser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]string{}
	for _, d := range file.Decls {
		method, ok := d.(*ast.FuncDecl)
		if !ok || method.Recv == nil {
			continue
		}
		text := strings.Join(strings.Fields(method.Doc.Text()), " ")
		op := regexp.MustCompile(`It runs the operation ([a-zA-Z.]+)\.( |$)`).FindStringSubmatch(text)
		if op == nil {
			t.Errorf("%s does not say which operation it runs", method.Name)
			continue
		}
		names[op[1]] = method.Recv.List[0].Type.(*ast.StarExpr).X.(*ast.Ident).Name + "_" + method.Name.Name
	}
	return names
}

// Every operation has an Example whose output is compared.
func TestExamples(t *testing.T) {
	var examples strings.Builder
	files, err := filepath.Glob("example*_test.go")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		examples.Write(text)
	}
	names := []string{"Open", "Options_mounts", "Options_places", "Heddle_Engine", "Money", "Sessions_All", "Sessions_Search", "Store_Record", "Store_Subscribe"}
	methods := methodOf(t)
	for _, op := range rpc.Ops {
		if methods[op.Name] == "" {
			t.Errorf("no method runs %s", op.Name)
		}
		names = append(names, methods[op.Name])
	}
	for _, name := range names {
		_, body, found := strings.Cut(examples.String(), "\nfunc Example"+name+"() {\n")
		body, _, _ = strings.Cut(body, "\n}\n")
		if !found || !strings.Contains(body, "\t// Output:\n\t// ") {
			t.Errorf("%s has no Example with an output", name)
		}
	}
}

// Open names what it cannot open and says what to do.
func TestOpenErrors(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	missing := filepath.Join(folder, "missing")
	for name, c := range map[string]struct {
		options heddle.Options
		names   string
	}{
		"missing home":           {heddle.Options{Home: missing}, missing},
		"home that is a file":    {heddle.Options{Home: file}, file},
		"missing prices":         {heddle.Options{Home: folder, Prices: missing}, missing},
		"prices in a folder":     {heddle.Options{Home: folder, Prices: folder}, folder},
		"store that is a folder": {heddle.Options{Home: folder, Store: folder}, folder},
		"store below a file":     {heddle.Options{Home: folder, Store: filepath.Join(file, "a", "heddle.db")}, file},
	} {
		h, err := heddle.Open(c.options)
		if err == nil {
			h.Close()
			t.Errorf("%s: opened", name)
			continue
		}
		var e *heddle.Error
		if !errors.As(err, &e) || e.Code != heddle.ErrInvalidArgument || e.Hint == "" || !strings.Contains(e.Error(), c.names) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A store in folders that are missing is created by the first change, with its folders.
func TestStoreCreatesFolders(t *testing.T) {
	home := t.TempDir()
	file := filepath.Join(home, "a", "b", "heddle.db")
	h, err := heddle.Open(heddle.Options{Home: home, Store: file})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	if list, err := os.ReadDir(home); err != nil || len(list) != 0 {
		t.Errorf("Open has created %v, %v", list, err)
	}
	if _, err := h.Store.Record(ctx, "trip", heddle.User("hi")); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(file); err != nil {
		t.Error(err)
	}
}

// A home whose data folder cannot keep a store is read all the same, and nothing is created in it.
func TestHomeWithoutRoomForStore(t *testing.T) {
	home := t.TempDir()
	if err := os.CopyFS(home, os.DirFS("testdata/agents/pi-1.5/home")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{".local", "Library", "AppData"} {
		if err := os.WriteFile(filepath.Join(home, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	before := inMemory(t, os.DirFS(home))
	h, err := heddle.Open(heddle.Options{Home: home})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	if list, err := h.Sessions.List(ctx, heddle.ListOptions{Agent: heddle.Pi}); err != nil || len(list.Items) == 0 {
		t.Errorf("%v, %v", list, err)
	}
	if list, err := h.Sessions.List(ctx); err != nil || len(list.Items) == 0 || len(list.Diagnostics) != 0 {
		t.Errorf("of all agents: %v, %v", list, err)
	}
	if list, err := h.Store.List(ctx); err != nil || len(list.Items) != 0 {
		t.Errorf("of the store: %v, %v", list, err)
	}
	if _, err := h.Store.Record(ctx, "trip", heddle.User("hi")); err == nil {
		t.Error("a message is recorded where no folder can be")
	}
	if after := inMemory(t, os.DirFS(home)); len(after) != len(before) {
		t.Errorf("%d files, before %d", len(after), len(before))
	}
}

// Without a store, methods that need one say so.
func TestNoStore(t *testing.T) {
	h := openFixture()
	defer h.Close()
	_, err := h.Store.Record(ctx, "trip", heddle.User("hi"))
	if !errors.Is(err, heddle.ErrPermissionDenied) || !strings.Contains(err.Error(), "grant the store") {
		t.Error(err)
	}
	if list, err := h.Sessions.List(ctx); err != nil || len(list.Items) == 0 {
		t.Error(list, err)
	}
}

// mounted are agents whose sessions are read through file systems, some of them in SQLite.
var mounted = []struct {
	fixture, folder string
	agent           heddle.Agent
}{
	{"opencode", ".local/share/opencode", heddle.OpenCode},
	{"opencode-livewal", ".local/share/opencode", heddle.OpenCode},
	{"hermes-v22", ".hermes", heddle.Hermes},
	{"hermes-livewal", ".hermes", heddle.Hermes},
	{"claude", ".claude", heddle.Claude},
	{"codex-zst", ".codex", heddle.Codex},
}

// A file system shows what the folder shows: read at offsets, in memory, and only from its start.
func TestMounts(t *testing.T) {
	for _, m := range mounted {
		home := filepath.Join("testdata/agents", m.fixture, "home")
		files := os.DirFS(filepath.Join(home, m.folder))
		want := sessionsOf(t, heddle.Options{Home: home, Store: "-"}, m.agent)
		if len(want) == 0 {
			t.Errorf("%s has no sessions", m.fixture)
		}
		for name, system := range map[string]fs.FS{"DirFS": files, "MapFS": inMemory(t, files), "sequential": sequential{files}} {
			got := sessionsOf(t, heddle.Options{Mounts: map[heddle.Agent]fs.FS{m.agent: system}}, m.agent)
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s through %s: %d sessions, want %d, or another text", m.fixture, name, len(got), len(want))
			}
		}
	}
}

// sessionsOf returns all sessions of an agent with their messages.
func sessionsOf(t *testing.T, o heddle.Options, agent heddle.Agent) (list []*heddle.Session) {
	t.Helper()
	h, err := heddle.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	for s, err := range h.Sessions.All(ctx, heddle.ListOptions{Agent: agent, Subagents: true, Superseded: true}) {
		if err != nil {
			t.Fatal(err)
		}
		session, err := h.Sessions.Get(ctx, s.Ref(), heddle.GetOptions{ToolOutput: true})
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, session)
	}
	return list
}

// inMemory copies a file system into memory.
func inMemory(t *testing.T, files fs.FS) fstest.MapFS {
	t.Helper()
	copied := fstest.MapFS{}
	err := fs.WalkDir(files, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		data, err := fs.ReadFile(files, path)
		copied[path] = &fstest.MapFile{Data: data, Mode: 0o600, ModTime: info.ModTime()}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return copied
}

// sequential is a file system whose files cannot be read at an offset.
type sequential struct{ fs.FS }

func (s sequential) Open(name string) (fs.File, error) {
	file, err := s.FS.Open(name)
	if list, ok := file.(fs.ReadDirFile); ok {
		if info, err := file.Stat(); err == nil && info.IsDir() {
			return list, nil
		}
	}
	return struct{ fs.File }{file}, err
}

func TestMoney(t *testing.T) {
	for text, want := range map[string]string{"0": "0", "1": "1", "-1.50": "-1.5", "0.000000000001": "0.000000000001", "9223372.036854775807": "9223372.036854775807",
		"5e-2": "0.05", "1.5E+3": "1500", "1000e-15": "0.000000000001", "-0": "0"} {
		m, err := heddle.ParseMoney(text)
		if err != nil || m.String() != want {
			t.Errorf("%s: %s, %v; want %s", text, m, err, want)
		}
	}
	for _, text := range []string{"", "-", ".", "1.", ".5", "1.2.3", "0x1", "NaN", "1e", "1e99999", "0.0000000000001", "9223372.036854775808", "+1", " 1", "1 ", "--1"} {
		if m, err := heddle.ParseMoney(text); !errors.Is(err, heddle.ErrInvalidArgument) {
			t.Errorf("%q: %s, %v", text, m, err)
		}
	}
	var cost struct{ Total *heddle.Money }
	if err := json.Unmarshal([]byte(`{"Total":null}`), &cost); err != nil || cost.Total != nil {
		t.Errorf("null: %v, %v", cost, err)
	}
	if err := json.Unmarshal([]byte(`{"Total":"1"}`), &cost); err == nil {
		t.Error("a string is read as money")
	}
}

// FuzzMoney compares sums with those of math/big, and reads back what is written.
func FuzzMoney(f *testing.F) {
	for _, n := range []int64{0, 1, -1, 1e12, math.MaxInt64, -math.MaxInt64, 123456789012345} {
		f.Add(n, -n)
		f.Add(n, int64(5e11))
	}
	f.Fuzz(func(t *testing.T, a, b int64) {
		if a == math.MinInt64 || b == math.MinInt64 {
			t.Skip() // no sum is this amount
		}
		x, y := heddle.Money(a), heddle.Money(b)
		text, err := json.Marshal(x)
		var back heddle.Money
		if err := errors.Join(err, json.Unmarshal(text, &back)); err != nil || back != x || string(text) != x.String() {
			t.Fatalf("%d is written as %s and read as %d, %v", a, text, int64(back), err)
		}
		exact, ok := new(big.Rat).SetString(x.String())
		if !ok || exact.Cmp(big.NewRat(a, 1e12)) != 0 {
			t.Fatalf("%d is written as %s", a, x)
		}
		sum, limit := new(big.Int).Add(big.NewInt(a), big.NewInt(b)), big.NewInt(math.MaxInt64)
		if sum.CmpAbs(limit) > 0 {
			sum.Mul(limit, big.NewInt(int64(sum.Sign()))) // the greatest amount, with the sum's sign
		}
		if got := x.Plus(y); big.NewInt(int64(got)).Cmp(sum) != 0 {
			t.Fatalf("%s + %s is %s", x, y, got)
		}
	})
}
