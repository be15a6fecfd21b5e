package hosttest

import "github.com/heddle-dev/heddle/core/host"

// Patient is a host.Poll that never ends the work.
type Patient struct{}

var _ host.Poll = Patient{}

// Poll implements host.Poll.
func (Patient) Poll(done, total int64) error { return nil }

// StartTime is the first answer of Host's clock, in milliseconds since the
// epoch: a minute after entries without a time of their own were written.
const StartTime = DefaultModTime + 60_000

// Host returns a host over files with a ticking clock, seeded entropy and a
// patient poll. SQL, Zstd and Parallel are not granted; set them as needed:
// any SQL driver that reads through a host.Files works on Mounts too.
func Host(files host.Files) host.Host {
	return host.Host{
		Files:   files,
		Clock:   NewClock(StartTime, 1),
		Entropy: NewEntropy(1),
		Poll:    Patient{},
	}
}
