package bindingstest

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"time"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/bindings/internal/cputime"
)

// Job asks an engine under measurement to do something. Jobs and replies are
// JSON, one per line; the benches of the other languages take the same ones.
type Job struct {
	Op      string          `json:"op"`      // "" closes the engine, opens another and makes a smallest call
	Request json.RawMessage `json:"request"` // of the operation
	Calls   int             `json:"calls"`   // how often the operation runs
}

// Reply is how long a Job took, in milliseconds.
type Reply struct {
	MS    float64 `json:"ms"`
	CPUMS float64 `json:"cpuMs"` // of all the process's threads; 0 if the system does not report it
	Error string  `json:"error,omitempty"`
}

// SmallOp and SmallRequest are the smallest call.
const (
	SmallOp      = "ids.resolveNativeId"
	SmallRequest = `{"unifiedId":"claude:x"}`
)

// Serve does the jobs that come in, on one engine, until there are no more.
func Serve(in io.Reader, out io.Writer, open func() (bindings.Engine, error)) error {
	var e bindings.Engine
	defer func() {
		if e != nil {
			e.Close()
		}
	}()
	lines, replies := bufio.NewScanner(in), json.NewEncoder(out)
	for lines.Scan() {
		var j Job
		err := json.Unmarshal(lines.Bytes(), &j)
		start, used := time.Now(), cputime.Now()
		if err == nil && (e == nil || j.Op == "") {
			e, err = reopenEngine(e, open)
			if j.Op != "" {
				start, used = time.Now(), cputime.Now()
			}
		}
		for n := 0; err == nil && j.Op != "" && n < j.Calls; n++ {
			_, err = e.Call(context.Background(), j.Op, j.Request)
		}
		r := Reply{MS: toMilliseconds(time.Since(start)), CPUMS: toMilliseconds(cputime.Now() - used)}
		if err != nil {
			r.Error = err.Error()
		}
		if err := replies.Encode(r); err != nil {
			return err
		}
	}
	return lines.Err()
}

func toMilliseconds(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1e6 }

// reopenEngine closes an engine, opens the next and makes a first call.
func reopenEngine(e bindings.Engine, open func() (bindings.Engine, error)) (bindings.Engine, error) {
	if e != nil {
		e.Close()
	}
	e, err := open()
	if err != nil {
		return nil, err
	}
	_, err = e.Call(context.Background(), SmallOp, []byte(SmallRequest))
	return e, err
}
