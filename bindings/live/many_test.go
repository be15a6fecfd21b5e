package live_test

import (
	"fmt"
	"runtime"
	"sync"
	"testing"

	"github.com/heddle-dev/heddle/bindings/live"
)

// Many sessions at once in one store: every message is delivered and stored.
func TestManySessions(t *testing.T) {
	sessions, events := 50, 1000
	if testing.Short() {
		sessions, events = 20, 200
	}
	x := newSetting(t, fmt.Sprintf(`{"turns":[[{"do":"events","n":%d,"text":"event "}]]}`, events))
	var work sync.WaitGroup
	gate := make(chan struct{}, 16) // starts at once
	for range sessions {
		work.Go(func() {
			gate <- struct{}{}
			s, err := live.Start(x.context(), x.options)
			<-gate
			if err != nil {
				t.Error(err)
				return
			}
			heard := 0
			for e, err := range s.Stream(x.context(), live.Query{Text: "go"}) {
				if err != nil {
					t.Error(err)
				}
				if e.Whole {
					heard++
				}
				if e.Err != nil {
					t.Error(e.Err)
				}
			}
			n, err := x.h.Store.MessageCount(x.context(), s.Info().StoreID)
			if err != nil || heard < events || int(n) != heard || !s.Info().Recording {
				t.Errorf("%d of %d messages are stored, recording %v, %v", n, heard, s.Info().Recording, err)
			}
			x.stop(s)
		})
	}
	work.Wait()
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	t.Logf("%d MB from the system", memory.Sys>>20)
}
