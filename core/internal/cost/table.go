// Package cost turns tokens into money: the dated price table, the rules that
// find a model's price in it, and exact integer arithmetic per request.
package cost

import (
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// TableDate is the date of the built-in price table; a test holds it to the
// first line of prices.csv.
const TableDate = "2026-09-23"

// Price is what one model costs, in units of 1e-12 USD per token. A negative
// price is one that the table does not state.
type Price struct {
	Model      string
	Provider   string
	Input      int64
	Output     int64
	CacheRead  int64
	CacheWrite int64 // kept for 5 minutes
	Write1h    int64 // kept for an hour
	Reasoning  int64 // thinking tokens, where they cost something else
	// TierAbove is the prompt size in tokens beyond which the Tier prices
	// hold for the whole request; 0 = no tier.
	TierAbove      int64
	TierInput      int64
	TierOutput     int64
	TierCacheRead  int64
	TierCacheWrite int64
}

// Table finds prices by model name.
type Table struct {
	Date   string // YYYY-MM-DD
	prices []Price
	byName map[string]int
}

// BuiltinTable parses the table that is compiled in.
func BuiltinTable() *Table {
	t, err := Parse(builtin)
	if err != nil {
		panic("built-in price table: " + err.Error()) // a test reads it, so this is our own bug
	}
	return t
}

// columns of the table, in order.
var columns = []string{"model", "provider", "input", "output", "cache_read", "cache_write_5m", "cache_write_1h",
	"tier_above_tokens", "tier_input", "tier_output", "tier_cache_read", "tier_cache_write_5m", "reasoning_output", "source", "note"}

// Parse reads a table in CSV: comment lines begin with '#' ("# table date:
// YYYY-MM-DD" among them), then a header line, then one model a line. Prices
// are USD per million tokens. Fields hold no commas or quotes up to the last
// one. A line that cannot be read is PARSE_ERROR with its number.
func Parse(csv string) (*Table, error) {
	t := &Table{byName: map[string]int{}}
	header := false
	for n := int64(1); csv != ""; n++ {
		line, rest, _ := text.Cut(csv, "\n")
		csv = rest
		line = strings.TrimSuffix(line, "\r")
		switch {
		case strings.HasPrefix(line, "#"):
			if d, ok := strings.CutPrefix(line, "# table date: "); ok {
				t.Date = d
			}
		case line == "":
		case !header:
			if line != text.Join(columns, ",") {
				return nil, fault.New(fault.ParseError, "the price table's header is not the expected one").At("", n, 0)
			}
			header = true
		default:
			if err := t.parseRow(line, n); err != nil {
				return nil, err
			}
		}
	}
	if !header {
		return nil, fault.New(fault.ParseError, "the price table has no header line")
	}
	return t, nil
}

func (t *Table) parseRow(line string, n int64) error {
	f := splitFields(line)
	if len(f) < len(columns)-1 {
		return fault.New(fault.ParseError, "a price line has too few fields").At("", n, 0)
	}
	p := Price{Model: f[0], Provider: f[1]}
	for i, out := range []*int64{&p.Input, &p.Output, &p.CacheRead, &p.CacheWrite, &p.Write1h, &p.TierAbove,
		&p.TierInput, &p.TierOutput, &p.TierCacheRead, &p.TierCacheWrite, &p.Reasoning} {
		field := f[i+2]
		if field == "" {
			*out = -1
			continue
		}
		scale := priceScale
		if out == &p.TierAbove {
			scale = 0
		}
		v, err := scan.Parse([]byte(field))
		units, ok := v.ScaledDecimal(scale)
		if err != nil || !ok || units < 0 {
			return fault.New(fault.ParseError, "not a price: "+field).At("", n, 0)
		}
		*out = units
	}
	if _, dup := t.byName[p.Model]; !dup {
		t.byName[p.Model] = len(t.prices)
	}
	if short := plainName(p.Model); short != p.Model {
		if _, taken := t.byName[short]; !taken {
			t.byName[short] = len(t.prices)
		}
	}
	t.prices = append(t.prices, p)
	return nil
}

// splitFields splits a line at its commas; the last column keeps its own.
func splitFields(line string) []string {
	var f []string
	for more := true; more; {
		var field string
		if len(f) == len(columns)-1 {
			return append(f, line)
		}
		field, line, more = text.Cut(line, ",")
		f = append(f, field)
	}
	return f
}

// priceScale turns USD per million tokens into 1e-12 USD per token: the
// million and the scale of session.Money leave six decimals.
const priceScale = session.MoneyScale - 6

// FindPrice returns the price of a model; ok is false when the table has none.
// Names are tried as they are, then without provider prefix, date suffix and
// variant marks (see plainName).
func (t *Table) FindPrice(model string) (Price, bool) {
	if i, ok := t.byName[model]; ok {
		return t.prices[i], true
	}
	name := plainName(model)
	cursor := familyFirst(name)
	for _, n := range []string{name, name + "-0", cursor, cursor + "-0"} {
		if i, ok := t.byName[n]; ok {
			return t.prices[i], true
		}
	}
	return Price{}, false
}

// UsablePrice returns the price that requests of a model are computed with; nil when
// the table states none.
func (t *Table) UsablePrice(model string) *Price {
	if p, ok := t.FindPrice(model); ok && p.HasBothPrices() {
		return &p
	}
	return nil
}

// plainName strips what agents and clouds put around a model's name:
// "anthropic/claude-sonnet-4.5", "us.anthropic.claude-sonnet-4-5-20250929-v1:0",
// "claude-sonnet-4-5@20250929", "claude-sonnet-4-5[1m]", "gpt-5-2025-08-07",
// "claude-3-5-haiku-latest".
func plainName(s string) string {
	s = mapBytes(s, func(c byte) byte {
		if 'A' <= c && c <= 'Z' {
			return c + 'a' - 'A'
		}
		return c
	})
	if i := strings.LastIndexByte(s, '/'); i >= 0 {
		s = s[i+1:]
	}
	if i := text.Index(s, "anthropic."); i >= 0 {
		s = s[i+len("anthropic."):]
	}
	for _, mark := range []string{"[", "@", ":"} {
		if i := text.Index(s, mark); i > 0 {
			s = s[:i]
		}
	}
	if strings.HasPrefix(s, "claude") {
		s = mapBytes(s, func(c byte) byte {
			if c == '.' {
				return '-'
			}
			return c
		})
		s = strings.TrimSuffix(strings.TrimSuffix(s, "-v1"), "-v2")
	}
	s = strings.TrimSuffix(s, "-latest")
	return trimDate(s)
}

// familyFirst turns Cursor's spelling of a Claude model, the version first
// ("claude-4-6-sonnet-thinking"), into Anthropic's ("claude-sonnet-4-6"); ""
// when the name is not of that shape.
func familyFirst(name string) string {
	rest, ok := strings.CutPrefix(strings.TrimSuffix(name, "-thinking"), "claude-")
	cut := strings.LastIndexByte(rest, '-')
	if !ok || cut <= 0 {
		return ""
	}
	for _, c := range []byte(rest[:cut]) {
		if c != '-' && (c < '0' || c > '9') {
			return ""
		}
	}
	return "claude-" + rest[cut+1:] + "-" + rest[:cut]
}

// mapBytes returns s with every byte replaced by what fn gives for it.
func mapBytes(s string, fn func(byte) byte) string {
	b := []byte(s)
	for i, c := range b {
		b[i] = fn(c)
	}
	return string(b)
}

// trimDate removes a trailing -YYYYMMDD or -YYYY-MM-DD.
func trimDate(s string) string {
	for _, pattern := range []string{"-dddddddd", "-dddd-dd-dd"} {
		cut := len(s) - len(pattern)
		if cut <= 0 {
			continue
		}
		match := true
		for i := 0; i < len(pattern); i++ {
			c := s[cut+i]
			if pattern[i] == 'd' && (c < '0' || c > '9') || pattern[i] == '-' && c != '-' {
				match = false
				break
			}
		}
		if match {
			return s[:cut]
		}
	}
	return s
}
