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
	_ [0]func() // never compared

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
	Search         int64 // of one web search; no factor multiplies it
}

// Table finds prices by model name.
type Table struct {
	Date   string // YYYY-MM-DD
	prices []Price
	byName map[string]int
	// factors has the second table's rows.
	factors map[factorKey][]factor
	base    *Table // of models and factors that the table does not list; may be nil
}

// BuiltinTable parses the table that is compiled in.
func BuiltinTable() *Table {
	t, err := Parse(builtin)
	if err != nil {
		panic("built-in price table: " + err.Error()) // a test reads it, so this is our own bug
	}
	return t
}

// Over returns t with the prices of base for models that t does not list, and the date of base when
// t states none.
func (t *Table) Over(base *Table) *Table {
	own := *t
	own.base = base
	if own.Date == "" {
		own.Date = base.Date
	}
	return &own
}

// columns are the names of all columns of a table.
var columns = []string{"model", "provider", "input", "output", "cache_read", "cache_write_5m", "cache_write_1h",
	"tier_above_tokens", "tier_input", "tier_output", "tier_cache_read", "tier_cache_write_5m", "reasoning_output", "web_search", "source", "note"}

// Indexes in columns.
const (
	modelColumn    = 0
	providerColumn = 1
	inputColumn    = 2 // the first one with a number
	outputColumn   = 3
	tierColumn     = 7  // tokens; the other numbers are prices
	sourceColumn   = 14 // the first one after the numbers
)

// MaxTableBytes is the greatest size of a table.
const MaxTableBytes = 1 << 20

// maxPrice is the greatest price: 1 USD per token.
const maxPrice = int64(1_000_000) * 1_000_000

// tableReader parses one table.
type tableReader struct {
	table  *Table
	header []int // the column of each field; nil before the header line
	// factorHeader is the same of the second table; nil before its header line.
	factorHeader []int
	modelAt      int   // the field with the name of the model
	line         int64 // number of the current line
	offset       int64 // in bytes, of the current line
}

// Parse reads a table in CSV: comment lines begin with '#' ("# table date: YYYY-MM-DD" among them),
// then a header line that names the columns, then one model a line. The columns model, input and
// output are required; docs/prices.md describes all. A second header line, of the columns agent, model,
// condition and factor at least, begins the table of factors, which may be the only one. Prices are USD per million tokens. Fields hold
// no quotes, and no commas up to the last one. A line that cannot be read is INVALID_ARGUMENT with
// its number.
func Parse(csv string) (*Table, *fault.Error) {
	r := tableReader{table: &Table{byName: map[string]int{}}}
	size := len(csv)
	csv = strings.TrimPrefix(csv, "\ufeff")
	for csv != "" {
		r.line, r.offset = r.line+1, int64(size-len(csv))
		line, rest, _ := text.Cut(csv, "\n")
		csv = rest
		if err := r.readLine(strings.TrimSuffix(line, "\r")); err != nil {
			return nil, err.At("", r.line, r.offset)
		}
	}
	if r.header == nil && r.factorHeader == nil {
		return nil, r.readHeader("").At("", r.line, r.offset)
	}
	return r.table, nil
}

func (r *tableReader) readLine(line string) *fault.Error {
	if strings.HasPrefix(line, "#") {
		if date, ok := strings.CutPrefix(line, "# table date: "); ok {
			if len(date) != len("YYYY-MM-DD") || trimDate("x-"+date) != "x" {
				return fault.New(fault.InvalidArgument, "the date of the price table is not YYYY-MM-DD")
			}
			r.table.Date = date
		}
		return nil
	}
	if trimField(line) == "" {
		return nil
	}
	if r.factorHeader == nil && isFactorHeader(line) {
		return r.readFactorHeader(line)
	}
	if r.factorHeader != nil {
		return r.readFactor(splitFields(line, len(r.factorHeader)))
	}
	if r.header == nil {
		return r.readHeader(line)
	}
	return r.readRow(splitFields(line, len(r.header)))
}

// readHeader reads the names of the columns. An empty line means that there is no header.
func (r *tableReader) readHeader(line string) *fault.Error {
	problem := ""
	places := make([]int, len(columns)) // of the columns in the header, from 1 on; 0 = absent
	for i, name := range splitFields(line, len(columns)+1) {
		column := indexOf(columns, trimField(name))
		if column < 0 || places[column] != 0 {
			problem = "has an unknown or repeated column: " + name
			break
		}
		places[column] = i + 1
		r.header = append(r.header, column)
	}
	for _, column := range []int{modelColumn, inputColumn, outputColumn} {
		if problem == "" && places[column] == 0 {
			problem = "has no column " + columns[column]
		}
	}
	if line == "" {
		problem = "is absent"
	}
	if problem != "" {
		return fault.New(fault.InvalidArgument, "the header line of the price table "+clipText(problem)).
			WithHint("the table is CSV in UTF-8, with commas; its columns are " + text.Join(columns, ", "))
	}
	r.modelAt = places[modelColumn] - 1
	return nil
}

