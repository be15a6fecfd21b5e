package live_test

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/bindings/live"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/session"
)

// awayEngine is an engine whose store can be away, and to which somebody else writes
// before each record.
type awayEngine struct {
	bindings.Engine
	mu    sync.Mutex
	away  bool
	id    string // of the session that somebody else writes to
	times int    // that it will do so
}

func (e *awayEngine) setAway(away bool) {
	e.mu.Lock()
	e.away = away
	e.mu.Unlock()
}

// setWriter has somebody else write to a session before the next changes.
func (e *awayEngine) setWriter(id string, times int) {
	e.mu.Lock()
	e.id, e.times = id, times
	e.mu.Unlock()
}

// writes returns the session that somebody else writes to before an operation.
func (e *awayEngine) writes(op string) string {
	e.mu.Lock()
	defer e.mu.Unlock()
	if op != "store.record" || e.times == 0 {
		return ""
	}
	e.times--
	return e.id
}

func (e *awayEngine) Call(ctx context.Context, op string, request []byte) (bindings.Response, error) {
	if !strings.HasPrefix(op, "store.") && !strings.HasPrefix(op, "threads.") {
		return e.Engine.Call(ctx, op, request)
	}
	e.mu.Lock()
	away := e.away
	e.mu.Unlock()
	if away {
		return bindings.Response{}, fault.New(fault.Timeout, "the store is locked")
	}
	if id := e.writes(op); id != "" {
		other := session.RecordRequest{SessionID: id, Messages: []session.JSON{session.JSON(`{"content":"from elsewhere","type":"system"}`)}, RequestID: uuid.NewString()}
		if _, err := e.Engine.Call(ctx, "store.record", other.AppendJSON(nil)); err != nil {
			return bindings.Response{}, err
		}
	}
	return e.Engine.Call(ctx, op, request)
}

// TestAwayStore: a store that is away for some turns has all of them in the end.
func TestAwayStore(t *testing.T) {
	x := newSetting(t, `{"turns":[[{"do":"text","text":"Hello $PROMPT"}]]}`)
	e := &awayEngine{Engine: x.h.Engine()}
	x.options.Engine = e
	s := x.start()
	events := s.Subscribe()
	x.ask(s, "one")
	e.setAway(true)
	for _, prompt := range []string{"two", "three"} {
		result, _, err := s.Ask(x.context(), live.Query{Text: prompt})
		if err != nil || !strings.Contains(string(result), `"isError":false`) {
			t.Errorf("%s %v", result, err)
		}
	}
	if s.Info().Recording {
		t.Error("messages are said to be stored")
	}
	e.setAway(false)
	x.ask(s, "four")
	x.stop(s)
	var reports []string
	for ev, err := range events.All(x.context()) {
		if err != nil {
			t.Fatal(err)
		}
		if ev.Kind == session.LiveOutputKindDiagnostic {
			reports = append(reports, ev.Err.Error())
		}
	}
	if len(reports) != 2 || !strings.Contains(reports[0], "the store is locked") || !strings.Contains(reports[1], "stored again") {
		t.Errorf("reports %q", reports)
	}
	said := regexp.MustCompile(`^{"content":"(Hello \w+)".*"type":"assistant"`)
	var stored []string
	for _, m := range x.stored(s.Info().StoreID) {
		if found := said.FindStringSubmatch(m); found != nil {
			stored = append(stored, found[1])
		}
	}
	if !slices.Equal(stored, []string{"Hello one", "Hello two", "Hello three", "Hello four"}) {
		t.Errorf("stored %q", stored)
	}
	if lost := s.Info().Lost; lost != 0 {
		t.Errorf("%d messages are lost", lost)
	}
}

// TestEagerWriter: somebody who writes before several changes ends nothing.
func TestEagerWriter(t *testing.T) {
	x := newSetting(t, `{"turns":[[{"do":"text","text":"Hello $PROMPT"}]]}`)
	e := &awayEngine{Engine: x.h.Engine()}
	x.options.Engine = e
	s := x.start()
	x.ask(s, "one")
	e.setWriter(s.Info().StoreID, 5)
	x.ask(s, "two")
	x.stop(s)
	all := x.stored(s.Info().StoreID)
	mine := slices.DeleteFunc(slices.Clone(all), func(m string) bool { return strings.Contains(m, "from elsewhere") })
	if len(all)-len(mine) != 5 || len(mine) < 6 || s.Info().Lost != 0 || !s.Info().Recording {
		t.Errorf("%d messages, %d of the session, %+v", len(all), len(mine), s.Info())
	}
}

// TestRefusedResumeStoresNothing: a session that the agent does not continue stores nothing.
func TestRefusedResumeStoresNothing(t *testing.T) {
	x := newSetting(t, `{"refuseResume":true}`)
	for _, agent := range []string{"claude", "codex", "pi", "opencode"} {
		o := x.options
		o.Open.Agent, o.Open.Resume = agent, "6c61fb02-28ea-4446-bc62-2829e4628e0a"
		s, err := live.Start(x.context(), o)
		if err == nil { // Claude Code says so later
			<-s.Done()
			err = s.Err()
		}
		if !errors.Is(err, fault.SessionNotFound) {
			t.Errorf("%s: %v", agent, err)
		}
	}
	list, err := x.h.Store.List(x.context())
	if err != nil || len(list.Items) != 0 {
		t.Errorf("%v, %v", list.Items, err)
	}
}
