package process

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/internal/smallfile"
)

// terminateTime is how long a leftover process may take to end by itself.
const terminateTime = 3 * time.Second

// Entry is what the registry keeps of a process. It holds nothing of the
// environment or of the conversation.
type Entry struct {
	PID        int       `json:"pid"`
	Start      string    `json:"start"`                // with PID the identity of a process
	Group      int       `json:"group,omitempty"`      // the process group; 0: PID leads it
	GroupStart string    `json:"groupStart,omitempty"` // of the process that leads the group
	Mark       string    `json:"mark,omitempty"`       // what all processes of the agent inherit
	OwnerPID   int       `json:"ownerPid"`
	Owner      string    `json:"ownerStart"`
	Machine    string    `json:"machine,omitempty"`
	Boot       string    `json:"boot,omitempty"`      // this start of the system
	Namespace  string    `json:"namespace,omitempty"` // in which ids of processes are valid
	Agent      string    `json:"agent"`
	SessionID  string    `json:"sessionId"`
	Cwd        string    `json:"cwd"`
	Since      time.Time `json:"since"`

	file string
}

// Registry is a folder with one file, readable by its user only, for each
// process that runs.
type Registry struct{ folder string }

// NewRegistry returns the registry in a folder, which is created when needed.
func NewRegistry(folder string) *Registry { return &Registry{folder} }

// UserRegistry returns the registry in this user's state folder; nil when the
// user has no home.
func UserRegistry() *Registry {
	folder := stateFolder(runtime.GOOS, os.Getenv)
	if folder == "" {
		return nil
	}
	return NewRegistry(folder)
}

// StateFolder returns the folder of the registry of the user whose environment it is; "" without a home.
func StateFolder(env func(string) string) string { return stateFolder(runtime.GOOS, env) }

// StartTime identifies a running process together with its id; "" when none runs.
func StartTime(pid int) string { return startTime(pid) }

// stateFolder returns the folder for what is worth keeping but not worth
// backing up, as each system has it.
func stateFolder(system string, env func(string) string) string {
	home := env("HOME")
	switch system {
	case "windows":
		if local := env("LOCALAPPDATA"); local != "" {
			return local + `\heddle\live`
		}
		return ""
	case "darwin":
		if state := env("XDG_STATE_HOME"); filepath.IsAbs(state) {
			return filepath.Join(state, "heddle", "live")
		}
		if home != "" {
			return filepath.Join(home, "Library", "Application Support", "heddle", "live")
		}
		return ""
	}
	if state := env("XDG_STATE_HOME"); filepath.IsAbs(state) {
		return filepath.Join(state, "heddle", "live")
	}
	if home != "" {
		return filepath.Join(home, ".local", "state", "heddle", "live")
	}
	return ""
}

// make makes the folder, unless there is one, and checks it.
func (r *Registry) make() error {
	if err := os.MkdirAll(r.folder, 0o700); err != nil {
		return err
	}
	return r.Check()
}

// Check reports whether the folder can be trusted: it belongs to this user, and no other user can
// write to it. One that is missing can be.
func (r *Registry) Check() error {
	info, err := os.Stat(r.folder)
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		return fault.Wrap(fault.IO, "the folder "+r.folder+" cannot be read", err)
	}
	problem := smallfile.Mistrust(info)
	if !info.IsDir() {
		problem = "it is no folder"
	}
	if problem != "" {
		return fault.New(fault.IO, "the folder of live sessions "+r.folder+" is not used: "+problem).WithHint("remove it, or give it to yourself with mode 700")
	}
	return nil
}

// read reads the file of an entry.
func (r *Registry) read(name string) (e Entry, err error) {
	data, err := smallfile.ReadPrivate(name)
	if err != nil {
		return e, err
	}
	if json.Unmarshal(data, &e) != nil || e.PID <= 1 || e.Start == "" || e.Group == 1 || e.Group < 0 {
		return e, fault.New(fault.ParseError, "it is no entry")
	}
	e.file = name
	return e, nil
}

// add writes the file of a process that has just been started.
func (r *Registry) add(e *Entry) {
	own := ownEntry()
	e.Start, e.OwnerPID, e.Owner = startTime(e.PID), own.OwnerPID, own.Owner
	e.Machine, e.Boot, e.Namespace = own.Machine, own.Boot, own.Namespace
	if e.Start == "" {
		return // it has ended already
	}
	data, err := json.Marshal(e)
	if err != nil || r.make() != nil {
		return
	}
	f, err := os.CreateTemp(r.folder, "new-*") // with mode 0600
	if err != nil {
		return
	}
	_, err = f.Write(data)
	if closed := f.Close(); err == nil {
		err = closed
	}
	name := filepath.Join(r.folder, strconv.Itoa(e.PID)+"-"+fileName(e.Start)+".json")
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		os.Remove(f.Name())
		return
	}
	e.file = name
}

