package cli

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
)

// archiveOptions are the flags of export that are about many sessions.
type archiveOptions struct {
	filters
	all, subagents bool
	agent, dir     string
}

// archiveFlags are the flags that need --all.
var archiveFlags = append([]string{"dir", "agent", "subagents", "model", "tag", "cwd"}, timeFlags...)

func (o *archiveOptions) register(a *app, cmd *cobra.Command) {
	f := cmd.Flags()
	f.BoolVar(&o.all, "all", false, "write a file for every session that matches the filters")
	f.StringVarP(&o.dir, "dir", "d", "", "with --all: write into this `folder`, which is created")
	f.StringVar(&o.agent, "agent", "", "only this `agent`'s sessions")
	f.BoolVar(&o.subagents, "subagents", false, "include subagents' sessions")
	o.filters.addActivity(a, cmd)
	o.filters.addOrigin(a, cmd, fromOrigin)
	o.filters.addActions(cmd)
	complete(cmd, "agent", core.AgentNames()...)
	must(cmd.MarkFlagDirname("dir"))
}

// checkArchive refuses flags that do not go together.
func (o *archiveOptions) check(cmd *cobra.Command, words []string) error {
	given := cmd.Flags().Changed
	if !o.all {
		for _, flag := range archiveFlags {
			if given(flag) {
				return misuse("--%s needs --all", flag)
			}
		}
		return nil
	}
	switch {
	case len(words) > 0:
		return misuse("--all cannot be used with a session: %q", words[0])
	case given("branch") || given("output"):
		return misuse("--branch and --output are for one session and cannot be used with --all")
	case o.dir == "":
		return usageError{errors.New("--all needs a folder: -d DIR"), "heddle export --all -d sessions --format markdown"}
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

// exportAll writes a file for each session.
func (a *app) exportAll(o *showOptions) error {
	chosen, err := a.selectSessions(&o.archive.filters, time.Now(), false)
	if err != nil {
		return err
	}
	list := heddle.ListOptions{
		Agent: heddle.Agent(o.archive.agent), Limit: heddle.NoLimit, Subagents: o.archive.subagents, Strict: o.strict,
		ActiveSince: chosen.since, ActiveUntil: chosen.until, Since: chosen.createdSince, Until: chosen.createdUntil,
		Zone: chosen.zone, Model: chosen.model, Tags: chosen.tags, Cwd: chosen.cwd, Under: chosen.under, Origin: chosen.origin, Edited: chosen.edited, Failed: chosen.failed,
	}
	report := &archiveReport{Dir: o.archive.dir, Sessions: []archivedSession{}}
	err = a.withClient(func(c *client) error {
		sessions, err := c.Sessions.List(a.ctx, list)
		if err != nil {
			return err
		}
		return a.archiveSessions(c, sessions.Items, o, report)
	})
	if shown := a.printArchive(report, o.json, err); err == nil {
		err = shown
	}
	if err == nil && report.Failed > 0 {
		return statusError{ExitFailure}
	}
	return err
}

// archiveSessions writes what is new, and ends with a complete index even if a
// session cannot be written.
func (a *app) archiveSessions(c *client, sessions []heddle.SessionSummary, o *showOptions, report *archiveReport) error {
	folder, err := openArchive(o.archive.dir, a.awaitArchive(o.archive.dir))
	if err != nil {
		return err
	}
	defer folder.close()
	run := &archiveRun{app: a, folder: folder, engine: c.engine.Engine, total: len(sessions), report: report,
		options: heddle.ExportOptions{Format: o.format, Raw: o.raw, ToolOutput: o.toolOutput, Strict: o.strict, Redact: o.redact}}
	if o.format == formatHTML {
		folder.pages, run.options.ScriptURL = true, archiveReader
	}
	slices.SortFunc(sessions, func(a, b heddle.SessionSummary) int { return strings.Compare(a.UnifiedID, b.UnifiedID) })
	folder.expect(sessions, o.redact)
	err = run.writeAll(sessions)
	return errors.Join(err, folder.finish())
}

// awaitArchive returns what waits while another program writes into a folder.
func (a *app) awaitArchive(dir string) func() error {
	said := false
	return func() error {
		if !said {
			said = true
			a.note("note: another heddle export writes into %s; waiting for its end\n", oneField(dir))
		}
		select {
		case <-a.ctx.Done():
			return a.stopped()
		case <-time.After(100 * time.Millisecond):
			return nil
		}
	}
}

// archiveRun is one run of export --all.
type archiveRun struct {
	*app
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
	work := func(render sessionRenderer) {
		for i := next.Add(1) - 1; i < int64(len(sessions)) && !r.ended(); i = next.Add(1) - 1 {
			r.done(r.write(&sessions[i], render))
		}
	}
	if direct, ok := r.engine.(directEngine); ok {
		_, err := direct.Do(r.ctx, rpc.OpSessionsExport, func(e *core.Engine) error {
			return e.SessionsEach(r.options.Strict, workers, func(e *core.Engine, _ int) { work(rendererOf(r.ctx, e, r.options, true)) })
		})
		if r.fatal == nil && r.ctx.Err() == nil {
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
	if r.fatal == nil && r.ctx.Err() != nil {
		return r.stopped()
	}
	return r.fatal
}

func (r *archiveRun) ended() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.fatal != nil || r.ctx.Err() != nil
}

// sessionRenderer writes a session and returns it without its messages.
type sessionRenderer func(ref heddle.Ref, w io.Writer) (*heddle.Session, error)

// write exports one session unless its file is up to date.
func (r *archiveRun) write(s *heddle.SessionSummary, render sessionRenderer) archivedSession {
	print := r.fingerprint(s)
	known, current := r.folder.current(s.UnifiedID, print)
	if current {
		return archivedSession{Status: archiveUnchanged, Ref: s.UnifiedID, File: known}
	}
	named := *s
	entry := archiveEntry{Ref: s.UnifiedID, Fingerprint: print, UpdatedAt: formatTime(s.UpdatedAt)}
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
	err := writeSession(r.ctx, h, ref, r.options, w)
	if err != nil || !r.options.Redact {
		return nil, err
	}
	return h.Sessions.Get(r.ctx, ref, heddle.GetOptions{Strict: r.options.Strict, Redact: true})
}

// fingerprint changes when the file of a session would.
func (r *archiveRun) fingerprint(s *heddle.SessionSummary) string {
	summary, err := json.Marshal(s)
	must(err)
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
	case r.ctx.Err() != nil:
		return
	case code == fault.InvalidExportFormat || code == fault.InvalidArgument || errors.As(s.err, &path) || errors.Is(s.err, io.ErrShortWrite):
		if r.fatal = s.err; path != nil {
			r.fatal = cannotWrite(r.folder.path, s.err)
		}
		return
	default:
		s.Error = s.err.Error()
	}
	r.report.add(s)
	if now := time.Now(); r.streams.ErrTerm && !r.global.quiet && now.Sub(r.drawn) > redrawEvery {
		r.drawn = now
		fmt.Fprintf(r.streams.Err, "\r\x1b[Kexporting: %s of %s", grouped(int64(len(r.report.Sessions))), grouped(int64(r.total)))
	}
}

func (r *archiveRun) clearProgress() {
	if !r.drawn.IsZero() {
		fmt.Fprint(r.streams.Err, "\r\x1b[K")
	}
}

// printArchive prints what was written, and at the end what failed.
func (a *app) printArchive(r *archiveReport, asJSON bool, failed error) error {
	var err error
	switch {
	case asJSON && failed == nil:
		var body []byte
		if body, err = json.Marshal(r); err == nil {
			err = a.printJSON(body)
		}
	case asJSON:
	case a.streams.Terminal:
		_, err = fmt.Fprintf(a.streams.Out, "%s: %d new, %d updated, %d unchanged, %d failed\n", printable(r.Dir), r.New, r.Updated, r.Unchanged, r.Failed)
	default:
		var b strings.Builder
		for _, s := range r.Sessions {
			b.WriteString(fields(string(s.Status), s.Ref, s.File))
		}
		_, err = io.WriteString(a.streams.Out, b.String())
	}
	shown := 0
	for _, s := range r.Sessions {
		if s.Status != archiveFailed {
			continue
		}
		if shown++; shown > maxCandidates {
			a.say("heddle: … and %s more\n", strconv.Itoa(r.Failed-maxCandidates))
			break
		}
		a.say("heddle: %s: %s\n", oneField(s.Ref), oneField(s.Error))
	}
	return err
}
