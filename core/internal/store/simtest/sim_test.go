package simtest_test

import (
	"math/rand/v2"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/store/journal"
	"github.com/heddle-dev/heddle/core/internal/store/simtest"
	"github.com/heddle-dev/heddle/core/internal/store/teststore"
)

func TestMain(m *testing.M) {
	os.Exit(teststore.Main(m))
}

// play plays schedules, a few at a time, and names the seed of one that fails.
// HEDDLE_SIM_SEED plays a single one, HEDDLE_SIM_SEEDS so many, HEDDLE_HEAVY
// ten times as many, with other seeds each time.
func play(t *testing.T, usual uint64, run func(t *testing.T, seed uint64) error) {
	from, n := uint64(0), usual
	if one, err := strconv.ParseUint(os.Getenv("HEDDLE_SIM_SEED"), 10, 64); err == nil {
		from, n = one, 1
	} else if k, err := strconv.ParseUint(os.Getenv("HEDDLE_SIM_SEEDS"), 10, 64); err == nil {
		n = k
	} else if os.Getenv("HEDDLE_HEAVY") != "" {
		from, n = rand.Uint64N(1<<40)<<16, 10*usual
	} else if testing.Short() {
		n /= 25
	}
	t.Logf("%d schedules, from seed %d on", n, from)
	var next atomic.Uint64
	next.Store(from)
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for !t.Failed() {
				seed := next.Add(1) - 1
				if seed >= from+n {
					return
				}
				if err := run(t, seed); err != nil {
					t.Errorf("%v\nagain: HEDDLE_SIM_SEED=%d go test ./core/internal/store/simtest -run %s", err, seed, t.Name())
				}
			}
		})
	}
	group.Wait()
}

func TestMemory(t *testing.T) {
	play(t, 2000, func(t *testing.T, seed uint64) error {
		j := journal.NewMemory()
		return simtest.Run(simtest.Options{Seed: seed, Writers: 1 + int(seed%4), Steps: 60, Faults: seed%2 == 1,
			Journal: func(func() bool) host.Journal { return j }})
	})
}

// flaky fails calls before they are made, and loses answers.
type flaky struct {
	host.SQL
	fails func() bool
}

var errSQL = fault.New(fault.IO, "injected below the journal")

func (f flaky) Query(handle int64, query string, args ...host.Value) ([][]host.Value, error) {
	if f.fails() {
		return nil, errSQL
	}
	return f.SQL.Query(handle, query, args...)
}

func (f flaky) Exec(handle int64, batch []host.Statement) error {
	if f.fails() {
		return errSQL
	}
	err := f.SQL.Exec(handle, batch)
	if err == nil && f.fails() {
		return errSQL // done, but no reader knows
	}
	return err
}

// TestStored plays on a store that lasts; every writer has a connection of its own.
func TestStored(t *testing.T) {
	play(t, 300, func(t *testing.T, seed uint64) error {
		name := teststore.New(t)
		var closing []func()
		defer func() {
			for _, c := range closing {
				c()
			}
			teststore.Remove(name)
		}()
		return simtest.Run(simtest.Options{Seed: seed, Writers: 1 + int(seed%4), Steps: 50, Faults: seed%2 == 1,
			Journal: func(fails func() bool) host.Journal {
				grant, release, err := teststore.Open(name)
				closing = append(closing, release)
				if grant.SQL != nil {
					grant.SQL = flaky{grant.SQL, fails}
				}
				j, failed := teststore.Journal(grant)
				if err != nil || failed != nil {
					t.Error(err, failed)
				}
				return j
			}})
	})
}
