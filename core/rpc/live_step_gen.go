// Code generated from core/rpc/internal/schema by `make generate`. DO NOT EDIT.

package rpc

import (
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

func readValueOfLiveStep(v scan.Value) (x session.LiveStep) {
	v.EachMember(func(key, v scan.Value) bool {
		switch key.AliasString() {
		case "deadline":
			x.Deadline, _, _ = session.ParseTime(v.String())
		case "health":
			x.Health = session.LiveHealth(v.String())
		case "outputs":
			v.EachElement(func(_ int, v scan.Value) bool {
				x.Outputs = append(x.Outputs, readValueOfLiveOutput(v))
				return true
			})
		}
		return true
	})
	return x
}

func readValueOfLiveOutput(v scan.Value) (x session.LiveOutput) {
	v.EachMember(func(key, v scan.Value) bool {
		switch key.AliasString() {
		case "ask":
			member := readValueOfLiveAsk(v)
			x.Ask = &member
		case "data":
			x.Data = v.String()
		case "durable":
			x.Durable = v.Bool()
		case "error":
			member := readValueOfDiagnostic(v)
			x.Error = &member
		case "health":
			x.Health = session.LiveHealth(v.String())
		case "id":
			x.ID = v.String()
		case "kind":
			x.Kind = session.LiveOutputKind(v.String())
		case "message":
			x.Message = session.JSON(v.Raw())
		case "nativeSessionId":
			x.NativeSessionID = v.String()
		case "query":
			x.Query = v.String()
		case "record":
			x.Record = v.Bool()
		case "signal":
			x.Signal = session.LiveSignal(v.String())
		case "spawn":
			member := readValueOfLiveSpawn(v)
			x.Spawn = &member
		case "value":
			x.Value = session.JSON(v.Raw())
		}
		return true
	})
	return x
}

func readValueOfLiveSpawn(v scan.Value) (x session.LiveSpawn) {
	v.EachMember(func(key, v scan.Value) bool {
		switch key.AliasString() {
		case "args":
			v.EachElement(func(_ int, v scan.Value) bool {
				x.Args = append(x.Args, v.String())
				return true
			})
		case "cwd":
			x.Cwd = v.String()
		case "env":
			v.EachElement(func(_ int, v scan.Value) bool {
				x.Env = append(x.Env, v.String())
				return true
			})
		case "files":
			v.EachElement(func(_ int, v scan.Value) bool {
				x.Files = append(x.Files, readValueOfLivePrivateFile(v))
				return true
			})
		case "install":
			x.Install = v.String()
		case "program":
			x.Program = v.String()
		case "unset":
			v.EachElement(func(_ int, v scan.Value) bool {
				x.Unset = append(x.Unset, v.String())
				return true
			})
		}
		return true
	})
	return x
}

func readValueOfLivePrivateFile(v scan.Value) (x session.LivePrivateFile) {
	v.EachMember(func(key, v scan.Value) bool {
		switch key.AliasString() {
		case "arg":
			x.Arg, _ = v.Int()
		case "content":
			x.Content = v.String()
		case "name":
			x.Name = v.String()
		}
		return true
	})
	return x
}

func readValueOfLiveAsk(v scan.Value) (x session.LiveAsk) {
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

func readValueOfDiagnostic(v scan.Value) (x session.Diagnostic) {
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
