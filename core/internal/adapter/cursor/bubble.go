package cursor

import (
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// Types of bubbles.
const (
	bubbleUser = 1
	bubbleAI   = 2
)

// Paths of a bubble.
const (
	bID = iota
	bType
	bText
	bRawText
	bRichText
	bCreated
	bSent
	bEnded
	bStarted
	bThinking
	bTool
	bModel
	bModelType
	bInput
	bOutput
	bImages
	bFolder
	bFolders
	bubbleFields
)

var bubblePaths = scan.CompilePaths("bubbleId", "type", "text", "rawText", "richText", "createdAt", "timingInfo.clientRpcSendTime",
	"timingInfo.clientEndTime", "timingInfo.clientStartTime", "thinking", "toolFormerData", "modelInfo.modelName", "modelType",
	"tokenCount.inputTokens", "tokenCount.outputTokens", "images", "workspaceProjectDir", "workspaceUris")

// bubbles turns the IDE's bubbles into records. The IDE cuts a model's answer
// into bubbles: thoughts, text, one for each call of a tool. What comes
// before a tool's result is one answer, and so are calls that name the same
// model call.
type bubbles struct {
	w      *walker
	model  string // in force
	merge  string // of the answer that is open
	call   string // model call of the answer's last tool; "" before any
	tooled bool   // the answer has called a tool
	costs  []priced
	cwd    bool
}

// priced is what the agent recorded for a model over the whole session.
type priced struct {
	model string
	usage session.TokenUsage
	usd   session.Money
}

// visitBubble visits one bubble. name is its id where the bubble does not have it itself.
func (b *bubbles) visitBubble(name string, data []byte, branch bool) error {
	w := b.w
	if err := w.pace.Count(w.env, w.log, 1, int64(len(data))); err != nil {
		return err
	}
	var v [bubbleFields]scan.Value
	if bubblePaths.Scan(data, v[:]) != nil {
		return w.reportSkip(0, 0, "bubble "+name+" is not JSON")
	}
	w.log.Drift.Inspect(w.env.Agent, data)
	name = firstText(name, v[bID].String())
	m := native{id: name, raw: data}
	for _, at := range []int{bCreated, bSent, bEnded, bStarted} {
		if m.time == 0 {
			m.time = parseMoment(v[at])
		}
	}
	w.beginRecord(&m)
	w.rec.Branch = branch
	if !b.cwd && w.found.cwd == "" {
		b.setFolder(&v)
	}
	b.model = firstText(namedModel(firstText(v[bModel].String(), v[bModelType].String())), b.model)
	kind, _ := v[bType].Int()
	switch {
	case kind == bubbleUser || v[bType].EqualString("user"):
		b.fillUser(&v)
		if err := w.emitRecord(); err != nil {
			return err
		}
		return b.visitTokens(name, m.time, &v)
	case kind == bubbleAI || v[bType].EqualString("ai"):
		return b.visitAnswer(&v, m.time, branch)
	}
	w.rec.Kind, w.rec.Type = adapter.Unknown, "bubble."+string(v[bType].AppendCanonical(nil))
	return w.emitRecord()
}

// setFolder takes the folder that a bubble names.
func (b *bubbles) setFolder(v *[bubbleFields]scan.Value) {
	folder := v[bFolder].String()
	if folder == "" {
		folder = folderOf(v[bFolders].Get("0").String())
	}
	if folder != "" {
		b.w.rec.Facts, b.cwd = &adapter.Facts{Cwd: folder}, true
	}
}

func (b *bubbles) fillUser(v *[bubbleFields]scan.Value) {
	b.merge, b.call, b.tooled = "", "", false
	s := firstText(v[bText].String(), v[bRawText].String())
	if s == "" && len(v[bRichText].Raw()) <= maxSideBytes {
		s = plainText(v[bRichText].String())
	}
	var c content
	c.addBlock(&c.text, s, true)
	v[bImages].EachElement(func(_ int, e scan.Value) bool {
		c.attachments = append(c.attachments, session.Attachment{Name: eitherField(e, "path", "uuid").String(), MediaType: "image"})
		return true
	})
	b.w.fillUser(&c)
}

// visitAnswer visits what a model said, did and thought in a bubble.
func (b *bubbles) visitAnswer(v *[bubbleFields]scan.Value, at session.Time, branch bool) error {
	w := b.w
	rec := &w.rec
	tool := v[bTool]
	isTool := tool.Get("name").Exists() || tool.Get("toolCallId").Exists()
	said := firstText(v[bText].String(), v[bRawText].String())
	thought := v[bThinking].Get("text").String()
	call := tool.Get("modelCallId").String()
	if b.merge == "" || b.tooled && !(isTool && call != "" && call == b.call) {
		b.merge, b.call, b.tooled = rec.ID, "", false
	}
	id := rec.ID
	if isTool || said != "" || thought != "" {
		rec.Kind, rec.Role, rec.Merge, rec.Model = adapter.Message, session.RoleAssistant, b.merge, b.model
		if w.want.Text {
			rec.Text, rec.Thinking = said, thought
		}
	}
	var result *session.ToolResult
	if isTool {
		var c session.ToolCall
		c, result = toolOf(tool, w.want.Text)
		rec.ToolCalls = []session.ToolCall{c}
		b.tooled, b.call = true, call
	}
	if err := w.emitRecord(); err != nil {
		return err
	}
	if result != nil {
		w.rec = adapter.Record{Kind: adapter.Message, ID: id + "#result", Time: at, Branch: branch, Role: session.RoleTool, ToolResult: result}
		if err := w.emitRecord(); err != nil {
			return err
		}
	}
	return b.visitTokens(id, at, v)
}

// visitTokens visits a bubble's tokens. None are recorded in nearly all bubbles of
// 2026: zeros are no statement. Where the agent recorded money for the whole
// session, the tokens go with it.
func (b *bubbles) visitTokens(id string, at session.Time, v *[bubbleFields]scan.Value) error {
	u := session.TokenUsage{InputTokens: countOf(v[bInput]), OutputTokens: countOf(v[bOutput])}
	if u.Zero() {
		return nil
	}
	if len(b.costs) > 0 {
		to := &b.costs[0]
		for i := range b.costs {
			if b.costs[i].model == b.model {
				to = &b.costs[i]
			}
		}
		to.usage.Add(u)
		return nil
	}
	key := id
	if len(key) < 32 { // older ids are numbers
		key = b.w.ref.ID + "/" + key
	}
	b.w.rec = adapter.Record{Kind: adapter.Usage, Time: at, Merge: b.merge, Model: b.model, Usage: &u, UsageKey: key}
	return b.w.emitRecord()
}

// visitCosts visits the money that was recorded for the session.
func (b *bubbles) visitCosts(at session.Time) error {
	for i := range b.costs {
		c := &b.costs[i]
		b.w.rec = adapter.Record{Kind: adapter.Usage, Time: at, Model: namedModel(c.model), UsageKey: "usageData/" + b.w.ref.ID + "/" + c.model, USD: &c.usd}
		if !c.usage.Zero() {
			b.w.rec.Usage = &c.usage
		}
		if err := b.w.emitRecord(); err != nil {
			return err
		}
	}
	return nil
}

// toolOf reads a call with its result; without one when it has not ended.
func toolOf(v scan.Value, content bool) (session.ToolCall, *session.ToolResult) {
	id, _, _ := text.Cut(v.Get("toolCallId").String(), "\n") // an id of the provider's may follow
	call := session.ToolCall{ToolCallID: id, ToolName: v.Get("name").String()}
	if content {
		raw := firstText(v.Get("rawArgs").String(), v.Get("params").String())
		if args, err := scan.Parse([]byte(raw)); err == nil {
			call.Input = args.AppendCanonical(nil)
		} else if params, err := scan.Parse([]byte(v.Get("params").String())); err == nil {
			call.Input = params.AppendCanonical(nil)
		} else {
			call.Input = session.TextJSON(raw)
		}
	}
	status := v.Get("status").String()
	out := v.Get("result")
	res := &session.ToolResult{ToolCallID: id, ToolName: call.ToolName}
	switch status {
	case "error", "failed", "cancelled", "rejected":
		res.IsError = true
	}
	res.IsError = res.IsError || v.Get("userDecision").EqualString("rejected")
	if !out.Exists() || out.EqualString("") {
		if out = v.Get("error"); !out.Exists() && !res.IsError && status != "completed" {
			return call, nil
		}
	}
	if content {
		res.Output = session.TextJSON("")
		if out.Exists() {
			res.Output = out.AppendCanonical(nil)
		}
	}
	return call, res
}

// plainText reads the text of an editor's document, one line for each
// paragraph.
func plainText(document string) string {
	v, err := scan.Parse([]byte(document))
	if err != nil {
		return ""
	}
	var out []byte
	stack := []scan.Value{v.Get("root")}
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		switch t := n.Get("type").String(); {
		case (t == "paragraph" || t == "linebreak") && len(out) > 0:
			out = append(out, '\n')
		default:
			out = n.Get("text").AppendString(out)
		}
		from := len(stack)
		n.Get("children").EachElement(func(_ int, e scan.Value) bool {
			stack = append(stack, e)
			return true
		})
		for i, j := from, len(stack)-1; i < j; i, j = i+1, j-1 {
			stack[i], stack[j] = stack[j], stack[i]
		}
	}
	return string(out)
}
