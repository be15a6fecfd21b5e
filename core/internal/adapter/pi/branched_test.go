package pi_test

import (
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/catalog"
	"github.com/heddle-dev/heddle/core/session"
)

// Rule: branchedFrom in the header is the relation that parentSession is.
func TestBranchedFrom(t *testing.T) {
	const from, own = "01a1f9fe-f13b-71f9-993e-f427c760f5b5", "01a1f9fe-f13b-71f9-993e-f427c760f5b6"
	path := "/home/dev/.pi/agent/sessions/--w--/2026-05-01T10-00-00-000Z_" + from + ".jsonl"
	entry := `{"type":"message","id":"a","parentId":null,"timestamp":"2026-05-01T10:00:00.000Z","message":{"role":"user","content":"q"}}` + "\n"
	m := hosttest.NewMounts().File("pi/sessions/--w--/2026-05-01T11-00-00-000Z_"+own+".jsonl",
		[]byte(`{"type":"session","version":3,"id":"`+own+`","timestamp":"2026-05-01T11:00:00.000Z","cwd":"/w","branchedFrom":"`+path+`"}`+"\n"+entry))
	h := hosttest.Host(m)
	s, _, err := catalog.New(&h, func(d fault.Diagnostic) { t.Errorf("%+v", d) }).Get(session.GetRequest{Agent: "pi", SessionID: own})
	if err != nil || s.ForkedFrom != from || s.Messages[0].Origin == nil {
		t.Errorf("%+v, %v", s, err)
	}
}
