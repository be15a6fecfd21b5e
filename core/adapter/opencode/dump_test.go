package opencode_test

import (
	"fmt"
	"os"
	"testing"
	"github.com/heddle-dev/heddle/core/adapter"
)

func TestDump(t *testing.T) {
	name := os.Getenv("DUMP")
	if name == "" { t.Skip() }
	var n notes
	e := env(home(t, name), &n)
	ix := discover(t, e)
	for i := range ix.Refs {
		r := &ix.Refs[i]
		fmt.Printf("#### %s %s sub=%v parent=%s arch=%v %v %v\n", r.Path, r.ID, r.Subagent, r.Parent, r.Archived, r.Created, r.Updated)
		for _, x := range records(t, e, ix, r, everything) {
			if x.Kind == adapter.Ignored && x.Facts == nil { continue }
			txt := x.Text
			if len(txt) > 60 { txt = txt[:60] }
			fmt.Printf("  k=%d %s role=%s sp=%s prompt=%v br=%v cp=%v %v %q", x.Kind, x.ID, x.Role, x.Special, x.Prompt, x.Branch, x.Copied, x.Time, txt)
			for _, c := range x.ToolCalls { fmt.Printf(" CALL %s %s %s %d", c.ToolCallID, c.ToolName, c.Input, c.DurationMS) }
			if x.ToolResult != nil { o := string(x.ToolResult.Output); if len(o)>50{o=o[:50]}; fmt.Printf(" RESULT %s err=%v exit=%d %s", x.ToolResult.ToolCallID, x.ToolResult.IsError, x.ToolResult.ExitCode, o) }
			if x.Usage != nil { fmt.Printf(" USAGE %+v %s", *x.Usage, x.UsageKey) }
			if x.USD != nil { fmt.Printf(" USD %v", *x.USD) }
			if x.Facts != nil { fmt.Printf(" FACTS %+v", *x.Facts) }
			if len(x.Attachments)>0 { fmt.Printf(" ATT %+v", x.Attachments) }
			if len(x.Thinking)>0 { fmt.Printf(" THINK %d", len(x.Thinking)) }
			fmt.Println()
		}
	}
	fmt.Println(n, e.Report)
}
