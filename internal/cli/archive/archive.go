// Package archive writes a file for every session: export --all.
package archive

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/rpc"
	"github.com/heddle-dev/heddle/internal/cli/app"
	"github.com/heddle-dev/heddle/internal/cli/complete"
	"github.com/heddle-dev/heddle/internal/cli/filter"
	"github.com/heddle-dev/heddle/internal/cli/sessions"
	"github.com/heddle-dev/heddle/internal/cli/terminal"
	"github.com/heddle-dev/heddle/internal/cli/usage"
)

// Options are the flags of export that are about many sessions.
type Options struct {
	filter.Flags
	All, subagents bool
	agent, dir     string
}

// archiveFlags are the flags that need --all.
var archiveFlags = append([]string{"dir", "agent", "subagents", "model", "tag", "cwd"}, filter.TimeFlags...)

func (o *Options) Register(a *app.App, cmd *cobra.Command) {
	f := cmd.Flags()
	f.BoolVar(&o.All, "all", false, "write a file for every session that matches the filters")
	f.StringVarP(&o.dir, "dir", "d", "", "with --all: write into this `folder`, which is created")
	f.StringVar(&o.agent, "agent", "", "only this `agent`'s sessions")
	f.BoolVar(&o.subagents, "subagents", false, "include subagents' sessions")
	o.Flags.AddActivity(a, cmd)
	o.Flags.AddOrigin(a, cmd, filter.OriginHelp)
	o.Flags.AddSource(a, cmd)
	o.Flags.AddActions(cmd)
	complete.Flag(cmd, "agent", core.AgentNames()...)
	usage.Must(cmd.MarkFlagDirname("dir"))
}

// checkArchive refuses flags that do not go together.
func (o *Options) Check(cmd *cobra.Command, words []string) error {
	given := cmd.Flags().Changed
	if !o.All {
		for _, flag := range archiveFlags {
			if given(flag) {
				return usage.Misuse("--%s needs --all", flag)
			}
		}
		return nil
	}
	switch {
	case len(words) > 0:
		return usage.Misuse("--all cannot be used with a session: %q", words[0])
	case given("branch") || given("output"):
		return usage.Misuse("--branch and --output are for one session and cannot be used with --all")
	case o.dir == "":
		return usage.Error{Err: errors.New("--all needs a folder: -d DIR"), Hint: "heddle export --all -d sessions --format markdown"}
	}
	return nil
}

// archiveStatus is what became of one session.
type archiveStatus string

const (
	archiveNew       archiveStatus = "new"
	archiveUpdated   archiveStatus = "updated"
	archiveUnchanged archiveStatus = "unchanged"
	archiveFailed    archiveStatus = "failed"
)

// archivedSession is what became of one session, in the report.
type archivedSession struct {
	Status archiveStatus `json:"status"`
	Ref    string        `json:"ref"`
	File   string        `json:"file,omitempty"`
	Error  string        `json:"error,omitempty"`
	err    error
}

// archiveReport is the result of export --all.
type archiveReport struct {
	Dir       string            `json:"dir"`
	New       int               `json:"new"`
	Updated   int               `json:"updated"`
	Unchanged int               `json:"unchanged"`
	Failed    int               `json:"failed"`
	Sessions  []archivedSession `json:"sessions"`
}

func (r *archiveReport) add(s archivedSession) {
	switch s.Status {
	case archiveNew:
		r.New++
	case archiveUpdated:
		r.Updated++
	case archiveUnchanged:
		r.Unchanged++
	case archiveFailed:
		r.Failed++
	}
	r.Sessions = append(r.Sessions, s)
}

// Export writes a file for each session.
func Export(a *app.App, o *Options, options heddle.ExportOptions, asJSON bool) error {
	chosen, err := filter.Select(a, &o.Flags, time.Now(), false)
	if err != nil {
		return err
	}
	list := chosen.ListOptions()
	list.Agent, list.Limit, list.Subagents, list.Strict = heddle.Agent(o.agent), heddle.NoLimit, o.subagents, options.Strict
	report := &archiveReport{Dir: o.dir, Sessions: []archivedSession{}}
	err = a.WithClient(func(c *app.Client) error {
		sessions, err := c.Sessions.List(a.Ctx, list)
		if err != nil {
			return err
		}
		return archiveSessions(a, c, sessions.Items, options, report)
	})
	if shown := printArchive(a, report, asJSON, err); err == nil {
		err = shown
	}
	if err == nil && report.Failed > 0 {
		return app.StatusError(app.ExitFailure)
	}
	return err
}

