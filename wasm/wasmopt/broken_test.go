package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/wasm/internal/artifact"
)

// broken changes a module so that one pass does not know it any more, while it
// does the same as before.
var broken = map[string]func(t *testing.T, module []byte) []byte{
	"fast-bytealg": func(t *testing.T, module []byte) []byte {
		return mapBody(t, module, func(body []byte) []byte {
			if artifact.SHA256(body) != memchrBody {
				return body
			}
			return withNop(body)
		})
	},
	"keep-stack-pointer": func(t *testing.T, module []byte) []byte { // as if Go stored the address in another way
		return mapBody(t, module, func(body []byte) []byte {
			return bytes.ReplaceAll(body, append(slices.Clone(reloaded), opBrIf), append(append(slices.Clone(reloaded), opNop), opBrIf))
		})
	},
	"structure-jumps": func(t *testing.T, module []byte) []byte {
		return mapBody(t, module, func(body []byte) []byte {
			r := &reader{b: body}
			if r.skipLocals(); !r.acceptBytes(reloaded...) {
				return body
			}
			return slices.Concat(body[:len(body)-len(r.b)], []byte{opNop}, r.b)
		})
	},
	"merge-segments": func(t *testing.T, module []byte) []byte {
		mem, err := readMemory(module)
		if err != nil {
			t.Fatal(err)
		}
		out, err := replaceData(module, append(mem.segments[:1:1], mem.segments...))
		if err != nil {
			t.Fatal(err)
		}
		return out
	},
}

const opNop = 0x01

// withNop puts an instruction that does nothing at the start of a body.
func withNop(body []byte) []byte {
	r := &reader{b: body}
	r.skipLocals()
	at := len(body) - len(r.b)
	return slices.Concat(body[:at], []byte{opNop}, body[at:])
}

func mapBody(t *testing.T, module []byte, f func(body []byte) []byte) []byte {
	t.Helper()
	out, err := mapBodies(module, f)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestBrokenPattern builds core.wasm after breaking what one pass looks for: the
// build warns of that pass and makes a module that answers as before. wasm-opt,
// which takes long, runs for none of them; it has a case of its own.
func TestBrokenPattern(t *testing.T) {
	b := ownBuild(t)
	if b.goVersion != pinnedVersion(t) {
		t.Skipf("this is %s, the passes are for %s", b.goVersion, pinnedVersion(t))
	}
	want := nativeAnswers(t)
	refuses := filepath.Join(t.TempDir(), "wasm-opt")
	if err := os.WriteFile(refuses, []byte("#!/bin/sh\necho unknown instruction >&2\nexit 1\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	cases := map[string][]byte{"wasm-opt": b.compiled}
	for name, damage := range broken {
		cases[name] = damage(t, b.compiled)
	}
	for name, compiled := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := &pipeline{target: targets[""], goVersion: b.goVersion, passes: passesOf(ownSettings(refuses))}
			if name != "wasm-opt" {
				p.skip = []string{"wasm-opt"}
			}
			module, err := p.optimizeModule(compiled)
			if err != nil {
				t.Fatal(err)
			}
			if len(p.warnings) != 1 || !strings.HasPrefix(p.warnings[0], "pass "+name+" skipped on the output of "+b.goVersion) {
				t.Errorf("warnings %q", p.warnings)
			}
			compareAnswers(t, module, want)
		})
	}
}
