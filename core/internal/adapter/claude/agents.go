package claude

import (
	"bytes"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
)

// Some versions (2.0.60) put subagents' files beside the sessions: the name
// does not say whose they are, the first line's sessionId does.

// agentHeadBytes is how much of such a file's start is read, in bytes; the
// session's id comes before the message.
const agentHeadBytes = 8 << 10

// visitSubagents states the subagents that this session started.
func (w *walk) visitSubagents() error {
	f := w.side.folderOf(w.ref)
	if w.ref.Subagent || !w.old || f == nil || len(f.agents) == 0 {
		return nil
	}
	children, err := f.startedBy(w.env)
	if err != nil {
		return err
	}
	for _, id := range children[w.id] {
		if err := w.visitFacts(&adapter.Facts{Child: id}); err != nil {
			return err
		}
	}
	return nil
}

// startedBy returns the ids of the folder's agents by their session, in byte
// order.
func (f *folder) startedBy(env *adapter.Env) (map[string][]string, error) {
	f.lock.acquire()
	defer f.lock.release()
	if f.children != nil {
		return f.children, nil
	}
	children := map[string][]string{}
	buf := make([]byte, agentHeadBytes)
	for _, ref := range f.agents {
		n, err := env.ReadAt(ref.Path, buf, 0)
		if err != nil {
			if fault.CodeOf(err) == fault.Timeout {
				return nil, err
			}
			continue // its own walk reports it
		}
		if id := firstSession(buf[:n]); id != "" {
			children[id] = append(children[id], ref.ID)
		}
	}
	f.children = children
	return children, nil
}

// firstSession finds the first session id in the head of a file.
func firstSession(head []byte) string {
	for {
		i := bytes.Index(head, []byte(sessionKey))
		if i < 0 {
			return ""
		}
		head = head[i+len(sessionKey):]
		if id := idBehind(string(head[:min(len(head), maxIDBytes)])); id != "" {
			return id
		}
	}
}
