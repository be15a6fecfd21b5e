package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/mattn/go-runewidth"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/internal/cli/app"
	"github.com/heddle-dev/heddle/internal/cli/filter"
	"github.com/heddle-dev/heddle/internal/cli/sessions"
	"github.com/heddle-dev/heddle/internal/cli/terminal"
	"github.com/heddle-dev/heddle/internal/cli/usage"
)

// clock is the time of notes that depend on it; tests set it.
var clock = time.Now

// periodKey names the week or month of a day; "" for what is no day.
func periodKey(groupBy, day string) string {
	at, err := time.Parse(time.DateOnly, day)
	switch {
	case err != nil:
		return ""
	case groupBy == "week":
		year, week := at.ISOWeek()
		return fmt.Sprintf("%d-W%02d", year, week)
	case groupBy == "month":
		return at.Format("2006-01")
	}
	return day
}

// joinDays makes weeks or months of days. How many sessions a week has does not
// follow from its days, so they are not counted.
func joinDays(days map[string]heddle.CostBreakdown, groupBy string) map[string]heddle.CostBreakdown {
	out := map[string]heddle.CostBreakdown{}
	for _, d := range days {
		key := terminal.Or(periodKey(groupBy, d.Key), d.Key)
		sum, ok := out[key]
		if !ok {
			out[key] = heddle.CostBreakdown{Key: key, TotalUSD: d.TotalUSD, Source: d.Source, InputTokens: d.InputTokens, OutputTokens: d.OutputTokens,
				ThinkingTokens: d.ThinkingTokens, CachedTokens: d.CachedTokens, CacheWriteTokens: d.CacheWriteTokens, CacheWrite1hTokens: d.CacheWrite1hTokens}
			continue
		}
		sum.InputTokens += d.InputTokens
		sum.OutputTokens += d.OutputTokens
		sum.ThinkingTokens += d.ThinkingTokens
		sum.CachedTokens += d.CachedTokens
		sum.CacheWriteTokens += d.CacheWriteTokens
		sum.CacheWrite1hTokens += d.CacheWrite1hTokens
		switch {
		case sum.TotalUSD == nil:
			sum.TotalUSD = d.TotalUSD
		case d.TotalUSD != nil:
			total := sum.TotalUSD.Plus(*d.TotalUSD)
			sum.TotalUSD = &total
		}
		if sum.Source != d.Source {
			sum.Source = heddle.CostSourceMixed
		}
		out[key] = sum
	}
	return out
}

// costCharts are the lines below a report on a terminal: the course over time,
// and the models' shares.
type costCharts struct {
	days, models map[string]heddle.CostBreakdown
	width        int
}

// chartWidth is the greatest width of a chart, in columns.
const chartWidth = 60

func (c *costCharts) lines() []string {
	room := chartWidth
	if c.width > 0 {
		room = max(min(room, c.width-12), 8)
	}
	var out []string
	if line, about := sparkline(c.days, room); line != "" {
		out = append(out, "over time   "+line, "            "+about)
	}
	if line, legend := stackedBar(c.models, room); line != "" {
		out = append(out, "models      "+line)
		for _, l := range legend {
			out = append(out, "            "+l)
		}
	}
	return out
}

const sparks = "▁▂▃▄▅▆▇█"

// sparkline draws what each day, or each of several days, cost.
func sparkline(days map[string]heddle.CostBreakdown, room int) (line, about string) {
	costs, first, last := map[time.Time]float64{}, time.Time{}, time.Time{}
	for key, d := range days {
		at, err := time.Parse(time.DateOnly, key)
		if err != nil || d.TotalUSD == nil {
			continue
		}
		costs[at] = terminal.UsdFloat(d.TotalUSD)
		if first.IsZero() || at.Before(first) {
			first = at
		}
		if at.After(last) {
			last = at
		}
	}
	if len(costs) < 2 {
		return "", ""
	}
	all := int(last.Sub(first)/(24*time.Hour)) + 1
	step := (all + room - 1) / room
	columns := make([]float64, (all+step-1)/step)
	for at, cost := range costs {
		columns[int(at.Sub(first)/(24*time.Hour))/step] += cost
	}
	most := slices.Max(columns)
	var b strings.Builder
	for _, cost := range columns {
		switch {
		case cost <= 0 || most <= 0:
			b.WriteByte(' ')
		default:
			b.WriteRune([]rune(sparks)[min(int(cost/most*8), 7)])
		}
	}
	about = fmt.Sprintf("%s to %s", first.Format(time.DateOnly), last.Format(time.DateOnly))
	if step > 1 {
		about += fmt.Sprintf(", %d days in a column", step)
	}
	return b.String(), about
}

// stackFills draw the shares of models, the greatest first; the last one is of
// all others.
var stackFills = []string{"█", "▓", "▒", "░"}

// stackedBar draws the models' shares of the money, and says what is what.
func stackedBar(models map[string]heddle.CostBreakdown, room int) (line string, legend []string) {
	rows := terminal.SortedGroups(models, "model")
	total := 0.0
	for i := range rows {
		total += terminal.UsdFloat(rows[i].TotalUSD)
	}
	if total <= 0 || len(rows) < 2 {
		return "", nil
	}
	used, sum := 0, 0.0
	add := func(fill, name string, cost float64) {
		sum += cost
		end := min(int(sum/total*float64(room)+0.5), room)
		line += strings.Repeat(fill, max(end-used, 0))
		used = end
		legend = append(legend, fmt.Sprintf("%s %s %.0f%%", fill, runewidth.Truncate(terminal.Line(terminal.Named(name)), max(room-8, terminal.MinRoom), "…"), cost/total*100))
	}
	last := len(stackFills) - 1
	rest := 0.0
	for i := range rows {
		switch cost := terminal.UsdFloat(rows[i].TotalUSD); {
		case cost <= 0:
		case i < last || i == last && len(rows) == last+1:
			add(stackFills[i], rows[i].Key, cost)
		default:
			rest += cost
		}
	}
	if rest > 0 {
		add(stackFills[last], "others", rest)
	}
	return line, legend
}

