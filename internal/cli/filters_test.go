package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/internal/cli/app"
	"github.com/heddle-dev/heddle/internal/cli/clitest"
	"github.com/heddle-dev/heddle/internal/cli/filter"
	"github.com/heddle-dev/heddle/internal/cli/terminal"
)

// asked runs a command line and returns the request that it makes.
func asked(t *testing.T, body string, args ...string) (req map[string]any) {
	t.Helper()
	e := &listens{said: said{body: body, header: "{}"}}
	s := clitest.Pipe()
	engines := map[string]app.Opener{"native": func(bindings.Options) (bindings.Engine, error) { return e, nil }}
	if code := run(context.Background(), args, s, engines); code != app.ExitOK {
		t.Fatalf("heddle %q: exit status %d: %s", args, code, s.Err)
	}
	if err := json.Unmarshal(e.request, &req); err != nil {
		t.Fatal(err)
	}
	return req
}

// listens is an engine that keeps the last request.
type listens struct {
	said
	request []byte
}

func (e *listens) Call(ctx context.Context, op string, request []byte) (bindings.Response, error) {
	e.request = request
	return e.said.Call(ctx, op, request)
}

// TestPathsFromHere checks what --edited, --under and --cwd make of names in a
// folder that the shell reached by a link.
func TestPathsFromHere(t *testing.T) {
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	here, link := filepath.Join(base, "real"), filepath.Join(base, "link")
	if err := os.MkdirAll(filepath.Join(here, "src"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(here, link); err != nil {
		t.Skip("this system makes no links: ", err)
	}
	t.Chdir(link)
	t.Setenv("PWD", link)
	slash := string(filepath.Separator)
	for _, c := range []struct{ flag, value, want string }{
		{"edited", "src/a.go", "src/a.go"}, {"edited", "./a.go", filepath.Join(here, "a.go")}, {"edited", "src/", "src/"},
		{"edited", ".", here + slash}, {"edited", "..", base + slash}, {"edited", "./src", filepath.Join(here, "src") + slash},
		{"edited", "../a.go", filepath.Join(base, "a.go")}, {"edited", `C:\p\a.go`, `C:\p\a.go`},
		{"under", ".", here + "\n" + link}, {"under", "src", "src"}, {"under", "./src", filepath.Join(here, "src") + "\n" + filepath.Join(link, "src")},
		{"cwd", "./src/", filepath.Join(here, "src") + "\n" + filepath.Join(link, "src")}, {"under", `D:\x`, `D:\x`}, {"cwd", ".", here + "\n" + link}, {"cwd", "src", "src"},
		{"cwd", link, here + "\n" + link}, {"under", link + "/gone/x", filepath.Join(here, "gone", "x") + "\n" + filepath.Join(link, "gone", "x")}, {"cwd", here, here}, {"under", "..", base},
	} {
		if got := asked(t, "[]", "list", "--"+c.flag, c.value)[c.flag]; got != c.want {
			t.Errorf("--%s %s asks for %v, not %s", c.flag, c.value, got, c.want)
		}
	}
	for _, flag := range []string{"--edited=", "--under="} {
		if code := run(t.Context(), []string{"list", flag}, clitest.Pipe(), nil); code != app.ExitUsage {
			t.Errorf("list %s: exit status %d", flag, code)
		}
	}
}

// times are the members of a request that bound times.
func times(req map[string]any) string {
	var out []string
	for _, k := range slices.Sorted(maps.Keys(req)) {
		if k == "zone" {
			out = append(out, "zone="+fmt.Sprint(req[k].(map[string]any)["name"]))
		} else if l := strings.ToLower(k); strings.HasSuffix(l, "since") || strings.HasSuffix(l, "until") {
			out = append(out, k+"="+fmt.Sprint(req[k]))
		}
	}
	return strings.Join(out, " ")
}

// TestBoundsByCommand: --since means activity where sessions are listed, and
// the requests' own time where money is counted.
func TestBoundsByCommand(t *testing.T) {
	if got := times(asked(t, "[]", "list", "--since", "yesterday", "--timezone", "UTC")); !strings.Contains(got, "activeSince=20") || !strings.Contains(got, "T00:00:00.000Z") {
		t.Errorf("--since yesterday asks for %s", got)
	}
	t.Setenv("TZ", "America/New_York")
	flags := []string{"--since", "2026-11-01", "--until", "2026-11-07T12:00:00Z", "--created-since", "2026-10-01T00:00:00Z", "--created-until", "2026-12-01"}
	lists := "activeSince=2026-11-01T04:00:00.000Z activeUntil=2026-11-07T12:00:00.000Z since=2026-10-01T00:00:00.000Z until=2026-12-02T04:59:59.999Z zone=America/New_York"
	for line, want := range map[string]string{
		"sessions list": lists, "sessions search x": lists, "import --all": lists,
		"cost report": "createdSince=2026-10-01T00:00:00.000Z createdUntil=2026-12-02T04:59:59.999Z since=2026-11-01T04:00:00.000Z until=2026-11-07T12:00:00.000Z zone=America/New_York",
	} {
		body := "[]"
		if line == "cost report" || line == "import --all" {
			body = "{}"
		}
		if got := times(asked(t, body, append(strings.Fields(line), flags...)...)); got != want {
			t.Errorf("heddle %s: %s, want %s", line, got, want)
		}
		if got := times(asked(t, body, append(strings.Fields(line), "--since", "2026-11-01T00:00:00Z")...)); strings.Contains(got, "zone") {
			t.Errorf("heddle %s: a zone is sent and no day is concerned: %s", line, got)
		}
	}
	if got := times(asked(t, "{}", "cost", "report", "--group-by", "day", "--timezone", "Asia/Tokyo")); got != "zone=Asia/Tokyo" {
		t.Errorf("groups of days: %s", got)
	}
	if got := asked(t, "{}", "import", "--all", "--agent", "codex"); got["agent"] != "codex" || got["all"] != true {
		t.Errorf("import of one agent: %v", got)
	}
	for _, verb := range []string{"list", "native-sessions"} { // the last update, as ever
		if got := times(asked(t, "[]", "store", verb, "--since", "2026-11-01")); got != "since=2026-11-01T04:00:00.000Z" {
			t.Errorf("store %s: %s", verb, got)
		}
		if got := times(asked(t, "[]", "store", verb, "--since", "2026-11-01", "--timezone", "UTC")); got != "since=2026-11-01T00:00:00.000Z" {
			t.Errorf("store %s: %s", verb, got)
		}
	}
}

// ranged is what flags select at a moment, in the system's zone.
func ranged(t *testing.T, now time.Time, args ...string) string {
	t.Helper()
	a := &app.App{Streams: clitest.Pipe()}
	var o filter.Flags
	cmd := &cobra.Command{Use: "x"}
	o.AddSpending(a, cmd)
	if err := cmd.ParseFlags(args); err != nil {
		t.Fatal(err)
	}
	chosen, err := filter.Select(a, &o, now, false)
	if err != nil {
		t.Fatal(err)
	}
	out := "since=" + terminal.FormatTime(chosen.Since) + " until=" + terminal.FormatTime(chosen.Until)
	if chosen.Zone != nil {
		out += " zone=" + chosen.Zone.String()
	}
	return out
}

// dayBounds are the first and the last millisecond of days in a zone.
func dayBounds(t *testing.T, zone, first, last string) string {
	t.Helper()
	loc, err := time.LoadLocation(zone)
	if err != nil {
		t.Fatal(err)
	}
	since, err := time.ParseInLocation(time.DateOnly, first, loc)
	if err != nil {
		t.Fatal(err)
	}
	until, err := time.ParseInLocation(time.DateOnly, last, loc)
	if err != nil {
		t.Fatal(err)
	}
	return "since=" + terminal.FormatTime(since) + " until=" + terminal.FormatTime(until.AddDate(0, 0, 1).Add(-time.Millisecond)) + " zone=" + zone
}

// TestNamedRanges: days, weeks from Monday and months of the person's zone.
func TestNamedRanges(t *testing.T) {
	sunday := time.Date(2026, 11, 22, 23, 30, 0, 0, time.UTC) // in Tokyo it is Monday
	for _, c := range []struct {
		zone, flag, want string
		now              time.Time
	}{
		{"UTC", "--today", "2026-11-22 2026-11-22", sunday}, {"UTC", "--yesterday", "2026-11-21 2026-11-21", sunday},
		{"UTC", "--week", "2026-11-16 2026-11-22", sunday}, {"UTC", "--month", "2026-11-01 2026-11-30", sunday},
		{"Asia/Tokyo", "--today", "2026-11-23 2026-11-23", sunday}, {"Asia/Tokyo", "--week", "2026-11-23 2026-11-29", sunday},
		{"America/Los_Angeles", "--month", "2026-12-01 2026-12-31", time.Date(2027, 1, 1, 7, 0, 0, 0, time.UTC)},
		{"UTC", "--yesterday", "2026-02-28 2026-02-28", time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)},
		{"UTC", "--week", "2026-12-28 2027-01-03", time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)},
		{"UTC", "--month", "2028-02-01 2028-02-29", time.Date(2028, 2, 29, 0, 0, 0, 0, time.UTC)},
		{"America/New_York", "--week", "2026-03-02 2026-03-08", time.Date(2026, 3, 9, 3, 59, 0, 0, time.UTC)}, // Sunday has 23 hours
	} {
		t.Setenv("TZ", c.zone)
		since, until, _ := strings.Cut(c.want, " ")
		if got, want := ranged(t, c.now, c.flag), dayBounds(t, c.zone, since, until); got != want {
			t.Errorf("%s in %s at %v: %s, want %s", c.flag, c.zone, c.now, got, want)
		}
	}
	if got, want := ranged(t, sunday, "--since", "7d", "--until", "1d12h"), "since=2026-11-15T23:30:00.000Z until=2026-11-21T11:30:00.000Z"; got != want {
		t.Errorf("ages: %s, want %s", got, want)
	}
	t.Setenv("TZ", "America/New_York")
	if got, want := ranged(t, time.Date(2026, 11, 3, 12, 0, 0, 0, time.UTC), "--since", "7d"), "since=2026-10-27T12:00:00.000Z until="; got != want { // the clocks went back on the 1st
		t.Errorf("7d: %s, want 168 hours: %s", got, want)
	}
}

