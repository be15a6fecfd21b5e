// Code generated from core/rpc/internal/schema by `make generate`. DO NOT EDIT.

package rpc

import (
	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/session"
)

// run decodes the request of an operation, calls the engine and encodes the result.
func run(e *core.Engine, op Op, request requestText) ([]byte, error) {
	switch op {
	case OpVersion:
		return runVersion(e, op, request)
	case OpIDsResolveUnifiedID, OpIDsResolveNativeID:
		return runIDs(e, op, request)
	case OpAgentsList:
		return runAgents(e, op, request)
	case OpSessionsList, OpSessionsGet, OpSessionsExport, OpSessionsSearch, OpSessionsTotalCost, OpSessionsDiff, OpSessionsRenderDiff, OpSessionsDoctor, OpSessionsCommand, OpSessionsImport, OpSessionsStats, OpSessionsTag, OpSessionsTags, OpSessionsView, OpSessionsStory:
		return runSessions(e, op, request)
	case OpStoreRegister, OpStoreUpdate, OpStoreRecord, OpStoreGet, OpStoreList, OpStoreMessages, OpStoreMessageCount, OpStoreSessionCount, OpStoreDelete, OpStoreClear, OpStoreFork, OpStoreShare, OpStoreGetShare, OpStoreUnshare, OpStoreRevert, OpStoreUnrevert, OpStoreSummarize, OpStoreGetSummary, OpStoreExport, OpStoreImport, OpStoreEvents, OpStoreCheck, OpStoreStats, OpStoreCompact, OpStoreNativeSessions, OpStoreNativeMessages:
		return runStore(e, op, request)
	case OpMessagesNormalize, OpMessagesParseStopReason, OpMessagesParsePermissionMode, OpMessagesMakeRequestID, OpMessagesNormalizeText:
		return runMessages(e, op, request)
	case OpThreadsStart, OpThreadsList, OpThreadsLoaded, OpThreadsGet, OpThreadsRead, OpThreadsMessages, OpThreadsRecord, OpThreadsResume, OpThreadsFork, OpThreadsRollback, OpThreadsCompact, OpThreadsArchive, OpThreadsUnarchive, OpThreadsRename, OpThreadsUpdateMetadata, OpThreadsSetStatus, OpThreadsDelete, OpThreadsSetActive, OpThreadsActive, OpThreadsClearActive, OpThreadsUnsubscribe, OpThreadsCount, OpThreadsClear, OpThreadsUnrollback:
		return runThreads(e, op, request)
	case OpAttachmentsGet:
		return runAttachments(e, op, request)
	case OpEditsFind:
		return runEdits(e, op, request)
	}
	return nil, fault.New(fault.Unsupported, "unknown operation").WithHint("the operation table is docs/operations.md")
}

func runVersion(e *core.Engine, op Op, request requestText) ([]byte, error) {
	switch op {
	}
	var x session.VersionRequest
	if err := decodeVersionRequest(request, &x); err != nil {
		return nil, err
	}
	return encodeObject(e.Version(x))
}

func runIDs(e *core.Engine, op Op, request requestText) ([]byte, error) {
	switch op {
	case OpIDsResolveUnifiedID:
		var x session.ResolveUnifiedIDRequest
		if err := decodeResolveUnifiedIDRequest(request, &x); err != nil {
			return nil, err
		}
		return encodeString(e.IDsResolveUnifiedID(x))
	}
	var x session.ResolveNativeIDRequest
	if err := decodeResolveNativeIDRequest(request, &x); err != nil {
		return nil, err
	}
	return encodeOptional(e.IDsResolveNativeID(x))
}

func runAgents(e *core.Engine, op Op, request requestText) ([]byte, error) {
	switch op {
	}
	var x session.AgentsRequest
	if err := decodeAgentsRequest(request, &x); err != nil {
		return nil, err
	}
	return encodeList(e.AgentsList(x))
}

