package main

import (
	"bytes"
	"context"
	"testing"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

// vectorInstructions counts the functions of a module that have vectors, and their
// variables for them. An instruction that it does not know fails the test.
func vectorInstructions(t *testing.T, module []byte) (count int) {
	t.Helper()
	bodies := 0
	_, err := mapBodies(module, func(body []byte) []byte {
		bodies++
		r := &reader{b: body}
		for n := r.readNumber(); n > 0 && !r.bad; n-- {
			r.readNumber()
			if r.readByte() == typeOfVector {
				count++
			}
		}
		for len(r.b) > 0 && !r.bad {
			if r.b[0] == opVector {
				count++
				break // what follows it has another length
			}
			r.readInstruction()
		}
		if r.bad {
			t.Errorf("function %d has an unknown instruction", bodies)
		}
		return body
	})
	if err != nil || bodies == 0 {
		t.Errorf("%d functions, %v", bodies, err)
	}
	return count
}

// TestNoSIMD builds core.wasm without vectors: no function has one, an
// engine without them accepts it, and it answers as the native engine does.
func TestNoSIMD(t *testing.T) {
	b := ownBuild(t)
	if vectorInstructions(t, b.shipped) == 0 {
		t.Error("the counter finds no vectors in core.wasm")
	}
	s := ownSettings(wasmOptPath(root(t)))
	s.noSIMD = true
	p := &pipeline{target: targets[""], passes: passesOf(s), goVersion: b.goVersion}
	module, err := p.optimizeModule(b.compiled)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d bytes, with vectors %d", len(module), len(b.shipped))
	if n := vectorInstructions(t, module); n > 0 {
		t.Errorf("%d functions have vectors", n)
	}
	if bytes.Equal(module, b.shipped) {
		t.Error("the switch changes nothing")
	}
	ctx := context.Background()
	r := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigInterpreter().WithCoreFeatures(api.CoreFeaturesV2&^api.CoreFeatureSIMD))
	defer r.Close(ctx)
	if _, err := r.CompileModule(ctx, module); err != nil {
		t.Error(err)
	}
	if _, err := r.CompileModule(ctx, b.shipped); err == nil {
		t.Error("an engine without vectors accepts core.wasm")
	}
	compareAnswers(t, module, nativeAnswers(t))
}
