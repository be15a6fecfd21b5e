package omp_test

import (
	"testing"

	"github.com/heddle-dev/heddle/core/internal/adapter/adaptertest"
)

func TestAdapter(t *testing.T) {
	adaptertest.Run(t, adaptertest.Suite{Agent: "omp", Homes: []string{"omp"}, Lines: true, Home: "omp",
		Sample:   "omp/sessions/-projects-bird-feeder/2026-11-20T17-24-01-559Z_01a1f9fc-9197-726a-912a-04520e6ffe35.jsonl",
		SampleID: "01a1f9fc-9197-726a-912a-04520e6ffe35"})
}
