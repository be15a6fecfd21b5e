package rpc

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// DecodeLiveStep reads a step as live.wasm answers it. Members that it does not
// know are ignored. The messages of the step share the bytes of body, which must
// not be changed afterwards. INTERNAL: body is no step.
func DecodeLiveStep(body []byte) (session.LiveStep, error) {
	v, err := scan.Parse(body)
	if err != nil || v.Kind() != scan.Object {
		return session.LiveStep{}, fault.New(fault.Internal, "the answer is no step of a live session")
	}
	return readValueOfLiveStep(v), nil
}
