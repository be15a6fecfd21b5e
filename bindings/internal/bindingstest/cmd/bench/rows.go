package main

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

func (b *bench) printRows() {
	rows := b.costRows()
	rows = append(rows, b.sessionRows()...)
	rows = append(rows, b.ripgrepRows()...)
	rows = append(rows, b.longRows()...) // before the next: afterwards this process has had answers of all sessions in memory
	rows = append(rows, b.scaleRows()...)
	rows = append(rows, b.clientRow())
	rows = append(rows, b.memoryRows()...)
	rows = append(rows, b.diffRows()...)
	rows = append(rows, redactRows()...)
	rows = append(rows, b.storeRows()...)
	rows = append(rows, b.pullRows()...)
	rows = append(rows, b.liveRows()...)
	rows = append(rows, moduleRows()...)
	rows = append(rows, b.wazeroRows()...)
	printTable(rows)
	fmt.Println()
	if b.cost.hasFigures() && b.peer.hasFigures() {
		fmt.Println(compareTokens(b.costRun.output, b.peerRun.output))
	}
}

// costRows: adding up all spend, as a process, beside the peer, and in every
// engine.
func (b *bench) costRows() []row {
	size := formatMegabytes(b.files.bytes)
	floor := row{work: "the floor: reading " + size + " and counting newlines, cold process", measured: formatSpread(b.floor.times, "ms")}
	if b.peer.hasFigures() {
		floor = atMost(floor.work, b.floor, b.peer, 0)
	}
	rows := []row{floor, atMost("cost report of "+size+", cold process", b.cost, b.floor, 2)}
	peerRow := atMost("the same by "+peerName+" "+b.peerVersion, b.peer, b.cost, 0)
	peerRow.budget = "≥ 5 ×"
	if b.peer.hasFigures() && b.cost.hasFigures() {
		peerRow.kept = keptText(medianRatio(b.peer.times, b.cost.times) >= 5)
	}
	rows = append(rows, peerRow)
	if b.enginesMissing != nil {
		return append(rows, missingRow("cost in an engine", "", b.enginesMissing))
	}
	budgets := map[string]float64{"wazero": 5, "wasmtime": 2.5, "Node": 2.5}
	for _, e := range b.engines[nativeAlone+1:] {
		rows = append(rows, atMost("cost in "+e.name, e.cost, e.cost.beside.pairMeans(), budgets[e.name]))
	}
	return rows
}

// sessionRows: listing, showing and searching, each a cold process.
func (b *bench) sessionRows() []row {
	n := groupDigits(int64(len(b.files.paths)))
	work := fmt.Sprintf("sessions list, limit %d of %s, cold process", listed, n)
	var rows []row
	switch {
	case !b.list.hasFigures():
		rows = append(rows, missingRow(work, "< 50 ms plus walking them", b.list.err))
	case !b.walk.hasFigures():
		rows = append(rows, missingRow(work, "< 50 ms plus walking them", b.walk.err))
	default:
		walk := b.walk.medianWall() * listed / float64(len(b.files.paths))
		rows = append(rows, belowLimit(work, b.list.times, "ms", 50+walk, "< 50 ms + "+formatFigure(walk)+" ms of walking them"))
	}
	rows = append(rows, atMost("the same on a copied home, without useful file times", b.listCopied, b.floor, 1))
	work = "sessions show, one of " + n + " by id, cold process"
	budget := "< 20 ms plus reading its " + formatMegabytes(b.shownBytes)
	if b.show.hasFigures() {
		rows = append(rows, belowLimit(work, b.show.times, "ms", 20, budget))
	} else {
		rows = append(rows, missingRow(work, budget, b.show.err))
	}
	return append(rows,
		atMost("search for a word of 3 sessions, cold process", b.rare, b.floor, 3),
		atMost("search for a word of every message, best 50, cold process", b.common, b.floor, 8),
		atMost("search for both words and one that no session has: the best partial matches", b.partial, b.both, 1.3))
}

