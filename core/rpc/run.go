package rpc

import (
	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/core/catalog"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/session"
	"github.com/heddle-dev/heddle/core/store"
)

// run decodes the request, calls the façade and encodes the result.
func run(e *core.Engine, op Op, req []byte) ([]byte, error) {
	switch op {
	case OpVersion:
		return with(req, decodeVersionRequest, func(VersionRequest) ([]byte, error) {
			v := e.Version()
			return v.AppendJSON(nil), nil
		})
	case OpIdsResolveUnifiedId:
		return with(req, decodeResolveUnifiedIDRequest, func(x ResolveUnifiedIDRequest) ([]byte, error) {
			id, err := e.ResolveUnifiedID(x.Agent, x.NativeSessionID)
			return session.TextJSON(id), err
		})
	case OpIdsResolveNativeId:
		return with(req, decodeResolveNativeIDRequest, func(x ResolveNativeIDRequest) ([]byte, error) {
			if id := e.ResolveNativeID(x.UnifiedID); id != nil {
				return id.AppendJSON(nil), nil
			}
			return []byte("null"), nil
		})
	case OpAgentsList:
		return with(req, decodeAgentsRequest, func(AgentsRequest) ([]byte, error) { return list(e.Agents()) })
	case OpSessionsList:
		return with(req, decodeListRequest, func(x catalog.ListRequest) ([]byte, error) { return list(e.List(x)) })
	case OpSessionsGet:
		return with(req, decodeGetRequest, func(x catalog.GetRequest) ([]byte, error) { return one(e.Get(x)) })
	case OpSessionsExport:
		return with(req, decodeExportRequest, e.Export)
	case OpSessionsSearch:
		return with(req, decodeSearchRequest, func(x catalog.SearchRequest) ([]byte, error) { return list(e.Search(x)) })
	case OpSessionsTotalCost:
		return with(req, decodeCostRequest, func(x catalog.CostRequest) ([]byte, error) { return one(e.TotalCost(x)) })
	case OpSessionsDiff:
		return with(req, decodeDiffRequest, func(x catalog.DiffRequest) ([]byte, error) { return one(e.Diff(x)) })
	case OpSessionsRenderDiff:
		return with(req, decodeRenderDiffRequest, e.RenderDiff)
	case OpSessionsDoctor:
		return with(req, decodeDoctorRequest, func(x catalog.DoctorRequest) ([]byte, error) { return one(e.Doctor(x)) })
	case OpSessionsCommand:
		return with(req, decodeCommandRequest, func(x catalog.CommandRequest) ([]byte, error) { return one(e.Command(x)) })
	case OpSessionsImport:
		return with(req, decodeImportRequest, func(x catalog.ImportRequest) ([]byte, error) { return one(e.Import(x)) })
	case OpStoreNativeSessions:
		return with(req, decodeStoreListRequest, func(x StoreListRequest) ([]byte, error) { return refs(e.NativeSessions(listOptions(x))) })
	case OpStoreNativeMessages:
		return with(req, decodeNativeMessagesRequest, func(x NativeMessagesRequest) ([]byte, error) {
			return values(e.NativeMessages(x.Adapter, x.SessionID, store.MessageOptions{Limit: x.Limit, Offset: x.Offset, Types: x.Types, IncludeHidden: x.IncludeHidden}))
		})
	case OpMessagesNormalize:
		return with(req, decodeNormalizeRequest, normalize)
	case OpMessagesParseStopReason:
		return with(req, decodeParseRequest, func(x ParseRequest) ([]byte, error) {
			return session.TextJSON(string(store.ParseStopReason(x.Value))), nil
		})
	case OpMessagesParsePermissionMode:
		return with(req, decodeParseRequest, func(x ParseRequest) ([]byte, error) {
			return session.TextJSON(string(store.ParsePermissionMode(x.Value))), nil
		})
	case OpMessagesMakeRequestId:
		return with(req, decodeStoreRequest, func(StoreRequest) ([]byte, error) { return session.TextJSON(e.MakeRequestID()), nil })
	}
	if body, ok, err := runStore(e, op, req); ok {
		return body, err
	}
	if body, ok, err := runThreads(e, op, req); ok {
		return body, err
	}
	return nil, fault.New(fault.Unsupported, "unknown operation").WithHint("the operation table is docs/operations.md")
}

// with decodes a request and hands it to the operation.
func with[R any](req []byte, decode func([]byte) (R, error), call func(R) ([]byte, error)) ([]byte, error) {
	x, err := decode(req)
	if err != nil {
		return nil, err
	}
	return call(x)
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
