package cost

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/session"
)

// readOwn parses a table and lays it over the built-in one.
func readOwn(t *testing.T, csv string) *Table {
	t.Helper()
	own, err := Parse(csv)
	if err != nil {
		t.Fatal(err)
	}
	return own.Over(BuiltinTable())
}

func inputPrice(t *testing.T, table *Table, model string) int64 {
	t.Helper()
	p, ok := table.FindPrice(model)
	if !ok {
		t.Fatalf("%s has no price", model)
	}
	return p.Input
}

const usd = 1_000_000 // per million tokens

func TestOwnPricesReplaceBuiltinOnes(t *testing.T) {
	builtin := BuiltinTable()
	table := readOwn(t, "model,input,output\nclaude-sonnet-4-5,7,8\nhouse-model,0,0.5\n")
	for _, name := range []string{"claude-sonnet-4-5", "anthropic/claude-sonnet-4.5", "claude-sonnet-4-5-20250929", "claude-4.5-sonnet-thinking"} {
		if got := inputPrice(t, table, name); got != 7*usd {
			t.Errorf("%s costs %d", name, got)
		}
	}
	if p, _ := table.FindPrice("claude-sonnet-4-5"); p.CacheRead != -1 || p.TierAbove != -1 {
		t.Errorf("a row keeps prices of the built-in one: %+v", p)
	}
	if p := table.UsablePrice("house-model"); p == nil || p.Output != usd/2 {
		t.Errorf("house-model: %+v", p)
	}
	for _, name := range []string{"claude-opus-5-5", "gpt-5", "glm-5.3", "claude-4-sonnet"} {
		if inputPrice(t, table, name) != inputPrice(t, builtin, name) {
			t.Errorf("%s lost its built-in price", name)
		}
	}
	if _, ok := table.FindPrice("nobody-knows"); ok {
		t.Error("an unknown model has a price")
	}
	if table.Date != TableDate {
		t.Errorf("date %q", table.Date)
	}
}

// A file as spreadsheets write it: a byte order mark, CRLF, columns in any order, blanks, empty
// lines, a text with commas in the last column.
func TestOwnTableOfASpreadsheet(t *testing.T) {
	table := readOwn(t, "\ufeff# table date: 2027-01-31\r\n\r\noutput, cache_read ,model,input,tier_above_tokens,tier_input,note\r\n"+
		"10, 0.1 ,  gpt-5 ,1,1000,3,agreed on, in writing\r\n2,,gpt-5-mini,1e-1,,,\r\n")
	p, _ := table.FindPrice("openai/gpt-5-2025-08-07")
	if p.Input != usd || p.Output != 10*usd || p.CacheRead != usd/10 || p.TierAbove != 1000 || p.TierInput != 3*usd || p.CacheWrite != -1 {
		t.Errorf("%+v", p)
	}
	if p, _ := table.FindPrice("gpt-5-mini"); p.Input != usd/10 || p.CacheRead != -1 {
		t.Errorf("%+v", p)
	}
	if table.Date != "2027-01-31" {
		t.Errorf("date %q", table.Date)
	}
	if small, err := Parse("model,input,output"); err != nil || len(small.prices) != 0 {
		t.Errorf("a table without rows: %v", err)
	}
}

// The exact spelling of a name counts before names without provider and date.
func TestOwnRowsOfOneModel(t *testing.T) {
	table := readOwn(t, "model,provider,input,output\ngpt-5-2025-08-07,openai,1,1\ngpt-5,openai,2,2\ngpt-5,azure,3,3\nazure/gpt-5,azure,4,4\n")
	for name, want := range map[string]int64{"gpt-5-2025-08-07": 1, "gpt-5": 2, "openrouter/gpt-5": 2, "azure/gpt-5": 4} {
		if got := inputPrice(t, table, name); got != want*usd {
			t.Errorf("%s costs %d, want %d USD", name, got, want)
		}
	}
}

