package heddle

import (
	"io/fs"
	"maps"
	"slices"

	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/core/fault"
)

// Place is a folder that an agent has besides its base folder.
type Place string

// The places for [Options].Places. Any of them can be left out.
const (
	// Clawdbot is OpenClaw's folder under its first name: the content of ~/.clawdbot.
	Clawdbot Place = "openclaw-clawdbot"
	// Moltbot is that under its second name, and Moldbot under a variant of it.
	Moltbot Place = "openclaw-moltbot"
	Moldbot Place = "openclaw-moldbot"
	// Claude2 is the second folder that CLAUDE_CONFIG_DIR names.
	Claude2 Place = "claude-2"
	// Claude3 is the third.
	Claude3 Place = "claude-3"
	// ClaudeDesktop is the folder where Claude's desktop application keeps sessions.
	ClaudeDesktop Place = "claude-desktop"
	// CopilotConfig is the folder of Copilot in the user's configuration: on Linux the content of
	// ~/.config/github-copilot.
	CopilotConfig Place = "copilot-config"
	// CursorServer is the folder of Cursor on a remote machine: the content of ~/.cursor-server.
	CursorServer Place = "cursor-server"
	// CursorUser is the user's folder of the Cursor editor: on Linux the content of
	// ~/.config/Cursor/User.
	CursorUser Place = "cursor-user"
	// PiSessions is the folder that PI_CODING_AGENT_SESSION_DIR names.
	PiSessions Place = "pi-sessions"
	// RunIndex is a home folder. Only its file .agent-mux/run-index.jsonl is read: the tags and the
	// costs of runs that agent-mux started.
	RunIndex Place = "home-files"
)

var extraPlaces = []Place{Claude2, Claude3, ClaudeDesktop, Clawdbot, CopilotConfig, CursorServer, CursorUser, Moldbot, Moltbot, PiSessions, RunIndex}

// storeMount is the mount of the store's folder. The mounts of all other agents have the agent's
// name.
const storeMount = "store"

// fileSystems returns the file systems of the options by mount; nil when the options have neither
// Mounts nor Places.
func (o Options) fileSystems() (map[string]fs.FS, error) {
	if o.Mounts == nil && o.Places == nil {
		return nil, nil
	}
	mounts := map[string]fs.FS{}
	for _, agent := range slices.Sorted(maps.Keys(o.Mounts)) {
		name := string(agent)
		switch {
		case !slices.Contains(core.AgentNames(), name):
			return nil, optionFault("Mounts has an unknown agent: "+name, "use the constants of the type Agent; Places has the folders that agents have besides their base folder")
		case o.Mounts[agent] == nil:
			return nil, optionFault("the file system of "+name+" in Mounts is nil", "leave the agent out, or name a file system, such as os.DirFS(folder)")
		case agent == StoreAgent && o.Store != "" && o.Store != "-":
			return nil, optionFault("Mounts has the store and the option Store names one", "leave out one of the two")
		case agent == StoreAgent:
			name = storeMount
		}
		mounts[name] = o.Mounts[agent]
	}
	for _, place := range slices.Sorted(maps.Keys(o.Places)) {
		switch files := o.Places[place]; {
		case !slices.Contains(extraPlaces, place):
			return nil, optionFault("Places has an unknown place: "+string(place), "use the constants of the type Place; Mounts has the base folders of agents")
		case files == nil:
			return nil, optionFault("the file system of "+string(place)+" in Places is nil", "leave the place out, or name a file system, such as os.DirFS(folder)")
		case place == RunIndex:
			mounts[string(place)] = runIndexOnly{files}
		default:
			mounts[string(place)] = files
		}
	}
	return mounts, nil
}

func optionFault(message, hint string) error {
	return fault.New(fault.InvalidArgument, message).WithHint(hint)
}

// runIndexOnly is a home folder that shows nothing but the run index.
type runIndexOnly struct{ home fs.FS }

const runIndexFile = ".agent-mux/run-index.jsonl"

// Open implements fs.FS.
func (r runIndexOnly) Open(name string) (fs.File, error) {
	if name != runIndexFile {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return r.home.Open(name)
}

// Stat implements fs.StatFS: a file that is described must not be opened, because it can be a FIFO.
func (r runIndexOnly) Stat(name string) (fs.FileInfo, error) {
	if name != runIndexFile {
		return nil, &fs.PathError{Op: "stat", Path: name, Err: fs.ErrNotExist}
	}
	return fs.Stat(r.home, name)
}
