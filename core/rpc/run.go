package rpc

import (
	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/normalize"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/session"
)

// run decodes the request, calls the façade and encodes the result.
func run(e *core.Engine, op Op, req []byte) ([]byte, error) {
	switch op {
	case OpVersion:
		return with(decodeVersionRequest(req, new(session.VersionRequest)), func() ([]byte, error) {
			v := e.Version()
			return v.AppendJSON(nil), nil
		})
	case OpAgentsList:
		return with(decodeAgentsRequest(req, new(session.AgentsRequest)), func() ([]byte, error) { return list(e.Agents()) })
	case OpSessionsList:
		x := new(session.ListRequest)
		return with(decodeListRequest(req, x), func() ([]byte, error) { return list(e.List(*x)) })
	case OpSessionsGet:
		x := new(session.GetRequest)
		return with(decodeGetRequest(req, x), func() ([]byte, error) { return one(e.Get(*x)) })
	case OpSessionsExport:
		x := new(session.ExportRequest)
		return with(decodeExportRequest(req, x), func() ([]byte, error) { return e.Export(*x) })
	case OpSessionsSearch:
		x := new(session.SearchRequest)
		return with(decodeSearchRequest(req, x), func() ([]byte, error) { return list(e.Search(*x)) })
	case OpSessionsTotalCost:
		x := new(session.CostRequest)
		return with(decodeCostRequest(req, x), func() ([]byte, error) { return one(e.TotalCost(*x)) })
	case OpSessionsDiff:
		x := new(session.DiffRequest)
		return with(decodeDiffRequest(req, x), func() ([]byte, error) { return one(e.Diff(*x)) })
	case OpSessionsRenderDiff:
		x := new(session.RenderDiffRequest)
		return with(decodeRenderDiffRequest(req, x), func() ([]byte, error) { return e.RenderDiff(*x) })
	case OpSessionsDoctor:
		x := new(session.DoctorRequest)
		return with(decodeDoctorRequest(req, x), func() ([]byte, error) { return one(e.Doctor(*x)) })
	case OpSessionsCommand:
		x := new(session.CommandRequest)
		return with(decodeCommandRequest(req, x), func() ([]byte, error) { return one(e.Command(*x)) })
	case OpSessionsImport:
		x := new(session.ImportRequest)
		return with(decodeImportRequest(req, x), func() ([]byte, error) { return one(e.Import(*x)) })
	case OpStoreNativeSessions:
		x := new(session.StoreListRequest)
		return with(decodeStoreListRequest(req, x), func() ([]byte, error) { return refs(e.NativeSessions(listOptions(x))) })
	case OpStoreNativeMessages:
		x := new(session.NativeMessagesRequest)
		return with(decodeNativeMessagesRequest(req, x), func() ([]byte, error) {
			return values(e.NativeMessages(x.Adapter, x.SessionID, store.MessageOptions{Limit: x.Limit, Offset: x.Offset, Types: x.Types, IncludeHidden: x.IncludeHidden}))
		})
	}
	if body, ok, err := runPure(e, op, req); ok {
		return body, err
	}
	if body, ok, err := runStore(e, op, req); ok {
		return body, err
	}
	if body, ok, err := runThreads(e, op, req); ok {
		return body, err
	}
	return nil, fault.New(fault.Unsupported, "unknown operation").WithHint("the operation table is docs/operations.md")
}

// runPure runs the operations that ask nothing of the host but an id; ok is
// false for others.
func runPure(e *core.Engine, op Op, req []byte) (body []byte, ok bool, err error) {
	switch op {
	case OpIdsResolveUnifiedId:
		x := new(session.ResolveUnifiedIDRequest)
		body, err = with(decodeResolveUnifiedIDRequest(req, x), func() ([]byte, error) {
			id, err := e.ResolveUnifiedID(x.Agent, x.NativeSessionID)
			return session.TextJSON(id), err
		})
	case OpIdsResolveNativeId:
		x := new(session.ResolveNativeIDRequest)
		body, err = with(decodeResolveNativeIDRequest(req, x), func() ([]byte, error) {
			if id := e.ResolveNativeID(x.UnifiedID); id != nil {
				return id.AppendJSON(nil), nil
			}
			return []byte("null"), nil
		})
	case OpMessagesNormalize:
		x := new(session.NormalizeRequest)
		body, err = with(decodeNormalizeRequest(req, x), func() ([]byte, error) { return normalizeOne(x) })
	case OpMessagesNormalizeText:
		x := new(session.NormalizeTextRequest)
		body, err = with(decodeNormalizeTextRequest(req, x), func() ([]byte, error) { return normalizeText(e, x) })
	case OpMessagesParseStopReason:
		x := new(session.ParseRequest)
		body, err = with(decodeParseRequest(req, x), func() ([]byte, error) {
			return session.TextJSON(string(normalize.ParseStopReason(x.Value))), nil
		})
	case OpMessagesParsePermissionMode:
		x := new(session.ParseRequest)
		body, err = with(decodeParseRequest(req, x), func() ([]byte, error) {
			return session.TextJSON(string(normalize.ParsePermissionMode(x.Value))), nil
		})
	case OpMessagesMakeRequestId:
		body, err = with(decodeStoreRequest(req, new(session.StoreRequest)), func() ([]byte, error) {
			id, err := e.MakeRequestID()
			return session.TextJSON(id), err
		})
	default:
		return nil, false, nil
	}
	return body, true, err
}

// with runs an operation, if the request could be decoded.
func with(decoded error, call func() ([]byte, error)) ([]byte, error) {
	if decoded != nil {
		return nil, decoded
	}
	return call()
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
