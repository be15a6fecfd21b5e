package rpc

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// DecodeLiveStep reads a step as live.wasm answers it. Members that it does not
// know are ignored. The messages of the step share the bytes of body, which must
// not be changed afterwards. INTERNAL: body is no step.
func DecodeLiveStep(body []byte) (step session.LiveStep, err error) {
	v, e := scan.Parse(body)
	if e != nil || v.Kind() != scan.Object {
		return step, fault.New(fault.Internal, "the answer is no step of a live session")
	}
	v.EachMember(func(key, v scan.Value) bool {
		switch key.AliasString() {
		case "deadline":
			step.Deadline, _, _ = session.ParseTime(v.String())
		case "health":
			step.Health = session.LiveHealth(v.String())
		case "outputs":
			v.EachElement(func(_ int, v scan.Value) bool {
				step.Outputs = append(step.Outputs, decodeLiveOutput(v))
				return true
			})
		}
		return true
	})
	return step, nil
}

func decodeLiveOutput(v scan.Value) (o session.LiveOutput) {
	v.EachMember(func(key, v scan.Value) bool {
		switch key.AliasString() {
		case "ask":
			o.Ask = decodeLiveAsk(v)
		case "data":
			o.Data = v.String()
		case "durable":
			o.Durable = v.Bool()
		case "error":
			o.Error = decodeDiagnostic(v)
		case "health":
			o.Health = session.LiveHealth(v.String())
		case "id":
			o.ID = v.String()
		case "kind":
			o.Kind = session.LiveOutputKind(v.String())
		case "message":
			o.Message = session.JSON(v.Raw())
		case "nativeSessionId":
			o.NativeSessionID = v.String()
		case "query":
			o.Query = v.String()
		case "record":
			o.Record = v.Bool()
		case "signal":
			o.Signal = session.LiveSignal(v.String())
		case "spawn":
			o.Spawn = decodeLiveSpawn(v)
		case "value":
			o.Value = session.JSON(v.Raw())
		}
		return true
	})
	return o
}

func decodeLiveAsk(v scan.Value) *session.LiveAsk {
	x := &session.LiveAsk{}
	v.EachMember(func(key, v scan.Value) bool {
		switch key.AliasString() {
		case "canRemember":
			x.CanRemember = v.Bool()
		case "canUpdateInput":
			x.CanUpdateInput = v.Bool()
		case "input":
			x.Input = session.JSON(v.Raw())
		case "options":
			x.Options = session.JSON(v.Raw())
		case "reason":
			x.Reason = v.String()
		case "suggestions":
			x.Suggestions = session.JSON(v.Raw())
		case "title":
			x.Title = v.String()
		case "toolName":
			x.ToolName = v.String()
		case "toolUseId":
			x.ToolUseID = v.String()
		}
		return true
	})
	return x
}

func decodeLiveSpawn(v scan.Value) *session.LiveSpawn {
	x := &session.LiveSpawn{}
	v.EachMember(func(key, v scan.Value) bool {
		switch key.AliasString() {
		case "args":
			decodeStrings(v, &x.Args)
		case "cwd":
			x.Cwd = v.String()
		case "env":
			decodeStrings(v, &x.Env)
		case "install":
			x.Install = v.String()
		case "program":
			x.Program = v.String()
		case "unset":
			decodeStrings(v, &x.Unset)
		}
		return true
	})
	return x
}

func decodeDiagnostic(v scan.Value) *session.Diagnostic {
	x := &session.Diagnostic{}
	v.EachMember(func(key, v scan.Value) bool {
		switch key.AliasString() {
		case "agent":
			x.Agent = v.String()
		case "code":
			x.Code = v.String()
		case "hint":
			x.Hint = v.String()
		case "line":
			x.Line, _ = v.Int()
		case "message":
			x.Message = v.String()
		case "offset":
			x.Offset, _ = v.Int()
		case "path":
			x.Path = v.String()
		}
		return true
	})
	return x
}
