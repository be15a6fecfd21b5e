package main

import (
	"fmt"
	"strconv"
	"strings"
)

// row is a line of the table: what is measured, beside what it may be.
type row struct {
	work, measured, against, ratio, budget, kept string
}

func printTable(rows []row) {
	fmt.Println("| work | measured (least–greatest) | against | ratio | budget | kept |")
	fmt.Println("|---|---|---|---|---|---|")
	for _, r := range rows {
		fmt.Println("| " + strings.Join([]string{r.work, r.measured, r.against, r.ratio, r.budget, r.kept}, " | ") + " |")
	}
}

func keptText(yes bool) string {
	if yes {
		return "yes"
	}
	return "**no**"
}

// missingRow is a row without figures, which says why.
func missingRow(work, budget string, err error) row {
	return row{work: work, measured: "**not measured**: " + strings.ReplaceAll(err.Error(), "\n", " "), budget: budget}
}

// atMost is a row for e, which may take so many times what ref takes; 0 means
// that there is no budget.
func atMost(work string, e, ref *entrant, times float64) row {
	budget := "none"
	if times > 0 {
		budget = "≤ " + formatShort(times) + " ×"
	}
	if !e.hasFigures() {
		return missingRow(work, budget, e.err)
	}
	if !ref.hasFigures() {
		return missingRow(work, budget, fmt.Errorf("%s: %w", ref.name, ref.err))
	}
	ratio := medianRatio(e.times, ref.times)
	r := row{work: work, measured: formatSpread(e.times, "ms"), against: fmt.Sprintf("%s, %s ms", ref.name, formatFigure(ref.medianWall())),
		ratio: fmt.Sprintf("%.2f ×", ratio), budget: budget}
	if times > 0 {
		r.kept = keptText(ratio <= times)
	}
	return r
}

// belowLimit is a row for values that must stay below a limit in the same unit.
func belowLimit(work string, values []float64, unit string, limit float64, budget string) row {
	return row{work: work, measured: formatSpread(values, unit), budget: budget, kept: keptText(median(values) < limit)}
}

func formatShort(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// groupDigits renders 1234567 as 1,234,567.
func groupDigits(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// formatMegabytes renders bytes as millions.
func formatMegabytes(n int64) string { return formatFigure(float64(n)/1e6) + " MB" }
