//go:build wasip1

// Command plugin is heddle-plugin.wasm: the engine as a plug-in of any Extism host, without a line of
// host code. Files are those of the manifest's allowed_paths.
//
// Each export is an operation that reads, named as the operation with _ for the dot: its input is the
// request and its output the result. A call that fails has the error as JSON. The export notes returns
// what the header of the last response says: diagnostics, a report, the place in a longer list.
package main

import (
	"encoding/json"

	"github.com/heddle-dev/heddle/core/rpc"
	"github.com/heddle-dev/heddle/hostfns/wasi"
)

// main is never called: the module is a reactor.
func main() {}

// What an export returns.
const (
	succeeded = 0
	failed    = 1
)

var (
	guest *wasi.Guest
	notes = []byte("{}")
	busy  bool // a call has begun and not ended
)

// broken is the error of calls after one that was cut off. It is made before: the
// runtime may not be able to allocate any more.
var broken = []byte(`{"code":"INTERNAL","hint":"make a new instance of the plug-in","message":"an earlier call was cut off, by a limit of memory or of time"}`)

// run runs an operation on the host's input.
func run(op rpc.Op) int32 {
	if busy {
		setError(keep(broken))
		return failed
	}
	busy = true
	defer func() { busy = false }()
	response, err := respond(op)
	head, body, ok := rpc.Split(response)
	if err != nil || !ok {
		setError(keep(rpcFailure(op, err)))
		return failed
	}
	var header struct{ Error json.RawMessage }
	if notes = append([]byte(nil), head...); json.Unmarshal(head, &header) != nil || header.Error != nil {
		setError(keep(header.Error))
		return failed
	}
	setOutput(keep(body), uint64(len(body)))
	return succeeded
}

// respond opens the granted folders, once, and runs the operation.
func respond(op rpc.Op) (response []byte, err error) {
	if guest == nil {
		if guest, err = wasi.Open(); err != nil {
			return nil, err
		}
	}
	defer guest.Release()
	return rpc.Dispatch(&guest.Host, op, readInput()), nil
}

// rpcFailure renders what went wrong before the engine, as the engine renders its errors.
func rpcFailure(op rpc.Op, err error) []byte {
	head, _, _ := rpc.Split(rpc.Failure(op.String(), err))
	var header struct{ Error json.RawMessage }
	_ = json.Unmarshal(head, &header) // it was written just now
	return header.Error
}

//go:wasmexport notes
func notesOfLast() int32 {
	setOutput(keep(notes), uint64(len(notes)))
	return succeeded
}

//go:wasmexport version
func version() int32 { return run(rpc.OpVersion) }

//go:wasmexport agents_list
func agentsList() int32 { return run(rpc.OpAgentsList) }

//go:wasmexport ids_resolveNativeId
func resolveNativeID() int32 { return run(rpc.OpIDsResolveNativeID) }

//go:wasmexport ids_resolveUnifiedId
func resolveUnifiedID() int32 { return run(rpc.OpIDsResolveUnifiedID) }

//go:wasmexport sessions_list
func sessionsList() int32 { return run(rpc.OpSessionsList) }

//go:wasmexport sessions_get
func sessionsGet() int32 { return run(rpc.OpSessionsGet) }

//go:wasmexport sessions_export
func sessionsExport() int32 { return run(rpc.OpSessionsExport) }

//go:wasmexport sessions_search
func sessionsSearch() int32 { return run(rpc.OpSessionsSearch) }

//go:wasmexport sessions_totalCost
func sessionsTotalCost() int32 { return run(rpc.OpSessionsTotalCost) }

//go:wasmexport sessions_stats
func sessionsStats() int32 { return run(rpc.OpSessionsStats) }

//go:wasmexport sessions_diff
func sessionsDiff() int32 { return run(rpc.OpSessionsDiff) }

//go:wasmexport sessions_renderDiff
func sessionsRenderDiff() int32 { return run(rpc.OpSessionsRenderDiff) }

//go:wasmexport sessions_doctor
func sessionsDoctor() int32 { return run(rpc.OpSessionsDoctor) }

//go:wasmexport sessions_command
func sessionsCommand() int32 { return run(rpc.OpSessionsCommand) }

//go:wasmexport messages_normalize
func messagesNormalize() int32 { return run(rpc.OpMessagesNormalize) }

//go:wasmexport messages_normalizeText
func messagesNormalizeText() int32 { return run(rpc.OpMessagesNormalizeText) }