// archiveSessions writes what is new, and ends with a complete index even if a
// session cannot be written.
func archiveSessions(a *app.App, c *app.Client, sessions []heddle.SessionSummary, options heddle.ExportOptions, report *archiveReport) error {
	folder, err := openArchive(report.Dir, awaitArchive(a, report.Dir))
	if err != nil {
		return err
	}
	defer folder.close()
	run := &archiveRun{App: a, folder: folder, engine: c.Engine.Engine, total: len(sessions), report: report, options: options}
	if options.Format == app.FormatHTML {
		folder.pages, run.options.ScriptURL = true, archiveReader
	}
	slices.SortFunc(sessions, func(a, b heddle.SessionSummary) int { return strings.Compare(a.UnifiedID, b.UnifiedID) })
	folder.expect(sessions, options.Redact)
	err = run.writeAll(sessions)
	return errors.Join(err, folder.finish())
}

// awaitArchive returns what waits while another program writes into a folder.
func awaitArchive(a *app.App, dir string) func() error {
	said := false
	return func() error {
		if !said {
			said = true
			a.Note("note: another heddle export writes into %s; waiting for its end\n", terminal.OneField(dir))
		}
		select {
		case <-a.Ctx.Done():
			return a.Stopped()
		case <-time.After(100 * time.Millisecond):
			return nil
		}
	}
}

// archiveRun is one run of export --all.
type archiveRun struct {
	*app.App
	folder  *archiveFolder
	engine  bindings.Engine
	options heddle.ExportOptions
	total   int

	mu     sync.Mutex
	report *archiveReport
	drawn  time.Time // when progress was last drawn
	fatal  error     // ends the run
}

// archiveWorkers bounds how many sessions are in memory at once.
const archiveWorkers = 4

// writeAll exports the sessions, several at a time. An engine that can looks for them
// once, not once for each.
func (r *archiveRun) writeAll(sessions []heddle.SessionSummary) error {
	workers := min(archiveWorkers, max(runtime.GOMAXPROCS(0), 1))
	var next atomic.Int64
	work := func(render app.SessionRenderer) {
		for i := next.Add(1) - 1; i < int64(len(sessions)) && !r.ended(); i = next.Add(1) - 1 {
			r.done(r.write(&sessions[i], render))
		}
	}
	if direct, ok := r.engine.(app.DirectEngine); ok {
		_, err := direct.Do(r.Ctx, rpc.OpSessionsExport, func(e *core.Engine) error {
			return e.SessionsEach(r.options.Strict, workers, func(e *core.Engine, _ int) { work(app.RendererOf(r.Ctx, e, r.options, true)) })
		})
		if r.fatal == nil && r.Ctx.Err() == nil {
			r.fatal = err
		}
	} else {
		var wg sync.WaitGroup
		for range workers {
			wg.Go(func() { work(r.renderWhole) })
		}
		wg.Wait()
	}
	r.clearProgress()
	slices.SortFunc(r.report.Sessions, func(a, b archivedSession) int { return strings.Compare(a.Ref, b.Ref) })
	if r.fatal == nil && r.Ctx.Err() != nil {
		return r.Stopped()
	}
	return r.fatal
}

func (r *archiveRun) ended() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.fatal != nil || r.Ctx.Err() != nil
}