func runSessions(e *core.Engine, op Op, request requestText) ([]byte, error) {
	switch op {
	case OpSessionsList:
		var x session.ListRequest
		if err := decodeListRequest(request, &x); err != nil {
			return nil, err
		}
		return encodeList(e.SessionsList(x))
	case OpSessionsGet:
		var x session.GetRequest
		if err := decodeGetRequest(request, &x); err != nil {
			return nil, err
		}
		return encodeObject(e.SessionsGet(x))
	case OpSessionsExport:
		var x session.ExportRequest
		if err := decodeExportRequest(request, &x); err != nil {
			return nil, err
		}
		return encodeText(e.SessionsExport(x))
	case OpSessionsSearch:
		var x session.SearchRequest
		if err := decodeSearchRequest(request, &x); err != nil {
			return nil, err
		}
		return encodeList(e.SessionsSearch(x))
	case OpSessionsTotalCost:
		var x session.CostRequest
		if err := decodeCostRequest(request, &x); err != nil {
			return nil, err
		}
		return encodeObject(e.SessionsTotalCost(x))
	case OpSessionsDiff:
		var x session.DiffRequest
		if err := decodeDiffRequest(request, &x); err != nil {
			return nil, err
		}
		return encodeObject(e.SessionsDiff(x))
	case OpSessionsRenderDiff:
		var x session.RenderDiffRequest
		if err := decodeRenderDiffRequest(request, &x); err != nil {
			return nil, err
		}
		return encodeText(e.SessionsRenderDiff(x))
	case OpSessionsDoctor:
		var x session.DoctorRequest
		if err := decodeDoctorRequest(request, &x); err != nil {
			return nil, err
		}
		return encodeObject(e.SessionsDoctor(x))
	case OpSessionsCommand:
		var x session.CommandRequest
		if err := decodeCommandRequest(request, &x); err != nil {
			return nil, err
		}
		return encodeObject(e.SessionsCommand(x))
	case OpSessionsImport:
		var x session.ImportRequest
		if err := decodeImportRequest(request, &x); err != nil {
			return nil, err
		}
		return encodeObject(e.SessionsImport(x))
	case OpSessionsStats:
		var x session.StatsRequest
		if err := decodeStatsRequest(request, &x); err != nil {
			return nil, err
		}
		return encodeObject(e.SessionsStats(x))
	case OpSessionsTag:
		var x session.TagRequest
		if err := decodeTagRequest(request, &x); err != nil {
			return nil, err
		}
		return encodeObject(e.SessionsTag(x))
	case OpSessionsTags:
		var x session.TagsRequest
		if err := decodeTagsRequest(request, &x); err != nil {
			return nil, err
		}
		return encodeList(e.SessionsTags(x))
	case OpSessionsView:
		if isLite {
			return nil, leftOut()
		}
		var x session.ViewRequest
		if err := decodeViewRequest(request, &x); err != nil {
			return nil, err
		}
		return encodeObject(e.SessionsView(x))
	}
	if isLite {
		return nil, leftOut()
	}
	var x session.StoryRequest
	if err := decodeStoryRequest(request, &x); err != nil {
		return nil, err
	}
	return encodeObject(e.SessionsStory(x))
}