func (r *tableReader) readRow(fields []string) *fault.Error {
	var p Price
	numbers := []*int64{&p.Input, &p.Output, &p.CacheRead, &p.CacheWrite, &p.Write1h, &p.TierAbove,
		&p.TierInput, &p.TierOutput, &p.TierCacheRead, &p.TierCacheWrite, &p.Reasoning, &p.Search}
	for _, number := range numbers {
		*number = -1
	}
	if r.modelAt < len(fields) {
		p.Model = trimField(fields[r.modelAt])
	}
	problem := ""
	for i, field := range fields {
		field = trimField(field)
		column := r.header[i]
		if column == providerColumn {
			p.Provider = field
		}
		if column < inputColumn || column >= sourceColumn || field == "" {
			continue
		}
		units, ok := parseNumber(field, column == tierColumn)
		if !ok {
			problem = columns[column] + " is not a number, or out of range: " + field
			break
		}
		*numbers[column-inputColumn] = units
	}
	if problem == "" {
		problem = r.addPrice(&p)
	}
	if problem == "" {
		return nil
	}
	return fault.New(fault.InvalidArgument, "the row of "+clipText(p.Model)+" in the price table: "+clipText(problem)).
		WithHint("prices are 0 to 1000000 USD per million tokens; correct the row, or remove it: models without a row have their built-in price")
}

// addPrice adds a row, or says what is wrong with it. Of rows with the same model, the first one
// counts.
func (r *tableReader) addPrice(p *Price) (problem string) {
	t := r.table
	i, dup := t.byName[p.Model]
	dup = dup && t.prices[i].Model == p.Model // else it is a short name
	switch {
	case p.Model == "" || strings.IndexByte(p.Model, '"') >= 0:
		return "the name of the model is empty or has quotes"
	case !p.HasBothPrices():
		return "input and output need a price"
	case !dup:
		t.byName[p.Model] = len(t.prices)
	case t.prices[i].Provider == p.Provider:
		return "the model has a row already"
	}
	if short := plainName(p.Model); short != p.Model {
		if _, taken := t.byName[short]; !taken {
			t.byName[short] = len(t.prices)
		}
	}
	t.prices = append(t.prices, *p)
	return ""
}

// parseNumber parses a field: a number of tokens, or a price in USD per million tokens.
func parseNumber(field string, tokens bool) (units int64, ok bool) {
	scale := priceScale
	if tokens {
		scale = 0
	}
	v, err := scan.Parse([]byte(field))
	units, ok = v.ScaledDecimal(scale)
	return units, err == nil && ok && units >= 0 && units <= maxPrice
}

// splitFields splits a line at its commas into at most n fields; the last one keeps its own.
func splitFields(line string, n int) []string {
	f := make([]string, 0, n)
	for more := true; more; {
		var field string
		if len(f) == n-1 {
			return append(f, line)
		}
		field, line, more = text.Cut(line, ",")
		f = append(f, field)
	}
	return f
}

func trimField(field string) string { return strings.Trim(field, " \t") }

// clipText cuts what a message shows of a table.
func clipText(s string) string {
	const most = 100
	if len(s) > most {
		s = s[:most] + "…"
	}
	return s
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
	if t.base != nil {
		return t.base.FindPrice(model)
	}
	return Price{}, false
}

// UsablePrice returns the price that requests of a model are computed with; nil when
// the table states none.
func (t *Table) UsablePrice(model string) *Price {
	p, ok := t.FindPrice(model)
	if !ok || !p.HasBothPrices() {
		return nil
	}
	for base := t.base; base != nil && p.Search < 0; base = base.base { // a row that states none keeps it
		if b, ok := base.FindPrice(model); ok {
			p.Search = b.Search
		}
	}
	return &p
}

// plainName strips what agents and clouds put around a model's name:
// "anthropic/claude-sonnet-4.5", "us.anthropic.claude-sonnet-4-5-20250929-v1:0",
// "claude-sonnet-4-5@20250929", "claude-sonnet-4-5[1m]", "gpt-5-2025-08-07",
// "claude-3-5-haiku-latest".
func plainName(s string) string {
	s = text.Lower(s)
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
