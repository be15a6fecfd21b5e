package omp_test

import (
	"testing"

	"github.com/heddle-dev/heddle/core/internal/adapter/adaptertest"
	"github.com/heddle-dev/heddle/core/internal/adapter/omp"
)

func FuzzWalk(f *testing.F) {
	adaptertest.FuzzLines(f, adaptertest.LineFuzz{Adapter: omp.New(), Homes: []string{"omp"}, Files: ".omp/agent/sessions/*/*.jsonl",
		Own: "omp/sessions/-w/2026-11-20T10-00-00-000Z_up/own.jsonl", Described: "omp/sessions/own/a.jsonl"})
}
