package cost

import (
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// factor multiplies all token prices of a request under its condition.
type factor struct {
	millionths  int64
	from, until session.Time // the first and the last millisecond; 0 = without a bound
}

// factorKey finds factors; agent and model may be "*".
type factorKey struct{ agent, model, condition string }

// factorColumns are the names of the columns of the table of factors.
var factorColumns = []string{"agent", "model", "condition", "factor", "from", "until", "source"}

// Indexes in factorColumns.
const (
	factorAgent = iota
	factorModel
	factorCondition
	factorFactor
	factorFrom
	factorUntil
)

const (
	// factorScale is how many decimals a factor may have.
	factorScale = 6
	one         = 1_000_000 // the factor 1
	maxFactor   = 1000 * one
	anyName     = "*"
)

// isFactorHeader reports whether a line names the columns of the table of factors.
func isFactorHeader(line string) bool {
	condition, multiplier := false, false
	for _, name := range splitFields(line, len(factorColumns)+1) {
		name = trimField(name)
		condition = condition || name == factorColumns[factorCondition]
		multiplier = multiplier || name == factorColumns[factorFactor]
	}
	return condition && multiplier
}

// readFactorHeader reads the names of the columns of the second table.
func (r *tableReader) readFactorHeader(line string) *fault.Error {
	r.factorHeader = []int{}
	seen := make([]bool, len(factorColumns))
	problem := ""
	for _, name := range splitFields(line, len(factorColumns)+1) {
		column := indexOf(factorColumns, trimField(name))
		if column < 0 || seen[column] {
			problem = "has an unknown or repeated column: " + name
			break
		}
		seen[column] = true
		r.factorHeader = append(r.factorHeader, column)
	}
	for column := range factorFrom {
		if problem == "" && !seen[column] {
			problem = "has no column " + factorColumns[column]
		}
	}
	if problem == "" {
		return nil
	}
	return fault.New(fault.InvalidArgument, "the header line of the factors in the price table "+clipText(problem)).
		WithHint("its columns are " + text.Join(factorColumns, ", "))
}

// readFactor reads one row of the table of factors.
func (r *tableReader) readFactor(fields []string) *fault.Error {
	var v [factorUntil + 1]string
	for i, field := range fields {
		if column := r.factorHeader[i]; column <= factorUntil {
			v[column] = trimField(field)
		}
	}
	key := factorKey{v[factorAgent], v[factorModel], v[factorCondition]}
	if key.model != anyName {
		key.model = plainName(key.model)
	}
	var f factor
	problem, ok := "", false
	if parsed, err := scan.Parse([]byte(v[factorFactor])); err == nil {
		f.millionths, ok = parsed.ScaledDecimal(factorScale)
	}
	member, value, pair := text.Cut(key.condition, "=")
	switch {
	case key.agent == "" || key.model == "":
		problem = "agent and model need a name, or *"
	case !pair || member == "" || value == "" || strings.IndexByte(key.condition, ' ') >= 0:
		problem = "the condition is not member=value: " + key.condition
	case !ok || f.millionths < 0 || f.millionths > maxFactor:
		problem = "the factor is not a number, or out of range: " + v[factorFactor]
	case !readDay(v[factorFrom], 0, &f.from):
		problem = "from is not YYYY-MM-DD: " + v[factorFrom]
	case !readDay(v[factorUntil], dayMillis-1, &f.until):
		problem = "until is not YYYY-MM-DD: " + v[factorUntil]
	}
	if problem != "" {
		return fault.New(fault.InvalidArgument, "the factor of "+clipText(v[factorModel])+" in the price table: "+clipText(problem)).
			WithHint("factors are 0 to 1000; correct the row, or remove it: conditions without a row have their built-in factor")
	}
	if r.table.factors == nil {
		r.table.factors = map[factorKey][]factor{}
	}
	r.table.factors[key] = append(r.table.factors[key], f)
	return nil
}

const dayMillis = 24 * 60 * 60 * 1000

// readDay reads a date, "" for none, and adds what of the day is meant.
func readDay(s string, more session.Time, to *session.Time) bool {
	if s == "" {
		return true
	}
	t, _, ok := session.ParseTime(s)
	*to = t + more
	return ok && len(s) == len("YYYY-MM-DD")
}

func indexOf(list []string, name string) int {
	for i, known := range list {
		if known == name {
			return i
		}
	}
	return -1
}

// factorsOf returns the factors of a condition: those of the exact agent and model before those of
// all, and all of a table before those of the one below it. It is nil when no row knows the condition.
func (t *Table) factorsOf(agent string, models []string, condition string) []factor {
	for ; t != nil; t = t.base {
		for _, a := range [...]string{agent, anyName} {
			for _, m := range models {
				if list := t.factors[factorKey{a, m, condition}]; list != nil {
					return list
				}
			}
			if list := t.factors[factorKey{a, anyName, condition}]; list != nil {
				return list
			}
		}
	}
	return nil
}

// factorAt returns the factor at a time; it is 1 outside the dates of all rows. Without a time
// the last row counts that has no end.
func factorAt(list []factor, at session.Time) int64 {
	found := int64(one)
	for _, f := range list {
		if at == 0 && f.until == 0 || at != 0 && at >= f.from && (f.until == 0 || at <= f.until) {
			found = f.millionths
		}
	}
	return found
}
