package claude_test
import ("testing";"fmt";"os"
"github.com/heddle-dev/heddle/core/catalog"
"github.com/heddle-dev/heddle/core/fault")
func TestZList(t *testing.T) {
	for _, n := range []string{"claude-0.2.126","claude-1.0.24","claude-1.0.120","claude-2.0.60","claude-2.1.30","claude"} {
		h := openHome(t, n)
		c := catalog.New(&h.host, func(d fault.Diagnostic){ fmt.Println("DIAG", d) })
		l, err := c.List(catalog.ListRequest{Agent:"claude", Limit: 1000, Superseded: os.Getenv("SUP")!="", Subagents: os.Getenv("SUB")!=""})
		if err != nil { t.Fatal(err) }
		fmt.Println("=====", n, len(l))
		for _, s := range l {
			cost := ""
			if s.Cost != nil { cost = string(s.Cost.AppendJSON(nil)) }
			fmt.Printf("%.40s | %s | t%d m%d | %s | %s..%s | fork=%.8s sup=%.8s par=%.8s | %s\n   %s\n", s.SessionID, s.Title, s.TurnCount, s.MessageCount, s.Model, s.CreatedAt.String()[11:], s.UpdatedAt.String()[11:], s.ForkedFrom, s.SupersededBy, s.ParentSessionID, s.Cwd, cost)
		}
	}
}