// write exports one session unless its file is up to date.
func (r *archiveRun) write(s *heddle.SessionSummary, render app.SessionRenderer) archivedSession {
	print := r.fingerprint(s)
	known, current := r.folder.current(s.UnifiedID, print)
	if current {
		return archivedSession{Status: archiveUnchanged, Ref: s.UnifiedID, File: known}
	}
	named := *s
	entry := archiveEntry{Ref: s.UnifiedID, Fingerprint: print, UpdatedAt: terminal.FormatTime(s.UpdatedAt)}
	file, err := r.folder.save(&named, entry, extensionOf(r.options.Format), func(w io.Writer) error {
		read, err := render(heddle.Ref(s.UnifiedID), w)
		if err == nil && r.options.Redact { // the file and the index are named after what it shows
			named.Title, named.Cwd = read.Title, read.Cwd
		}
		return err
	})
	switch {
	case err != nil:
		return archivedSession{Status: archiveFailed, Ref: s.UnifiedID, File: file, err: err}
	case known == file:
		return archivedSession{Status: archiveUpdated, Ref: s.UnifiedID, File: file}
	}
	return archivedSession{Status: archiveNew, Ref: s.UnifiedID, File: file}
}

// renderWhole is the sessionRenderer of an engine that returns whole results.
func (r *archiveRun) renderWhole(ref heddle.Ref, w io.Writer) (*heddle.Session, error) {
	h := heddle.New(r.engine)
	err := app.WriteSession(r.Ctx, h, ref, r.options, w)
	if err != nil || !r.options.Redact {
		return nil, err
	}
	return h.Sessions.Get(r.Ctx, ref, heddle.GetOptions{Strict: r.options.Strict, Redact: true})
}

// fingerprint changes when the file of a session would.
func (r *archiveRun) fingerprint(s *heddle.SessionSummary) string {
	summary, err := json.Marshal(s)
	usage.Must(err)
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %+v %s", core.EngineVersion, r.options, summary))
	return hex.EncodeToString(sum[:8])
}

// done counts a session. What would fail for every other one ends the run.
func (r *archiveRun) done(s archivedSession) {
	r.mu.Lock()
	defer r.mu.Unlock()
	var path *fs.PathError
	switch code := fault.CodeOf(s.err); {
	case s.err == nil:
	case r.Ctx.Err() != nil:
		return
	case code == fault.InvalidExportFormat || code == fault.InvalidArgument || errors.As(s.err, &path) || errors.Is(s.err, io.ErrShortWrite):
		if r.fatal = s.err; path != nil {
			r.fatal = app.CannotWrite(r.folder.path, s.err)
		}
		return
	default:
		s.Error = s.err.Error()
	}
	r.report.add(s)
	if now := time.Now(); r.Streams.ErrTerm && !r.Global.Quiet && now.Sub(r.drawn) > app.RedrawEvery {
		r.drawn = now
		fmt.Fprintf(r.Streams.Err, "\r\x1b[Kexporting: %s of %s", terminal.Grouped(int64(len(r.report.Sessions))), terminal.Grouped(int64(r.total)))
	}
}

func (r *archiveRun) clearProgress() {
	if !r.drawn.IsZero() {
		fmt.Fprint(r.Streams.Err, "\r\x1b[K")
	}
}

// printArchive prints what was written, and at the end what failed.
func printArchive(a *app.App, r *archiveReport, asJSON bool, failed error) error {
	var err error
	switch {
	case asJSON && failed == nil:
		var body []byte
		if body, err = json.Marshal(r); err == nil {
			err = a.PrintJSON(body)
		}
	case asJSON:
	case a.Streams.Terminal:
		_, err = fmt.Fprintf(a.Streams.Out, "%s: %d new, %d updated, %d unchanged, %d failed\n", terminal.Printable(r.Dir), r.New, r.Updated, r.Unchanged, r.Failed)
	default:
		var b strings.Builder
		for _, s := range r.Sessions {
			b.WriteString(terminal.Fields(string(s.Status), s.Ref, s.File))
		}
		_, err = io.WriteString(a.Streams.Out, b.String())
	}
	shown := 0
	for _, s := range r.Sessions {
		if s.Status != archiveFailed {
			continue
		}
		if shown++; shown > sessions.MaxCandidates {
			a.Say("heddle: … and %s more\n", strconv.Itoa(r.Failed-sessions.MaxCandidates))
			break
		}
		a.Say("heddle: %s: %s\n", terminal.OneField(s.Ref), terminal.OneField(s.Error))
	}
	return err
}
