package claude

import (
	"bytes"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/scan"
)

// A subagent of a subagent has its file beside that of its parent: its side file says how deep
// it is and which call started it, and the parent's file has that call.

// nesting is where the subagents of one session hang that are not the session's own.
type nesting struct {
	parents  map[string]string   // id of the parent, by id
	children map[string][]string // the reverse
}

var nestedPaths = scan.CompilePaths("toolUseId", "spawnDepth")

// nestingOf returns the nesting of a session's subagents, which is found once.
func (s *side) nestingOf(env *adapter.Env, session string) (*nesting, error) {
	f := s.nested
	f.lock.acquire()
	defer f.lock.release()
	if n := f.byParent[session]; n != nil {
		return n, nil
	}
	n := &nesting{parents: map[string]string{}, children: map[string][]string{}}
	depth, calls := map[string]int64{}, map[string]string{}
	deepest := int64(0)
	for _, ref := range f.agents[session] {
		path := s.files[ref.Path]
		if path == "" {
			continue
		}
		data, err := adapter.ReadFile(env, path, sideFileBytes)
		if fault.CodeOf(err) == fault.Timeout {
			return nil, err
		}
		var v [2]scan.Value
		if err != nil || nestedPaths.Scan(data, v[:]) != nil {
			continue // its own walk says so
		}
		calls[ref.ID], depth[ref.ID] = v[0].String(), adapter.CountOf(v[1])
		deepest = max(deepest, depth[ref.ID])
	}
	for _, ref := range f.agents[session] {
		if deepest < 2 {
			break
		}
		err := adapter.SiftFile(env, ref.Path, ref.Size, func(raw []byte) bool {
			n.addCalls(raw, ref.ID, calls, depth)
			return true
		})
		if fault.CodeOf(err) == fault.Timeout {
			return nil, err
		}
	}
	f.byParent[session] = n
	return n, nil
}

// afterMember returns what follows a member's name and its colon; nil empty without the member.
func afterMember(raw []byte, name string) []byte {
	_, rest, found := bytes.Cut(raw, []byte(name))
	rest = bytes.TrimLeft(rest, " \t")
	if !found || len(rest) == 0 || rest[0] != ':' {
		return rest[:0]
	}
	return bytes.TrimLeft(rest[1:], " \t")
}

// addCalls adds the deeper subagents that calls in a stretch of a file have started.
func (n *nesting) addCalls(raw []byte, id string, calls map[string]string, depth map[string]int64) {
	called := map[string]bool{}
	for {
		at := bytes.Index(raw, []byte(`"id"`))
		if at < 0 {
			break
		}
		raw = raw[at:]
		value := afterMember(raw, `"id"`)
		raw = raw[len(`"id"`):]
		if !bytes.HasPrefix(value, []byte(`"toolu_`)) {
			continue
		}
		if end := bytes.IndexByte(value[1:min(len(value), maxIDBytes)], '"'); end > 0 {
			called[string(value[1:1+end])] = true
		}
	}
	if len(called) == 0 {
		return
	}
	for child, call := range calls {
		if child != id && depth[child] > depth[id] && depth[child] >= 2 && called[call] && n.parents[child] == "" {
			n.parents[child] = id
			n.children[id] = append(n.children[id], child)
		}
	}
}

// nestedAgents are the subagents of all sessions, by session.
type nestedAgents struct {
	lock     lock
	agents   map[string][]*adapter.Ref
	byParent map[string]*nesting
}

// newNestedAgents lists the subagents that have a session as their parent.
func newNestedAgents(refs []adapter.Ref) *nestedAgents {
	n := &nestedAgents{lock: make(lock, 1), agents: map[string][]*adapter.Ref{}, byParent: map[string]*nesting{}}
	for i := range refs {
		if r := &refs[i]; r.Subagent && r.Parent != "" {
			n.agents[r.Parent] = append(n.agents[r.Parent], r)
		}
	}
	return n
}

// visitNesting states the parent and the children of a subagent, where they are subagents. A
// report over all sessions, which borrows the keys of requests, reads all of them anyway.
func (w *walk) visitNesting() error {
	if w.side.nested == nil || !w.ref.Subagent || w.ref.Parent == "" || w.want.UsageOnly() && w.want.LendKeys {
		return nil
	}
	n, err := w.side.nestingOf(w.env, w.ref.Parent)
	if err != nil {
		return err
	}
	if parent := n.parents[w.ref.ID]; parent != "" {
		if err := w.visitFacts(&adapter.Facts{Subagent: true, ParentID: parent}); err != nil {
			return err
		}
	}
	for _, child := range n.children[w.ref.ID] {
		if err := w.visitFacts(&adapter.Facts{Child: child}); err != nil {
			return err
		}
	}
	return nil
}