// TestWrongRanges are usage errors that say what to type.
func TestWrongRanges(t *testing.T) {
	for line, want := range map[string]string{
		"--today --since 3d": "--since and --today cannot be used together", "--today --until 3d": "--until and --today", "--week --month": "--week and --month",
		"--today --yesterday": "--today and --yesterday", "--since soon": "--since must be a date", "--created-until x": "--created-until must be a date",
		"--until=": "--until must be a date", "--timezone europe/berlin": "did you mean Europe/Berlin?", "--timezone Berlin": "did you mean Europe/Berlin?",
		"--timezone Europe/Berlni": "did you mean Europe/Berlin?", "--timezone new-york": "did you mean America/New_York?", "--timezone=": "Europe/Berlin, America/New_York or UTC",
		"--timezone ../../etc/passwd": "unknown zone", "--timezone /etc/localtime": "unknown zone",
	} {
		for _, command := range []string{"sessions list", "sessions search x", "cost report", "import --all"} {
			s := clitest.Pipe()
			code := run(context.Background(), append(strings.Fields(command), strings.Fields(line)...), s, (&said{body: "{}", header: "{}"}).engines())
			if got := fmt.Sprint(s.Err); code != app.ExitUsage || !strings.Contains(got, want) {
				t.Errorf("heddle %s %s: exit status %d, %q, want %q", command, line, code, got, want)
			}
		}
	}
	s := clitest.Pipe()
	if code := run(context.Background(), []string{"import", "claude:x", "--today"}, s, (&said{body: "{}", header: "{}"}).engines()); code != app.ExitUsage {
		t.Errorf("import of one session: exit status %d: %s", code, s.Err)
	}
	if code := run(context.Background(), []string{"sessions", "list", "--today", "--created-since", "30d", "--today=false", "--since", "3d"}, clitest.Pipe(), (&said{body: "[]", header: "{}"}).engines()); code != app.ExitOK {
		t.Errorf("--today=false: exit status %d", code)
	}
}

