package live_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/bindings"
)

// titlingEngine is an engine whose agent has written a turn, and finds a title for it later.
type titlingEngine struct {
	bindings.Engine
	titled atomic.Bool
}

func (e *titlingEngine) Call(ctx context.Context, op string, request []byte) (bindings.Response, error) {
	if op != "sessions.get" {
		return e.Engine.Call(ctx, op, request)
	}
	body := `{"cost":{"inputTokens":5,"outputTokens":1,"source":"unpriced"},"title":"New session"}`
	if e.titled.Load() {
		body = strings.Replace(body, "New session", "A late title", 1)
	}
	return bindings.Response{Body: []byte(body)}, nil
}

// TestLateTitle: a title that the agent finds after its only turn is stored when the session ends.
func TestLateTitle(t *testing.T) {
	x := newSetting(t, `{"turns":[[{"do":"text","text":"a"}]]}`)
	engine := &titlingEngine{Engine: x.options.Engine}
	x.options.Engine, x.options.Open.Agent = engine, "opencode"
	s := x.start()
	x.ask(s, "go")
	engine.titled.Store(true)
	x.stop(s)
	stored, err := x.h.Sessions.Get(x.context(), heddle.Ref("heddle:"+s.Info().StoreID))
	if err != nil || stored.Title != "A late title" {
		t.Errorf("%+v %v", stored, err)
	}
}