// clientRow: the typed Go client beside the engine's operation on the same host.
func (b *bench) clientRow() row {
	const (
		work   = "listing 3,000 sessions through the Go client, warm process"
		budget = "≤ 1.1 ×"
	)
	times, err := goBenchmarks(".", "^BenchmarkList$", b.runs, b.benchTime())
	client, operation := times["List/client"], times["List/operation"]
	if err == nil && (len(client) == 0 || len(operation) == 0) {
		err = errors.New("no benchmark of this name")
	}
	if err != nil {
		return missingRow(work, budget, err)
	}
	ratio := median(client) / median(operation)
	return row{work: work, measured: formatSpread(client, "ms"), against: "the operation, " + formatFigure(median(operation)) + " ms",
		ratio: fmt.Sprintf("%.2f ×", ratio), budget: budget, kept: keptText(ratio <= 1.1)}
}

// memoryRows: the peaks of the processes.
func (b *bench) memoryRows() []row {
	usage := int64(b.sample.UsageRecords())
	rows := []row{
		b.memoryRow("peak memory of the cost report", usage, b.files.longest, b.costRun),
		b.memoryRow("peak memory of list, show and search", 0, b.files.longest, b.listRun, b.showRun, b.rareRun, b.commonRun, b.partialRun),
	}
	if b.peer.hasFigures() && b.costRun.peak > 0 {
		rows[0].against = peerName + ", " + formatMegabytes(b.peerRun.peak)
		rows[0].ratio = fmt.Sprintf("%.2f ×", float64(b.costRun.peak)/float64(b.peerRun.peak))
	}
	work := "peak memory of a cost report with a record of " + formatMegabytes(int64(b.giantBytes)) + " in each of 2 files"
	giant := b.heddleProcess(b.giants, countsSessions(2), "cost", "report", "--json")
	for range b.runs {
		if _, err := giant.runToEnd(); err != nil {
			return append(rows, missingRow(work, "", err))
		}
	}
	return append(rows, b.memoryRow(work, 2, int64(b.giantBytes), giant))
}

// memoryRow holds the greatest peak of some processes to 64 MB, 50 bytes per
// usage record and the largest record.
func (b *bench) memoryRow(work string, usage, longest int64, runs ...*process) row {
	limit := 64_000_000 + 50*usage + longest
	r := row{work: work, budget: "< " + formatMegabytes(limit) + " (64 MB + 50 bytes per request with usage + the longest line)"}
	if usage == 0 {
		r.budget = "< " + formatMegabytes(limit) + " (64 MB + the longest line)"
	}
	most := slices.MaxFunc(runs, func(a, b *process) int { return cmp.Compare(a.peak, b.peak) })
	if most.peak == 0 {
		return missingRow(work, r.budget, errors.New("the system does not report it"))
	}
	r.measured, r.kept = formatMegabytes(most.peak), keptText(most.peak < limit)
	if most.atMost {
		r.measured = "at most " + r.measured
	}
	return r
}

// benchTime is how long a Go benchmark runs.
func (b *bench) benchTime() string {
	if b.quick {
		return "20ms"
	}
	return "300ms"
}

// redactRows: core/internal/redact alone, on the code of Go, of Python's library and of js/node_modules:
// how long it takes beside one pass over the bytes, and how much is taken for a secret.
func redactRows() []row {
	const most, alarms = 75, 2
	out, err := runGoBenchmarks("./core/internal/redact", "^BenchmarkCode$", 1, "1x")
	if err != nil {
		return []row{missingRow("redaction of ordinary code", "", err)}
	}
	var rows []row
	for _, m := range []struct {
		unit, work string
		limit      float64
	}{{"passes", "redaction of the code of %s, beside adding up its bytes", most}, {"alarms/MB", "what is replaced of the code of %s, for each MB", alarms}} {
		values, err := metricsOf(out, m.unit)
		for _, name := range []string{"Go", "JavaScript", "Python"} {
			work, budget := fmt.Sprintf(m.work, name), fmt.Sprintf("≤ %s", formatShort(m.limit))
			if v := values["Code/"+name]; len(v) > 0 {
				rows = append(rows, belowLimit(work, v, "", m.limit, budget))
			} else {
				rows = append(rows, missingRow(work, budget, cmp.Or(err, errors.New("no such code here"))))
			}
		}
	}
	return rows
}