func runStore(e *core.Engine, op Op, request requestText) ([]byte, error) {
	switch op {
	case OpStoreRegister:
		var x session.RegisterRequest
		if err := decodeRegisterRequest(request, &x); err != nil {
			return nil, err
		}
		return encodeObject(e.StoreRegister(x))
	case OpStoreUpdate:
		var x session.UpdateRequest
		if err := decodeUpdateRequest(request, &x); err != nil {
			return nil, err
		}
		return encodeObject(e.StoreUpdate(x))
	case OpStoreRecord:
		var x session.RecordRequest
		if err := decodeRecordRequest(request, &x); err != nil {
			return nil, err
		}
		return encodeObject(e.StoreRecord(x))
	case OpStoreGet:
		var x session.StoreRead
		if err := decodeStoreRead(request, &x); err != nil {
			return nil, err
		}
		return encodeObject(e.StoreGet(x))
	case OpStoreList:
		var x session.StoreListRequest
		if err := decodeStoreListRequest(request, &x); err != nil {
			return nil, err
		}
		return encodeList(e.StoreList(x))
	case OpStoreMessages:
		var x session.StoreMessagesRequest
		if err := decodeStoreMessagesRequest(request, &x); err != nil {
			return nil, err
		}
		return encodeValues(e.StoreMessages(x))
	case OpStoreMessageCount:
		var x session.StoreName
		if err := decodeStoreName(request, &x); err != nil {
			return nil, err
		}
		return encodeInt(e.StoreMessageCount(x))
	case OpStoreSessionCount:
		var x session.StoreRequest
		if err := decodeStoreRequest(request, &x); err != nil {
			return nil, err
		}
		return encodeInt(e.StoreSessionCount(x))
	case OpStoreDelete:
		var x session.StoreChange
		if err := decodeStoreChange(request, &x); err != nil {
			return nil, err
		}
		return encodeNothing(e.StoreDelete(x))
	case OpStoreClear:
		var x session.StoreRequest
		if err := decodeStoreRequest(request, &x); err != nil {
			return nil, err
		}
		return encodeInt(e.StoreClear(x))
	case OpStoreFork:
		var x session.StoreForkRequest
		if err := decodeStoreForkRequest(request, &x); err != nil {
			return nil, err
		}
		return encodeObject(e.StoreFork(x))
	case OpStoreShare:
		var x session.ShareRequest
		if err := decodeShareRequest(request, &x); err != nil {
			return nil, err
		}
		return encodeObject(e.StoreShare(x))
	case OpStoreGetShare:
		var x session.StoreRead
		if err := decodeStoreRead(request, &x); err != nil {
			return nil, err
		}
		return encodeOptional(e.StoreGetShare(x))
	case OpStoreUnshare:
		var x session.StoreChange
		if err := decodeStoreChange(request, &x); err != nil {
			return nil, err
		}
		return encodeNothing(e.StoreUnshare(x))
	case OpStoreRevert:
		var x session.RevertRequest
		if err := decodeRevertRequest(request, &x); err != nil {
			return nil, err
		}
		return encodeObject(e.StoreRevert(x))
	case OpStoreUnrevert:
		var x session.StoreChange
		if err := decodeStoreChange(request, &x); err != nil {
			return nil, err
		}
		return encodeObject(e.StoreUnrevert(x))
	case OpStoreSummarize:
		var x session.SummarizeRequest
		if err := decodeSummarizeRequest(request, &x); err != nil {
			return nil, err
		}
		return encodeObject(e.StoreSummarize(x))
	case OpStoreGetSummary:
		var x session.StoreRead
		if err := decodeStoreRead(request, &x); err != nil {
			return nil, err
		}
		return encodeOptional(e.StoreGetSummary(x))
	case OpStoreExport:
		var x session.StoreExportRequest
		if err := decodeStoreExportRequest(request, &x); err != nil {
			return nil, err
		}
		return encodeText(e.StoreExport(x))
	case OpStoreImport:
		var x session.StoreImportRequest
		if err := decodeStoreImportRequest(request, &x); err != nil {
			return nil, err
		}
		return encodeObject(e.StoreImport(x))
	case OpStoreEvents:
		var x session.EventsRequest
		if err := decodeEventsRequest(request, &x); err != nil {
			return nil, err
		}
		return encodeObject(e.StoreEvents(x))
	case OpStoreCheck:
		var x session.StoreRequest
		if err := decodeStoreRequest(request, &x); err != nil {
			return nil, err
		}
		return encodeList(e.StoreCheck(x))
	case OpStoreStats:
		var x session.StoreRequest
		if err := decodeStoreRequest(request, &x); err != nil {
			return nil, err
		}
		return encodeObject(e.StoreStats(x))
	case OpStoreCompact:
		var x session.StoreRequest
		if err := decodeStoreRequest(request, &x); err != nil {
			return nil, err
		}
		return encodeObject(e.StoreCompact(x))
	case OpStoreNativeSessions:
		var x session.StoreListRequest
		if err := decodeStoreListRequest(request, &x); err != nil {
			return nil, err
		}
		return encodeList(e.StoreNativeSessions(x))
	}
	var x session.NativeMessagesRequest
	if err := decodeNativeMessagesRequest(request, &x); err != nil {
		return nil, err
	}
	return encodeValues(e.StoreNativeMessages(x))
}

