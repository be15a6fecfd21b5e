package claude_test
import ("testing";"fmt"
"strings"
"github.com/heddle-dev/heddle/core/catalog"
"github.com/heddle-dev/heddle/core/fault")
func TestZGet(t *testing.T) {
	for _, n := range []string{"claude-0.2.126/b2a579a1","claude-0.2.126/eba8e10f","claude-1.0.24/cd1ddaf6","claude-1.0.24/002267b2","claude-2.0.60/54b67caa","claude-2.0.60/365c14f4","claude-2.1.30/9f7849fc", "claude-2.1.30/c50cabd0","claude/a0000003","claude/e9491ba4","claude/d0c0308c-9f39-4637-83a7-815cd195b3e0/agent","claude/d0c0308c","claude/3b067d2e"} {
		i := strings.IndexByte(n,'/')
		h := openHome(t, n[:i])
		ref := h.ref(t, n[i+1:])
		c := catalog.New(&h.host, func(d fault.Diagnostic){ fmt.Println("DIAG", d) })
		s, rep, err := c.Get(catalog.GetRequest{Agent:"claude", SessionID: ref.ID})
		if err != nil { t.Fatal(err) }
		fmt.Println("=====", n, s.Title, "| branches", len(s.Branches), "| forked", s.ForkedFrom, "| parent", s.ParentSessionID, s.IsSubagent, fmt.Sprintf("%+v", rep))
		for _, m := range s.Messages {
			o := ""
			if m.Origin != nil { o = fmt.Sprintf(" origin=%.8s/%d", m.Origin.SessionID, m.Origin.Index) }
			fmt.Printf("%.6s<%.6s %s/%s/%s %s%s: %.70q", m.ID, m.ParentID, m.Role, m.Type, m.Kind, m.Model, o, m.Content)
			if m.Thinking != "" { fmt.Printf(" T=%.30q", m.Thinking) }
			for _, c := range m.ToolCalls { fmt.Printf(" CALL %.40s %.60s", c.ToolName, c.Input) }
			if m.ToolResult != nil { fmt.Printf(" RES %s err=%v exit=%d %.80s", m.ToolResult.ToolName, m.ToolResult.IsError, m.ToolResult.ExitCode, m.ToolResult.Output) }
			if m.TokenUsage != nil { fmt.Printf(" U=%d", m.TokenUsage.Total()) }
			fmt.Println()
		}
	}
}