// diffRows: core/internal/diff alone, on two sessions of 10,000 messages in memory.
func (b *bench) diffRows() []row {
	const budget = "< 50 ms"
	times, err := goBenchmarks("./core/internal/diff", "^BenchmarkCompare$", b.runs, b.benchTime())
	if err != nil {
		return []row{missingRow("diff of two sessions of 10,000 messages", budget, err)}
	}
	var rows []row
	worst := ""
	for name, ms := range times {
		if strings.Contains(name, "text_edits") {
			delete(times, name) // edits within messages are asked for apart
			continue
		}
		if worst == "" || median(ms) > median(times[worst]) || median(ms) == median(times[worst]) && name < worst {
			worst = name
		}
	}
	show := func(what, name string) {
		work := "diff of two sessions of 10,000 messages, " + what
		if ms := times[name]; len(ms) > 0 {
			rows = append(rows, belowLimit(work, ms, "ms", 50, budget))
		} else {
			rows = append(rows, missingRow(work, budget, errors.New("no benchmark "+name)))
		}
	}
	show("alike but for 20 edits", "Compare/few_edits")
	show("nothing alike", "Compare/nothing_shared")
	if worst != "" {
		show(fmt.Sprintf("the slowest of %d shapes: %s", len(times), strings.ReplaceAll(strings.TrimPrefix(worst, "Compare/"), "_", " ")), worst)
	}
	return rows
}

// moduleRows: the size of core.wasm, held to the budgets of its build.
func moduleRows() []row {
	data, err := os.ReadFile(filepath.Join("build", "core.wasm"))
	if err != nil {
		return []row{missingRow("core.wasm", "", err)}
	}
	source, err := os.ReadFile(filepath.Join("wasm", "wasmopt", "main.go"))
	if err != nil {
		return []row{missingRow("core.wasm", "", err)}
	}
	sized := func(work string, size int, constant string) row {
		r := row{work: work, measured: groupDigits(int64(size)) + " bytes", budget: "none"}
		if m := regexp.MustCompile(constant + ` += ([\d_]+)`).FindSubmatch(source); m != nil {
			if limit, err := strconv.Atoi(strings.ReplaceAll(string(m[1]), "_", "")); err == nil {
				r.budget, r.kept = "≤ "+groupDigits(int64(limit)), keptText(size <= limit)
			}
		}
		return r
	}
	return []row{sized("core.wasm, raw", len(data), "maxRaw"), sized("core.wasm, gzip", gzipSize(data), "maxGzip")}
}

// gzipSize is the size after gzip -9.
func gzipSize(data []byte) int {
	var z bytes.Buffer
	w, _ := gzip.NewWriterLevel(&z, gzip.BestCompression)
	w.Write(data)
	w.Close()
	return z.Len()
}

// wazeroRows measures the layers between a request and the module.
func (b *bench) wazeroRows() []row {
	times, err := goBenchmarks("./bindings/wazero", "^Benchmark(CompileCached|Instantiate|ABIVersion|EmptyCall)$", b.runs, b.benchTime())
	var rows []row
	for _, c := range []struct {
		name, work, unit string
		scale, limit     float64
	}{
		{"CompileCached", "wazero: compile core.wasm from the disk cache", "ms", 1, 60},
		{"Instantiate", "wazero: instantiate", "ms", 1, 10},
		{"ABIVersion", "wazero: empty call", "µs", 1000, 1},
		{"EmptyCall", "wazero: smallest operation, request to response", "µs", 1000, 0},
	} {
		budget := "none"
		if c.limit > 0 {
			budget = "≤ " + formatShort(c.limit) + " " + c.unit
		}
		values := slices.Clone(times[c.name])
		for i := range values {
			values[i] *= c.scale
		}
		switch {
		case err != nil:
			rows = append(rows, missingRow(c.work, budget, err))
		case len(values) == 0:
			rows = append(rows, missingRow(c.work, budget, errors.New("no benchmark of this name")))
		case c.limit == 0:
			rows = append(rows, row{work: c.work, measured: formatSpread(values, c.unit), budget: budget})
		default:
			r := row{work: c.work, measured: formatSpread(values, c.unit), budget: budget, kept: keptText(median(values) <= c.limit)}
			rows = append(rows, r)
		}
	}
	return rows
}