func runMessages(e *core.Engine, op Op, request requestText) ([]byte, error) {
	switch op {
	case OpMessagesNormalize:
		var x session.NormalizeRequest
		if err := decodeNormalizeRequest(request, &x); err != nil {
			return nil, err
		}
		return encodeJSON(e.MessagesNormalize(x))
	case OpMessagesParseStopReason:
		var x session.ParseRequest
		if err := decodeParseRequest(request, &x); err != nil {
			return nil, err
		}
		return encodeString(e.MessagesParseStopReason(x))
	case OpMessagesParsePermissionMode:
		var x session.ParseRequest
		if err := decodeParseRequest(request, &x); err != nil {
			return nil, err
		}
		return encodeString(e.MessagesParsePermissionMode(x))
	case OpMessagesMakeRequestID:
		var x session.StoreRequest
		if err := decodeStoreRequest(request, &x); err != nil {
			return nil, err
		}
		return encodeString(e.MessagesMakeRequestID(x))
	}
	var x session.NormalizeTextRequest
	if err := decodeNormalizeTextRequest(request, &x); err != nil {
		return nil, err
	}
	return encodeValues(e.MessagesNormalizeText(x))
}

func runThreads(e *core.Engine, op Op, request requestText) ([]byte, error) {
	switch op {
	case OpThreadsStart:
		var x session.ThreadStartRequest
		if err := decodeThreadStartRequest(request, &x); err != nil {
			return nil, err
		}
		return encodeObject(e.ThreadsStart(x))
	case OpThreadsList:
		var x session.StoreRead
		if err := decodeStoreRead(request, &x); err != nil {
			return nil, err
		}
		return encodeList(e.ThreadsList(x))
	case OpThreadsLoaded:
		var x session.ThreadsLoadedRequest
		if err := decodeThreadsLoadedRequest(request, &x); err != nil {
			return nil, err
		}
		return encodeObject(e.ThreadsLoaded(x))
	case OpThreadsGet:
		var x session.ThreadRead
		if err := decodeThreadRead(request, &x); err != nil {
			return nil, err
		}
		return encodeObject(e.ThreadsGet(x))
	case OpThreadsRead:
		var x session.ThreadReadRequest
		if err := decodeThreadReadRequest(request, &x); err != nil {
			return nil, err
		}
		return encodeObject(e.ThreadsRead(x))
	case OpThreadsMessages:
		var x session.ThreadMessagesRequest
		if err := decodeThreadMessagesRequest(request, &x); err != nil {
			return nil, err
		}
		return encodeValues(e.ThreadsMessages(x))
	case OpThreadsRecord:
		var x session.ThreadRecordRequest
		if err := decodeThreadRecordRequest(request, &x); err != nil {
			return nil, err
		}
		return encodeObject(e.ThreadsRecord(x))
	case OpThreadsResume:
		var x session.ThreadChange
		if err := decodeThreadChange(request, &x); err != nil {
			return nil, err
		}
		return encodeObject(e.ThreadsResume(x))
	case OpThreadsFork:
		var x session.ThreadForkRequest
		if err := decodeThreadForkRequest(request, &x); err != nil {
			return nil, err
		}
		return encodeObject(e.ThreadsFork(x))
	case OpThreadsRollback:
		var x session.ThreadRollbackRequest
		if err := decodeThreadRollbackRequest(request, &x); err != nil {
			return nil, err
		}
		return encodeObject(e.ThreadsRollback(x))
	case OpThreadsCompact:
		var x session.ThreadCompactRequest
		if err := decodeThreadCompactRequest(request, &x); err != nil {
			return nil, err
		}
		return encodeObject(e.ThreadsCompact(x))
	case OpThreadsArchive:
		var x session.ThreadChange
		if err := decodeThreadChange(request, &x); err != nil {
			return nil, err
		}
		return encodeObject(e.ThreadsArchive(x))
	case OpThreadsUnarchive:
		var x session.ThreadChange
		if err := decodeThreadChange(request, &x); err != nil {
			return nil, err
		}
		return encodeObject(e.ThreadsUnarchive(x))
	case OpThreadsRename:
		var x session.ThreadRenameRequest
		if err := decodeThreadRenameRequest(request, &x); err != nil {
			return nil, err
		}
		return encodeObject(e.ThreadsRename(x))
	case OpThreadsUpdateMetadata:
		var x session.ThreadMetadataRequest
		if err := decodeThreadMetadataRequest(request, &x); err != nil {
			return nil, err
		}
		return encodeObject(e.ThreadsUpdateMetadata(x))
	case OpThreadsSetStatus:
		var x session.ThreadStatusRequest
		if err := decodeThreadStatusRequest(request, &x); err != nil {
			return nil, err
		}
		return encodeObject(e.ThreadsSetStatus(x))
	case OpThreadsDelete:
		var x session.ThreadChange
		if err := decodeThreadChange(request, &x); err != nil {
			return nil, err
		}
		return encodeNothing(e.ThreadsDelete(x))
	case OpThreadsSetActive:
		var x session.ThreadChange
		if err := decodeThreadChange(request, &x); err != nil {
			return nil, err
		}
		return encodeNothing(e.ThreadsSetActive(x))
	case OpThreadsActive:
		var x session.StoreRead
		if err := decodeStoreRead(request, &x); err != nil {
			return nil, err
		}
		return encodeOptionalString(e.ThreadsActive(x))
	case OpThreadsClearActive:
		var x session.StoreChange
		if err := decodeStoreChange(request, &x); err != nil {
			return nil, err
		}
		return encodeNothing(e.ThreadsClearActive(x))
	case OpThreadsUnsubscribe:
		var x session.ThreadChange
		if err := decodeThreadChange(request, &x); err != nil {
			return nil, err
		}
		return encodeObject(e.ThreadsUnsubscribe(x))
	case OpThreadsCount:
		var x session.StoreName
		if err := decodeStoreName(request, &x); err != nil {
			return nil, err
		}
		return encodeInt(e.ThreadsCount(x))
	case OpThreadsClear:
		var x session.StoreRequest
		if err := decodeStoreRequest(request, &x); err != nil {
			return nil, err
		}
		return encodeInt(e.ThreadsClear(x))
	}
	var x session.ThreadChange
	if err := decodeThreadChange(request, &x); err != nil {
		return nil, err
	}
	return encodeObject(e.ThreadsUnrollback(x))
}

