package rpc

import (
	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/session"
)

// run decodes the request, calls the façade and encodes the result.
func run(e *core.Engine, op Op, req []byte) ([]byte, error) {
	switch op {
	case OpVersion:
		if _, err := decodeVersionRequest(req); err != nil {
			return nil, err
		}
		v := e.Version()
		return v.AppendJSON(nil), nil
	case OpIdsResolveUnifiedId:
		x, err := decodeResolveUnifiedIDRequest(req)
		if err != nil {
			return nil, err
		}
		id, err := e.ResolveUnifiedID(x.Agent, x.NativeSessionID)
		return session.TextJSON(id), err
	case OpIdsResolveNativeId:
		x, err := decodeResolveNativeIDRequest(req)
		if err != nil {
			return nil, err
		}
		id := e.ResolveNativeID(x.UnifiedID)
		if id == nil {
			return []byte("null"), nil
		}
		return id.AppendJSON(nil), nil
	case OpAgentsList:
		if _, err := decodeAgentsRequest(req); err != nil {
			return nil, err
		}
		return list(e.Agents())
	case OpSessionsList:
		x, err := decodeListRequest(req)
		if err != nil {
			return nil, err
		}
		return list(e.List(x))
	case OpSessionsGet:
		x, err := decodeGetRequest(req)
		if err != nil {
			return nil, err
		}
		return one(e.Get(x))
	case OpSessionsExport:
		x, err := decodeExportRequest(req)
		if err != nil {
			return nil, err
		}
		return e.Export(x)
	case OpSessionsTotalCost:
		x, err := decodeCostRequest(req)
		if err != nil {
			return nil, err
		}
		return one(e.TotalCost(x))
	case OpSessionsDoctor:
		x, err := decodeDoctorRequest(req)
		if err != nil {
			return nil, err
		}
		return one(e.Doctor(x))
	case OpSessionsCommand:
		x, err := decodeCommandRequest(req)
		if err != nil {
			return nil, err
		}
		return one(e.Command(x))
	}
	return nil, fault.New(fault.Unsupported, "unknown operation").WithHint("the operation table is docs/operations.md")
}

// one encodes a model value.
func one(x interface{ AppendJSON([]byte) []byte }, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	return x.AppendJSON(nil), nil
}

// list encodes a slice of model values.
func list[T any, P interface {
	*T
	AppendJSON([]byte) []byte
}](items []T, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	out := []byte{'['}
	for i := range items {
		if i > 0 {
			out = append(out, ',')
		}
		out = P(&items[i]).AppendJSON(out)
	}
	return append(out, ']'), nil
}
