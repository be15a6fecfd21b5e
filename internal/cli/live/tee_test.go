package live

import (
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"testing/synctest"

	"github.com/heddle-dev/heddle/internal/cli/app"
	"github.com/heddle-dev/heddle/internal/cli/clitest"
	"github.com/heddle-dev/heddle/internal/cli/terminal"
)

// TestTeeOverflow: what waits is bounded, and recording then ends.
// writerFunc is a writer.
type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(b []byte) (int, error) { return f(b) }

// Whoever gets a part may answer it at once, through the other direction of the
// recorder: the part must have been seen before.
func TestCopyTeeSeesFirst(t *testing.T) {
	var seen, written string
	err := copyTee(writerFunc(func(b []byte) (int, error) {
		written += string(b)
		if seen != written {
			t.Errorf("seen %q when %q was written", seen, written)
		}
		return len(b), nil
	}), iotest.OneByteReader(strings.NewReader("abc")), func(b []byte) { seen += string(b) })
	if err != nil || written != "abc" {
		t.Errorf("%q, %v", written, err)
	}
}

func TestTeeOverflow(t *testing.T) {
	s := clitest.Pipe()
	x := newTee(&app.App{Streams: s}, "", teeFlags{})
	part := make([]byte, 1<<20)
	for range teeBytes>>20 + 1 {
		x.add(part, true)
	}
	if !x.ended() || !strings.Contains(s.Err.(*clitest.Buffer).String(), "64 MB") {
		t.Errorf("%v %q", x.ended(), s.Err)
	}
}

// TestTeeEndIsSaid: the command ends by the program's signal as soon as the recording is closed, so it is
// closed only when its failure has been said.
func TestTeeEndIsSaid(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var order []string
		var x *tee
		x = newTee(&app.App{Streams: terminal.Streams{Err: writerFunc(func(b []byte) (int, error) {
			go func() {
				x.close()
				order = append(order, "closed")
			}()
			synctest.Wait()
			order = append(order, "said")
			return len(b), nil
		})}}, "", teeFlags{})
		x.end("disk I/O error")
		synctest.Wait()
		if want := []string{"said", "closed"}; !slices.Equal(order, want) {
			t.Errorf("%v, not %v", order, want)
		}
	})
}
