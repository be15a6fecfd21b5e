package codex_test

import (
	"fmt"
	"os"
	"testing"

	"github.com/heddle-dev/heddle/core/catalog"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host/hosttest"
)

func TestDump(t *testing.T) {
	name := os.Getenv("DUMP")
	if name == "" {
		t.Skip()
	}
	files := hosttest.NewMounts().Load(t, "codex", "../../../testdata/agents/"+name+"/home/.codex")
	h := hosttest.Host(files)
	c := catalog.New(&h, func(d fault.Diagnostic) { fmt.Println("DIAG", d) })
	list, err := c.List(catalog.ListRequest{Agent: "codex", Subagents: true, Superseded: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range list {
		fmt.Println(string(s.AppendJSON(nil)))
		if os.Getenv("ID") == "" || os.Getenv("ID") != s.SessionID && os.Getenv("ID") != "all" {
			continue
		}
		full, rep, err := catalog.New(&h, func(d fault.Diagnostic) { fmt.Println("DIAG", d) }).Get(catalog.GetRequest{Agent: "codex", SessionID: s.SessionID})
		if err != nil {
			fmt.Println("ERR", err)
			continue
		}
		for i := range full.Messages {
			m := full.Messages[i]
			fmt.Println("   ", string(m.AppendJSON(nil)))
		}
		fmt.Println("   REPORT", string(rep.AppendJSON(nil)))
	}
}
