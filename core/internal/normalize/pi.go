package normalize

import "github.com/heddle-dev/heddle/core/internal/scan"

// piEvents are types that only pi and omp print, with --mode json and --mode
// rpc.
const piEvents = " agent_start agent_end agent_settled turn_start tool_execution_start tool_execution_update tool_execution_end compaction_start " +
	"compaction_end auto_compaction_start auto_compaction_end auto_retry_start auto_retry_end session_info_changed thinking_level_changed model_changed " +
	"bash_execution_update extension_ui_request extension_error available_commands_update advisor_cost_changed ready queue_update "

var piRules = []rule{
	{" session ", "begin id - cwd"},
	{" message_update ", "own delta"},
	{" message_end ", "own message"},
	{" agent_start ", "own start"},
	{" agent_end ", "own end"},
	{" compaction_end auto_compaction_end ", "if result.summary; note compact_boundary result.summary; if result.usage; tokens - - result.usage result.usage.cost.total"},
	{" auto_retry_start ", "goes"},
	{" session_info_changed ", "note session_title_changed name"},
	{" extension_error ", "note warning error|message"},
	{" extension_ui_request ", "if method=select|method=confirm|method=input|method=editor; put control_request requestId=id subtype=method request~"},
	{" response ", "session data.sessionId; own response"},
}

// piMessages are for whole messages by their role, and for deltas by theirs.
var piMessages = []rule{
	{" text_delta ", "delta assistant - delta"},
	{" thinking_delta ", "delta thinking - delta"},
	{" user ", "say user - content"},
	{" assistant ", "own answer"},
	{" toolResult ", "result toolCallId toolName ?isError - content"},
	{" bashExecution ", "own bash"},
	{" custom ", "own custom"},
}

func (s *Stream) readPi(v scan.Value) {
	s.time = firstValue(v, "timestamp|message.timestamp")
	own, _ := s.applyRules(piRules, firstString(v, "type"), v)
	m := firstValue(v, "assistantMessageEvent|message")
	switch own {
	case "delta", "message":
		own, _ = s.applyRules(piMessages, firstString(m, "role|type"), m)
	case "start", "end":
		if s.busy = own == "start"; !s.busy {
			s.putMessage(s.turnEnd(s.failed != nil))
		}
		return
	case "response":
		s.piResponse(v)
		return
	}
	switch own {
	case "answer":
		s.piAnswer(m)
	case "bash":
		id := "bash " + string(s.time.Raw())
		s.printCall(id, "bash", "", fillMessage(m, "x command:command").canonicalJSON())
		s.putMessage(s.resultMessage(id, "", firstText(m, "output"), testCondition(m, "?exitCode|?cancelled")).fillMembers(m, "exitCode=exitCode"))
	case "custom":
		s.printNotice(firstString(m, "customType"), firstText(m, "content"))
	}
}

// piResponse reads an answer to a command. What it repeats of the session was
// printed before.
func (s *Stream) piResponse(v scan.Value) {
	failed := testCondition(v, "!success")
	switch {
	case failed && (s.busy || testCondition(v, "command#prompt")):
		s.printRefusal(v, v)
		return
	case failed:
		s.runScript(v, "error; end type -")
	}
	s.runScript(v, "if command=get_state; model data.model.id")
	spec := "control_response requestId=id subtype=command"
	if testCondition(v, "command=bash") {
		spec += " response=data"
	}
	s.putMessage(fillMessage(v, spec).setBool("isError", failed))
}

// piAnswer reads an answer: its blocks, what it cost, and why it stopped.
func (s *Stream) piAnswer(m scan.Value) {
	s.dropPieces("")
	s.runScript(m, "model model")
	var b blocks
	said := ""
	firstValue(m, "content").EachElement(func(_ int, e scan.Value) bool {
		switch firstString(e, "type") {
		case "thinking":
			b.addText("thinking", firstString(e, "thinking"))
		case "text":
			said = joinTexts(said, firstString(e, "text"))
			b.addText("text", firstString(e, "text"))
		case "toolCall":
			b.addCall(s, e, "tool_use id:id name:name input=arguments")
		}
		return true
	})
	u, _ := ParseUsage(firstValue(m, "usage"))
	usd := ParseMoney(firstValue(m, "usage.cost.total"))
	if usd != nil && *usd == 0 && u.Zero() {
		usd = nil
	}
	if len(b.b) > 0 || usd != nil || !u.Zero() {
		s.addSpend(&u, usd)
		s.putMessage(fillMessage(m, "assistant messageId=responseId").text("content", said).setJSON("contentBlocks", b.closeList()).
			setOptional("model", s.model).setUsage("usage", &u).setMoney(usd).setStopReason(firstString(m, "stopReason")))
	}
	if testCondition(m, "stopReason=error") {
		s.deferError(firstValue(m, "errorMessage"), m)
	}
}
