package cli

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle/hostfns"
)

func (a *app) agentsCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "agents",
		Short: "Tell which agents are found, where, and how many sessions they have",
		Args:  usage(cobra.NoArgs),
		RunE: func(*cobra.Command, []string) error {
			body, err := a.call("agents.list", map[string]any{})
			if err != nil {
				return err
			}
			if asJSON {
				return a.printJSON(body)
			}
			return a.printAgents(body)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the result as JSON")
	return cmd
}

func (a *app) printAgents(body []byte) error {
	var list []struct {
		Agent        string
		Found        bool
		SessionCount int64
	}
	if err := json.Unmarshal(body, &list); err != nil {
		return err
	}
	native, err := hostfns.Open(a.options().Host)
	if err != nil {
		return err
	}
	defer native.Close()
	where := map[string]string{}
	for _, p := range native.Places() {
		where[p.Mount] = p.Path
	}
	t := table{header: []string{"AGENT", "FOUND", "SESSIONS", "PLACE"}, right: map[int]bool{2: true}}
	for _, g := range list {
		found := "no"
		if g.Found {
			found = "yes"
		}
		t.rows = append(t.rows, []string{g.Agent, found, strconv.FormatInt(g.SessionCount, 10), where[g.Agent]})
	}
	if a.streams.Terminal {
		return t.print(a.streams)
	}
	for _, row := range t.rows {
		for i := range row {
			row[i] = oneField(row[i])
		}
		fmt.Fprintln(a.streams.Out, strings.Join(row, "\t"))
	}
	return nil
}
