package bindingstest

import (
	"context"
	"sort"
	"time"

	"github.com/heddle-dev/heddle/bindings"
)

// walkAll is a list that must walk every session whole: its order needs the
// turn counts.
const walkAll = `{"sort":"turns","limit":100000}`

// Figures are what one engine's bench reports, each the median of some runs;
// other languages' scripts print the same as JSON on their last line.
type Figures struct {
	Engine      string  `json:"engine"`
	OpenMS      float64 `json:"openMs"`      // open an engine and make a first call, compiled code cached
	EmptyCallUS float64 `json:"emptyCallUs"` // ids.resolveNativeId
	WalkMS      float64 `json:"walkMs"`      // walk every session of the sample
}

// Measure times an engine.
func Measure(name string, runs int, open func() (bindings.Engine, error)) (Figures, error) {
	f := Figures{Engine: name}
	var e bindings.Engine
	var failed error
	call := func(op, req string) {
		if _, err := e.Call(context.Background(), op, []byte(req)); err != nil {
			failed = err
		}
	}
	small := func() { call("ids.resolveNativeId", `{"unifiedId":"claude:x"}`) }
	f.OpenMS = Median(runs, func() {
		if e != nil {
			e.Close()
		}
		next, err := open()
		if err != nil {
			failed = err
			return
		}
		e = next
		small()
	})
	if failed != nil {
		return f, failed
	}
	defer e.Close()
	const many = 1000
	f.EmptyCallUS = Median(runs, func() {
		for i := 0; i < many; i++ {
			small()
		}
	}) * 1000 / many
	f.WalkMS = Median(runs, func() { call("sessions.list", walkAll) })
	return f, failed
}

// Median runs fn and returns the middle of the times in milliseconds.
func Median(runs int, fn func()) float64 {
	var ms []float64
	for i := 0; i < runs; i++ {
		start := time.Now()
		fn()
		ms = append(ms, float64(time.Since(start).Microseconds())/1000)
	}
	sort.Float64s(ms)
	return ms[len(ms)/2]
}