// ownEntry names this process as an owner.
func ownEntry() (e Entry) {
	e.OwnerPID, e.Owner = os.Getpid(), startTime(os.Getpid())
	e.Machine, _ = os.Hostname()
	e.Boot, e.Namespace = machineState()
	return e
}

// isOwned reports whether the owner runs, to the process that own names. It cannot be said from here about another
// machine or namespace.
func (e *Entry) isOwned(own *Entry) (here, owned bool) {
	sameBoot := e.Boot == own.Boot
	if e.Machine != own.Machine || sameBoot && e.Namespace != own.Namespace {
		return false, false
	}
	return true, sameBoot && e.Owner != "" && startTime(e.OwnerPID) == e.Owner
}

// fileName makes a start time part of a file's name.
func fileName(start string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '-'
	}, start)
}

// remove removes the file of a process that is verified to be gone.
func (r *Registry) remove(e *Entry) {
	if e.file != "" {
		os.Remove(e.file)
	}
}

// Leftover is a registered process.
type Leftover struct {
	Entry
	// Orphan reports that a process of the agent runs and the owner does not.
	Orphan bool
	// Runs reports that the process itself runs.
	Runs bool
	// Others are further processes that the agent started and that run. Only Linux
	// shows them.
	Others []int
}

// List returns the registered processes, ordered by id. Those of other machines
// or namespaces are left out: nothing can be said about them from here. With a list
// the error names files that are no entries and were skipped; without one, why the
// folder is not used.
func (r *Registry) List() ([]Leftover, error) {
	if err := r.Check(); err != nil {
		return nil, err
	}
	files, err := os.ReadDir(r.folder)
	if os.IsNotExist(err) {
		return nil, nil
	}
	if err != nil {
		return nil, fault.Wrap(fault.IO, "the folder "+r.folder+" cannot be read", err)
	}
	own, byMark := ownEntry(), marked()
	list := []Leftover{}
	var skipped []string
	for _, f := range files {
		if !strings.HasSuffix(f.Name(), ".json") {
			continue
		}
		e, err := r.read(filepath.Join(r.folder, f.Name()))
		if os.IsNotExist(err) {
			continue // it has ended meanwhile
		}
		if err != nil {
			skipped = append(skipped, printable(f.Name())+" ("+fault.From(err).Message+")")
			continue
		}
		here, owned := e.isOwned(&own)
		if !here {
			continue
		}
		l := Leftover{Entry: e}
		if e.Boot == own.Boot {
			l.Runs = startTime(e.PID) == e.Start
			l.Others = slices.DeleteFunc(slices.Clone(byMark[e.Mark]), func(pid int) bool { return pid == e.PID })
			l.Orphan = !owned && (l.Runs || len(l.Others) > 0)
		}
		list = append(list, l)
	}
	slices.SortFunc(list, func(a, b Leftover) int { return a.PID - b.PID })
	if len(skipped) > 0 {
		return list, fault.New(fault.IO, "skipped in "+r.folder+": "+joinFirst(skipped)).WithHint("these files are no entries of live sessions; remove them")
	}
	return list, nil
}

// Reap ends the processes whose owner has ended: their whole groups, and what has
// left those, first politely. It ends a process only if it is proved to be the
// agent's, by its id and start time or by the mark that it inherited. Then it
// removes the private files of owners that have ended. It returns what it ended;
// the error names what it could not end, and files that are no entries.
func (r *Registry) Reap() (ended []Leftover, err error) {
	list, err := r.List()
	if list == nil {
		return nil, err
	}
	defer r.reapFiles()
	var left []int
	for _, l := range list {
		switch {
		case !l.Runs && len(l.Others) == 0:
			r.remove(&l.Entry)
		case !l.Orphan:
		default:
			rest := l.end()
			if left = append(left, rest...); len(rest) == 0 {
				r.remove(&l.Entry)
				ended = append(ended, l)
			}
		}
	}
	if len(left) > 0 {
		return ended, errors.Join(err, fault.New(fault.IO, "these processes do not end: "+joinIDs(left)).WithHint("end them by hand"))
	}
	return ended, err
}

// maxNamed is how many skipped files an error names; the rest is counted.
const maxNamed = 8

// joinFirst lists the first words, and how many more there are.
func joinFirst(words []string) string {
	if more := len(words) - maxNamed; more > 0 {
		words = append(words[:maxNamed:maxNamed], strconv.Itoa(more)+" more")
	}
	return strings.Join(words, ", ")
}

// printable is a name without line ends and other bytes that would change a message.
func printable(name string) string {
	quoted := strconv.Quote(name)
	return quoted[1 : len(quoted)-1]
}

// joinIDs lists ids of processes.
func joinIDs(ids []int) string {
	words := make([]string, len(ids))
	for i, id := range ids {
		words[i] = strconv.Itoa(id)
	}
	return strings.Join(words, ", ")
}
