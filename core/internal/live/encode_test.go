package live

import (
	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/session"
)

// The goldens and the messages of the tests have commands and outputs as canonical JSON.

func appendCommand(dst []byte, x *session.LiveCommandRequest) []byte {
	m := canon.Object(dst)
	m.OptFlag("allow", x.Allow)
	m.OptStrs("allowedTools", x.AllowedTools)
	m.OptStr("ask", x.Ask)
	if len(x.Attachments) > 0 {
		m.Key("attachments")
		m.Open('[')
		for i := range x.Attachments {
			m.Item(i)
			m.B = x.Attachments[i].AppendJSON(m.B)
		}
		m.Close(']')
	}
	m.OptStrs("disallowedTools", x.DisallowedTools)
	m.OptFlag("dryRun", x.DryRun)
	m.Str("id", x.ID)
	m.OptFlag("interrupt", x.Interrupt)
	m.Str("kind", string(x.Kind))
	m.OptStr("maxBudgetUsd", x.MaxBudgetUSD)
	m.OptNum("maxTokens", x.MaxTokens)
	m.OptNum("maxTurns", x.MaxTurns)
	m.OptStr("messageId", x.MessageID)
	m.OptStr("mode", x.Mode)
	m.OptStr("model", x.Model)
	m.Key("now")
	m.B = x.Now.AppendJSON(m.B)
	if len(x.OutputSchema) > 0 {
		m.Key("outputSchema")
		m.B = x.OutputSchema.AppendJSON(m.B)
	}
	m.OptStr("query", x.Query)
	if len(x.Rules) > 0 {
		m.Key("rules")
		m.B = x.Rules.AppendJSON(m.B)
	}
	m.OptStr("subagent", x.Subagent)
	m.OptStr("systemPrompt", x.SystemPrompt)
	m.OptStr("text", x.Text)
	m.OptStr("thinking", x.Thinking)
	m.OptNum("timeoutMs", x.TimeoutMS)
	if len(x.UpdatedInput) > 0 {
		m.Key("updatedInput")
		m.B = x.UpdatedInput.AppendJSON(m.B)
	}
	if len(x.Usage) > 0 {
		m.Key("usage")
		m.B = x.Usage.AppendJSON(m.B)
	}
	m.OptStr("usd", x.USD)
	return m.End()
}

func appendOutput(dst []byte, x *session.LiveOutput) []byte {
	m := canon.Object(dst)
	if x.Ask != nil {
		m.Key("ask")
		m.B = x.Ask.AppendJSON(m.B)
	}
	m.OptStr("data", x.Data)
	m.OptFlag("durable", x.Durable)
	if x.Error != nil {
		m.Key("error")
		m.B = x.Error.AppendJSON(m.B)
	}
	m.OptStr("health", string(x.Health))
	m.OptStr("id", x.ID)
	m.Str("kind", string(x.Kind))
	if len(x.Message) > 0 {
		m.Key("message")
		m.B = x.Message.AppendJSON(m.B)
	}
	m.OptStr("nativeSessionId", x.NativeSessionID)
	m.OptStr("query", x.Query)
	m.OptFlag("record", x.Record)
	m.OptStr("signal", string(x.Signal))
	if x.Spawn != nil {
		m.Key("spawn")
		m.B = appendSpawn(m.B, x.Spawn)
	}
	if len(x.Value) > 0 {
		m.Key("value")
		m.B = x.Value.AppendJSON(m.B)
	}
	return m.End()
}

func appendSpawn(dst []byte, x *session.LiveSpawn) []byte {
	m := canon.Object(dst)
	m.Strs("args", x.Args)
	m.Str("cwd", x.Cwd)
	m.Strs("env", x.Env)
	if len(x.Files) > 0 {
		m.Key("files")
		m.Open('[')
		for i := range x.Files {
			m.Item(i)
			m.B = appendFile(m.B, &x.Files[i])
		}
		m.Close(']')
	}
	m.OptStr("install", x.Install)
	m.Str("program", x.Program)
	m.Strs("unset", x.Unset)
	return m.End()
}

func appendFile(dst []byte, x *session.LivePrivateFile) []byte {
	m := canon.Object(dst)
	m.Num("arg", x.Arg)
	m.Str("content", x.Content)
	m.Str("name", x.Name)
	return m.End()
}