func TestBrokenTables(t *testing.T) {
	const head = "# mine\nmodel,input,output,tier_above_tokens\ngpt-5,1,2,\n"
	for name, c := range map[string]struct {
		csv   string
		line  int64
		names []string
	}{
		"empty":           {"", 0, []string{"absent"}},
		"comments only":   {"# a\n# b\n", 2, []string{"absent"}},
		"another header":  {"name,input,output\n", 1, []string{"name"}},
		"semicolons":      {"model;input;output\n", 1, []string{"model;input;output"}},
		"UTF-16":          {"\xff\xfem\x00o\x00d\x00e\x00l\x00", 1, []string{"unknown"}},
		"column twice":    {"model,input,output,input\n", 1, []string{"repeated", "input"}},
		"no output":       {"model,input\n", 1, []string{"output"}},
		"negative":        {head + "gpt-6,-1,2,\n", 4, []string{"gpt-6", "input", "-1"}},
		"NaN":             {head + "gpt-6,1,NaN,\n", 4, []string{"gpt-6", "output", "NaN"}},
		"infinity":        {head + "gpt-6,Infinity,1,\n", 4, []string{"gpt-6", "input", "Infinity"}},
		"huge":            {head + "gpt-6,1000000.01,1,\n", 4, []string{"gpt-6", "input", "1000000.01"}},
		"huge exponent":   {head + "gpt-6,1e999999999,1,\n", 4, []string{"gpt-6", "1e999999999"}},
		"tokens":          {head + "gpt-6,1,1,many\n", 4, []string{"gpt-6", "tier_above_tokens", "many"}},
		"negative tokens": {head + "gpt-6,1,1,-5\n", 4, []string{"gpt-6", "tier_above_tokens", "-5"}},
		"currency":        {head + "gpt-6,$1,1,\n", 4, []string{"gpt-6", "input", "$1"}},
		"decimal comma":   {head + "gpt-6,1,25,2,5,\n", 4, []string{"gpt-6", "tier_above_tokens", "2,5"}},
		"quoted name":     {head + "\"gpt-6\",1,1,\n", 4, []string{"quotes"}},
		"quoted price":    {head + "gpt-6,\"1\",1,\n", 4, []string{"gpt-6", "input"}},
		"no name":         {head + " ,1,1,\n", 4, []string{"name", "empty"}},
		"no price":        {head + "gpt-6,1,,\n", 4, []string{"gpt-6", "output"}},
		"short row":       {head + "gpt-6,1\n", 4, []string{"gpt-6", "output"}},
		"row twice":       {head + "gpt-5,3,4,\n", 4, []string{"gpt-5", "already"}},
		"wrong date":      {"# table date: soon\nmodel,input,output\n", 1, []string{"date"}},
		"long value":      {head + "gpt-6," + strings.Repeat("x", 5000) + ",1,\n", 4, []string{"gpt-6"}},
	} {
		_, e := Parse(c.csv)
		if e == nil || e.Code != fault.InvalidArgument || e.Line != c.line || e.Hint == "" && name != "wrong date" || len(e.Message) > 300 {
			t.Errorf("%s: %v", name, e)
			continue
		}
		for _, want := range c.names {
			if !strings.Contains(e.Message, want) {
				t.Errorf("%s: %q does not name %s", name, e.Message, want)
			}
		}
	}
}

// The greatest prices and tokens saturate instead of wrapping.
func TestGreatestPrices(t *testing.T) {
	table := readOwn(t, "model,input,output,cache_write_5m,cache_write_1h,tier_above_tokens,tier_cache_write_5m\n"+
		"huge,1000000,1000000,0.000001,1000000,1,1000000\n")
	p, _ := table.FindPrice("huge")
	for _, tokens := range []int64{2, 1 << 40, 1 << 62} {
		small := p.RequestCost(session.TokenUsage{InputTokens: 2, CacheWriteTokens: 1, CacheWrite1hTokens: 1})
		got := p.RequestCost(session.TokenUsage{InputTokens: tokens, OutputTokens: tokens, CacheWriteTokens: tokens, CacheWrite1hTokens: tokens})
		if got < small || got < 0 || got > session.MaxMoney {
			t.Errorf("%d tokens cost %s", tokens, got)
		}
	}
	if got := scalePrice(6, 10, 4); got != 15 {
		t.Errorf("6 * 10 / 4 = %d", got)
	}
}
