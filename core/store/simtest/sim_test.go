package simtest_test

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/store/journal"
	"github.com/heddle-dev/heddle/core/store/simtest"
	"github.com/heddle-dev/heddle/hostfns/sqlite"
)

// seeds returns how many schedules are played; HEDDLE_SIM_SEEDS asks for
// more, HEDDLE_SIM_SEED plays a single one.
func seeds(t *testing.T, usual uint64) (from, to uint64) {
	if one, err := strconv.ParseUint(os.Getenv("HEDDLE_SIM_SEED"), 10, 64); err == nil {
		return one, one + 1
	}
	if n, err := strconv.ParseUint(os.Getenv("HEDDLE_SIM_SEEDS"), 10, 64); err == nil {
		return 0, n
	}
	if testing.Short() {
		usual /= 10
	}
	return 0, usual
}

func TestMemory(t *testing.T) {
	from, to := seeds(t, 2000)
	for seed := from; seed < to; seed++ {
		j := journal.NewMemory()
		err := simtest.Run(simtest.Options{Seed: seed, Writers: 1 + int(seed%4), Steps: 60, Faults: seed%2 == 1,
			Journal: func() host.Journal { return j }})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestSQL(t *testing.T) {
	from, to := seeds(t, 8)
	for seed := from; seed < to; seed++ {
		file := filepath.Join(t.TempDir(), "heddle.db")
		stores := sqlite.NewStores(map[string]string{"store/heddle.db": file})
		db := sqlite.New(hosttest.NewMounts(), sqlite.Options{Stores: stores})
		err := simtest.Run(simtest.Options{Seed: seed, Writers: 3, Steps: 60, Faults: seed%2 == 1,
			Journal: func() host.Journal {
				j, err := journal.OpenSQL(db, "store/heddle.db", true)
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() { j.Close() })
				return j
			}})
		db.Release()
		stores.Close()
		if err != nil {
			t.Fatal(err)
		}
	}
}