// withCharts returns the report, with the groups that its charts need. Groups
// that the report has anyway are not added up again.
func withCharts(run func(groupBy string) app.Operation[*heddle.CostSummary], groupBy string, c *costCharts, more bool) app.Operation[*heddle.CostSummary] {
	return func(ctx context.Context, h *heddle.Heddle) (*heddle.CostSummary, error) {
		total, err := run(groupBy)(ctx, h)
		if err != nil {
			return nil, err
		}
		for by, to := range map[string]*map[string]heddle.CostBreakdown{"day": &c.days, "model": &c.models} {
			found := total
			if by != groupBy {
				if !more {
					continue
				}
				quiet := &sessions.Finder{H: h}
				quiet.Quietly(func() { found, err = run(by)(ctx, h) })
				if err != nil {
					return nil, err
				}
			}
			*to = found.Breakdowns
		}
		return total, nil
	}
}

// dayModel groups by both, which the engine does not.
const dayModel = "day,model"

// dayModels returns the groups of models for each day of a report by days. Adjacent
// ranges add up to the whole, so each day is a report of its own.
func dayModels(ctx context.Context, h *heddle.Heddle, total *heddle.CostSummary, o heddle.CostOptions) error {
	groups := map[string]heddle.CostBreakdown{}
	o.GroupBy = "model"
	since, until := o.Since, o.Until
	for day, whole := range total.Breakdowns {
		at, err := time.ParseInLocation(time.DateOnly, day, o.Zone)
		if err != nil { // of requests without a time
			whole.Key = day + ","
			groups[whole.Key] = whole
			continue
		}
		o.Since, o.Until = at, at.AddDate(0, 0, 1).Add(-time.Millisecond)
		if since.After(o.Since) {
			o.Since = since
		}
		if !until.IsZero() && until.Before(o.Until) {
			o.Until = until
		}
		models, err := h.Sessions.TotalCost(ctx, o)
		if err != nil {
			return err
		}
		for model, g := range models.Breakdowns {
			g.Key = day + "," + model
			groups[g.Key] = g
		}
	}
	total.Breakdowns = groups
	return nil
}

// printPeriods prints a report of weeks, months or days and models as JSON. How many
// sessions a week or month has is not known, and not said.
func printPeriods(a *app.App, total *heddle.CostSummary, groupBy string) error {
	body, err := json.Marshal(total)
	var whole, groups map[string]json.RawMessage
	usage.Must(errors.Join(err, json.Unmarshal(body, &whole)))
	if raw, ok := whole["breakdowns"]; ok && terminal.IsPeriod(groupBy) {
		usage.Must(json.Unmarshal(raw, &groups))
		for key, raw := range groups {
			var group map[string]json.RawMessage
			usage.Must(json.Unmarshal(raw, &group))
			delete(group, "sessionCount")
			groups[key], err = json.Marshal(group)
			usage.Must(err)
		}
		whole["breakdowns"], err = json.Marshal(groups)
		usage.Must(err)
	}
	body, err = json.Marshal(whole)
	usage.Must(err) // an answer that was decoded
	return a.PrintJSON(body)
}

// noteRange says which time a report covers.
func noteRange(a *app.App, chosen *filter.Selection) {
	loc := chosen.Zone
	if chosen.Since.IsZero() && chosen.Until.IsZero() {
		return
	}
	if loc == nil {
		loc = time.Local
	}
	now := clock().In(loc)
	name := func(t time.Time, bare string) string {
		t = t.In(loc)
		layout := "Mon 2 Jan"
		if t.Year() != now.Year() {
			layout += " 2006"
		}
		if t.Format("15:04") != bare {
			layout += " 15:04"
		}
		return t.Format(layout)
	}
	from, to := "the beginning", "now"
	if !chosen.Since.IsZero() {
		from = name(chosen.Since, "00:00")
	}
	if !chosen.Until.IsZero() && chosen.Until.Before(now) {
		to = name(chosen.Until, "23:59")
	}
	if from != to {
		from += " – " + to
	}
	a.Note("note: %s\n", from)
}

// oldPrices is the age from which a note says how old the built-in prices are.
const oldPrices = 90 * 24 * time.Hour

// notePriceAge says that the built-in prices may no longer be those of today.
func notePriceAge(a *app.App, total *heddle.CostSummary) {
	if a.PriceFile() != "" || len(total.Unpriced) == 0 && total.Source != heddle.CostSourceComputed && total.Source != heddle.CostSourceMixed {
		return
	}
	of, err := time.Parse(time.DateOnly, total.PriceTable[:min(len(total.PriceTable), len(time.DateOnly))])
	if age := clock().Sub(of); err == nil && age > oldPrices || err == nil && len(total.Unpriced) > 0 {
		a.Note("note: the built-in prices are of %s, %d days old; newer ones: heddle cost --prices FILE\n", of.Format(time.DateOnly), int(age/(24*time.Hour)))
	}
}
