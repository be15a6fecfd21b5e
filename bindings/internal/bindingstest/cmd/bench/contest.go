package main

import (
	"errors"
	"fmt"
	"slices"
	"time"
)

// taken is what one turn took, in milliseconds.
type taken struct {
	wall float64
	cpu  float64 // on all cores together; 0 if the system does not report it
}

// entrant is one thing that is measured in turns with others.
type entrant struct {
	name string
	run  func() (taken, error)
	warm int // unmeasured turns at first, at least 1
	// What it is compared with, if not with a turn of the same round: it is run
	// before and after each measured turn.
	beside *entrant

	first       float64   // what the very first turn took, on the wall
	times, cpus []float64 // one per measured round
	err         error     // why it has no times
}

// errNotRun is the err of an entrant that had no round yet.
var errNotRun = errors.New("not run")

// runTurn runs an entrant once. One that failed is out.
func (e *entrant) runTurn(measured bool) {
	if e.err != nil && e.err != errNotRun {
		return
	}
	begins := e.err == errNotRun
	if measured && e.beside != nil {
		e.beside.runTurn(true)
		defer e.beside.runTurn(true)
	}
	var t taken
	t, e.err = e.run()
	if begins {
		e.first = t.wall
	}
	if e.err != nil {
		e.times = nil
		printProgress("%s: %v", e.name, e.err)
	} else if measured {
		e.times, e.cpus = append(e.times, t.wall), append(e.cpus, t.cpu)
	}
}

// pairMeans is the entrant with the mean of each two turns in place of both: of what
// runs beside another, a figure for each turn of that one.
func (e *entrant) pairMeans() *entrant {
	of := func(values []float64) (means []float64) {
		for pair := range slices.Chunk(values, 2) {
			means = append(means, (pair[0]+pair[len(pair)-1])/2)
		}
		return means
	}
	return &entrant{name: e.name, err: e.err, times: of(e.times), cpus: of(e.cpus)}
}

func toMilliseconds(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1e6 }

// hasFigures reports whether there are figures.
func (e *entrant) hasFigures() bool { return e != nil && e.err == nil && len(e.times) > 0 }

// medianWall is the median of the times on the wall, cpu that of the processor times.
func (e *entrant) medianWall() float64 { return median(e.times) }
func (e *entrant) medianCPU() float64  { return median(e.cpus) }

// medianRatio is the median of what the rounds' ratios are: what disturbs one round
// disturbs both of its figures.
func medianRatio(values, refs []float64) float64 {
	ratios := make([]float64, min(len(values), len(refs)))
	for i := range ratios {
		ratios[i] = values[i] / refs[i]
	}
	return median(ratios)
}

func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}

// formatSpread is the median with the least and the greatest value after it.
func formatSpread(values []float64, unit string) string {
	return fmt.Sprintf("%s %s (%s–%s)", formatFigure(median(values)), unit, formatFigure(slices.Min(values)), formatFigure(slices.Max(values)))
}

// formatFigure renders three digits that count.
func formatFigure(v float64) string {
	switch {
	case v >= 100 || v == 0:
		return fmt.Sprintf("%.0f", v)
	case v >= 10:
		return fmt.Sprintf("%.1f", v)
	}
	return fmt.Sprintf("%.2f", v)
}

// runRounds gives every entrant its unmeasured turns, then rounds of measured ones.
func runRounds(rounds int, entrants []*entrant) error {
	for round := range rounds + 1 {
		if round == 0 {
			printProgress("warming up")
		} else {
			printProgress("round %d of %d", round, rounds)
		}
		for _, e := range entrants {
			for n := 1; round == 0 && n < e.warm; n++ {
				e.runTurn(false)
			}
			e.runTurn(round > 0)
		}
	}
	if first := entrants[0]; !first.hasFigures() {
		return fmt.Errorf("%s: %w", first.name, first.err)
	}
	return nil
}