func runAttachments(e *core.Engine, op Op, request requestText) ([]byte, error) {
	switch op {
	}
	if isLite {
		return nil, leftOut()
	}
	var x session.AttachmentRequest
	if err := decodeAttachmentRequest(request, &x); err != nil {
		return nil, err
	}
	return encodeObject(e.AttachmentsGet(x))
}

func runEdits(e *core.Engine, op Op, request requestText) ([]byte, error) {
	switch op {
	}
	if isLite {
		return nil, leftOut()
	}
	var x session.FindEditsRequest
	if err := decodeFindEditsRequest(request, &x); err != nil {
		return nil, err
	}
	return encodeObject(e.EditsFind(x))
}

// Decode reads a request into the struct of core/session that to points to, and replaces what it
// holds. A member that is unknown or of another type is INVALID_ARGUMENT. The struct's JSON values
// refer to the bytes of request. It panics for a type that is no request.
func Decode(request []byte, to any) error {
	switch x := to.(type) {
	case *session.VersionRequest:
		*x = session.VersionRequest{}
		return decodeVersionRequest(requestText{json: request}, x)
	case *session.ResolveUnifiedIDRequest:
		*x = session.ResolveUnifiedIDRequest{}
		return decodeResolveUnifiedIDRequest(requestText{json: request}, x)
	case *session.ResolveNativeIDRequest:
		*x = session.ResolveNativeIDRequest{}
		return decodeResolveNativeIDRequest(requestText{json: request}, x)
	case *session.AgentsRequest:
		*x = session.AgentsRequest{}
		return decodeAgentsRequest(requestText{json: request}, x)
	case *session.ListRequest:
		*x = session.ListRequest{}
		return decodeListRequest(requestText{json: request}, x)
	case *session.GetRequest:
		*x = session.GetRequest{}
		return decodeGetRequest(requestText{json: request}, x)
	case *session.ExportRequest:
		*x = session.ExportRequest{}
		return decodeExportRequest(requestText{json: request}, x)
	case *session.SearchRequest:
		*x = session.SearchRequest{}
		return decodeSearchRequest(requestText{json: request}, x)
	case *session.CostRequest:
		*x = session.CostRequest{}
		return decodeCostRequest(requestText{json: request}, x)
	case *session.DiffRequest:
		*x = session.DiffRequest{}
		return decodeDiffRequest(requestText{json: request}, x)
	case *session.RenderDiffRequest:
		*x = session.RenderDiffRequest{}
		return decodeRenderDiffRequest(requestText{json: request}, x)
	case *session.DoctorRequest:
		*x = session.DoctorRequest{}
		return decodeDoctorRequest(requestText{json: request}, x)
	case *session.CommandRequest:
		*x = session.CommandRequest{}
		return decodeCommandRequest(requestText{json: request}, x)
	case *session.RegisterRequest:
		*x = session.RegisterRequest{}
		return decodeRegisterRequest(requestText{json: request}, x)
	case *session.UpdateRequest:
		*x = session.UpdateRequest{}
		return decodeUpdateRequest(requestText{json: request}, x)
	case *session.RecordRequest:
		*x = session.RecordRequest{}
		return decodeRecordRequest(requestText{json: request}, x)
	case *session.StoreRead:
		*x = session.StoreRead{}
		return decodeStoreRead(requestText{json: request}, x)
	case *session.StoreListRequest:
		*x = session.StoreListRequest{}
		return decodeStoreListRequest(requestText{json: request}, x)
	case *session.StoreMessagesRequest:
		*x = session.StoreMessagesRequest{}
		return decodeStoreMessagesRequest(requestText{json: request}, x)
	case *session.StoreName:
		*x = session.StoreName{}
		return decodeStoreName(requestText{json: request}, x)
	case *session.StoreRequest:
		*x = session.StoreRequest{}
		return decodeStoreRequest(requestText{json: request}, x)
	case *session.StoreChange:
		*x = session.StoreChange{}
		return decodeStoreChange(requestText{json: request}, x)
	case *session.StoreForkRequest:
		*x = session.StoreForkRequest{}
		return decodeStoreForkRequest(requestText{json: request}, x)
	case *session.ShareRequest:
		*x = session.ShareRequest{}
		return decodeShareRequest(requestText{json: request}, x)
	case *session.RevertRequest:
		*x = session.RevertRequest{}
		return decodeRevertRequest(requestText{json: request}, x)
	case *session.SummarizeRequest:
		*x = session.SummarizeRequest{}
		return decodeSummarizeRequest(requestText{json: request}, x)
	case *session.StoreExportRequest:
		*x = session.StoreExportRequest{}
		return decodeStoreExportRequest(requestText{json: request}, x)
	case *session.StoreImportRequest:
		*x = session.StoreImportRequest{}
		return decodeStoreImportRequest(requestText{json: request}, x)
	case *session.EventsRequest:
		*x = session.EventsRequest{}
		return decodeEventsRequest(requestText{json: request}, x)
	case *session.NativeMessagesRequest:
		*x = session.NativeMessagesRequest{}
		return decodeNativeMessagesRequest(requestText{json: request}, x)
	case *session.NormalizeRequest:
		*x = session.NormalizeRequest{}
		return decodeNormalizeRequest(requestText{json: request}, x)
	case *session.ParseRequest:
		*x = session.ParseRequest{}
		return decodeParseRequest(requestText{json: request}, x)
	case *session.ImportRequest:
		*x = session.ImportRequest{}
		return decodeImportRequest(requestText{json: request}, x)
	case *session.ThreadStartRequest:
		*x = session.ThreadStartRequest{}
		return decodeThreadStartRequest(requestText{json: request}, x)
	case *session.ThreadsLoadedRequest:
		*x = session.ThreadsLoadedRequest{}
		return decodeThreadsLoadedRequest(requestText{json: request}, x)
	case *session.ThreadRead:
		*x = session.ThreadRead{}
		return decodeThreadRead(requestText{json: request}, x)
	case *session.ThreadReadRequest:
		*x = session.ThreadReadRequest{}
		return decodeThreadReadRequest(requestText{json: request}, x)
	case *session.ThreadMessagesRequest:
		*x = session.ThreadMessagesRequest{}
		return decodeThreadMessagesRequest(requestText{json: request}, x)
	case *session.ThreadRecordRequest:
		*x = session.ThreadRecordRequest{}
		return decodeThreadRecordRequest(requestText{json: request}, x)
	case *session.ThreadChange:
		*x = session.ThreadChange{}
		return decodeThreadChange(requestText{json: request}, x)
	case *session.ThreadForkRequest:
		*x = session.ThreadForkRequest{}
		return decodeThreadForkRequest(requestText{json: request}, x)
	case *session.ThreadRollbackRequest:
		*x = session.ThreadRollbackRequest{}
		return decodeThreadRollbackRequest(requestText{json: request}, x)
	case *session.ThreadCompactRequest:
		*x = session.ThreadCompactRequest{}
		return decodeThreadCompactRequest(requestText{json: request}, x)
	case *session.ThreadRenameRequest:
		*x = session.ThreadRenameRequest{}
		return decodeThreadRenameRequest(requestText{json: request}, x)
	case *session.ThreadMetadataRequest:
		*x = session.ThreadMetadataRequest{}
		return decodeThreadMetadataRequest(requestText{json: request}, x)
	case *session.ThreadStatusRequest:
		*x = session.ThreadStatusRequest{}
		return decodeThreadStatusRequest(requestText{json: request}, x)
	case *session.NormalizeTextRequest:
		*x = session.NormalizeTextRequest{}
		return decodeNormalizeTextRequest(requestText{json: request}, x)
	case *session.StatsRequest:
		*x = session.StatsRequest{}
		return decodeStatsRequest(requestText{json: request}, x)
	case *session.TagRequest:
		*x = session.TagRequest{}
		return decodeTagRequest(requestText{json: request}, x)
	case *session.TagsRequest:
		*x = session.TagsRequest{}
		return decodeTagsRequest(requestText{json: request}, x)
	case *session.ViewRequest:
		*x = session.ViewRequest{}
		return decodeViewRequest(requestText{json: request}, x)
	case *session.StoryRequest:
		*x = session.StoryRequest{}
		return decodeStoryRequest(requestText{json: request}, x)
	case *session.AttachmentRequest:
		*x = session.AttachmentRequest{}
		return decodeAttachmentRequest(requestText{json: request}, x)
	case *session.FindEditsRequest:
		*x = session.FindEditsRequest{}
		return decodeFindEditsRequest(requestText{json: request}, x)
	}
	panic("rpc: not a request")
}