// talk writes a session of Claude's with an answer at each time, and returns
// the home that it is in.
func talk(t *testing.T, answers ...time.Time) string {
	t.Helper()
	dir := t.TempDir()
	const id = "11111111-1111-4111-8111-111111111111"
	var b strings.Builder
	for i, at := range answers {
		stamp := at.UTC().Format("2006-01-02T15:04:05.000Z")
		fmt.Fprintf(&b, `{"type":"user","uuid":"u%d","sessionId":"%s","version":"2.1.329","message":{"role":"user","content":"hello %d"},"timestamp":"%s"}`+"\n", i, id, i, stamp)
		fmt.Fprintf(&b, `{"type":"assistant","uuid":"a%d","parentUuid":"u%d","sessionId":"%s","version":"2.1.329","requestId":"r%d","message":{"id":"m%d","role":"assistant",`+
			`"model":"claude-sonnet-5","content":[{"type":"text","text":"hi"}],"usage":{"input_tokens":%d,"output_tokens":0}},"timestamp":"%s"}`+"\n", i, i, id, i, i, 1000*(i+1), stamp)
	}
	file := filepath.Join(dir, ".claude", "projects", "-p", id+".jsonl")
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestWhatDidISpendThisWeek: a session that began long ago and spent today is
// in today's costs and lists, and not in those of its creation.
func TestWhatDidISpendThisWeek(t *testing.T) {
	now := time.Now()
	t.Setenv("TZ", fmt.Sprintf("Etc/GMT%+d", now.UTC().Hour()-12)) // where it is noon: these signs are the other way round
	dir := talk(t, now.AddDate(0, -2, 0), now)
	for line, want := range map[string]int64{"--today": 2000, "--week": 2000, "--month": 2000, "--since 1h": 2000, "--until 1h": 1000, "": 3000, "--created-since 7d": 0, "--created-until 7d": 3000,
		"--created-until 7d --since 7d": 2000, "--yesterday": 0} {
		var got heddle.CostSummary
		args := append([]string{"cost", "report", "--json", "--home", dir}, strings.Fields(line)...)
		if err := json.Unmarshal([]byte(printed(t, clitest.Pipe(), args...)), &got); err != nil {
			t.Fatal(err)
		}
		if got.InputTokens != want || (got.SessionCount == 1) != (want > 0) {
			t.Errorf("heddle cost report %s: %d tokens of %d sessions, want %d", line, got.InputTokens, got.SessionCount, want)
		}
		for _, list := range []string{"sessions list", "sessions search hello"} {
			args := append(append(strings.Fields(list), "--home", dir), strings.Fields(line)...)
			if out := printed(t, clitest.Pipe(), args...); (out != "") != (want > 0) {
				t.Errorf("heddle %s %s: %q", list, line, out)
			}
		}
	}
}

// TestDaysOfThePerson: the same answer is on another day elsewhere, also on the
// day that the clocks go back.
func TestDaysOfThePerson(t *testing.T) {
	dir := talk(t, time.Date(2026, 11, 1, 3, 59, 59, 0, time.UTC), time.Date(2026, 11, 1, 4, 0, 0, 0, time.UTC), time.Date(2026, 11, 2, 4, 59, 59, 0, time.UTC), time.Date(2026, 11, 2, 5, 0, 0, 0, time.UTC))
	for zone, want := range map[string]string{
		"America/New_York": "2026-10-31=1000 2026-11-01=5000 2026-11-02=4000", "UTC": "2026-11-01=3000 2026-11-02=7000", "Asia/Tokyo": "2026-11-01=3000 2026-11-02=7000",
	} {
		for _, args := range [][]string{{"--timezone", zone}, nil} {
			if t.Setenv("TZ", "Asia/Kolkata"); args == nil {
				t.Setenv("TZ", zone)
			}
			var got []string
			out := printed(t, clitest.Pipe(), append([]string{"cost", "report", "--group-by", "day", "--home", dir}, args...)...)
			for _, line := range strings.Split(strings.TrimSpace(out), "\n") {
				if f := strings.Split(line, "\t"); f[0] != "total" {
					got = append(got, f[0]+"="+f[4])
				}
			}
			if strings.Join(got, " ") != want {
				t.Errorf("%s, %q: %v, want %s", zone, args, got, want)
			}
		}
	}
	t.Setenv("TZ", "America/New_York")
	if out := printed(t, clitest.Pipe(), "cost", "report", "--since", "2026-11-01", "--until", "2026-11-01", "--home", dir); strings.Split(out, "\t")[4] != "5000" {
		t.Errorf("a day of 25 hours: %q", out)
	}
	if out := printed(t, clitest.Pipe(), "sessions", "list", "--since", "2026-11-03", "--home", dir); out != "" {
		t.Errorf("the day after: %q", out)
	}
}

// TestZonesAreOffered: every command with --timezone completes it.
func TestZonesAreOffered(t *testing.T) {
	for _, command := range []string{"sessions list", "sessions search x", "cost report", "import --all", "store list", "store native-sessions"} {
		out := printed(t, clitest.Pipe(), append(append([]string{"__complete"}, strings.Fields(command)...), "--timezone", "Europe/Be")...)
		if !strings.HasPrefix(out, "Europe/Belfast\nEurope/Belgrade\nEurope/Berlin\n:") {
			t.Errorf("heddle %s --timezone Europe/Be: %.200q", command, out)
		}
	}
}
