package normalize

import (
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// geminiRules are for what gemini prints with --output-format stream-json, or
// json. Its answers come in pieces only.
var geminiRules = []rule{
	{" init ", "flush; begin session_id model cwd"},
	{" message-delta ", "piece assistant - content"},
	{" message ", "own message"},
	{" tool_use ", "flush; call tool_id tool_name - parameters"},
	{" tool_result ", "flush; result tool_id - status#success - error.message|output"},
	{" error ", "flush; if severity=warning; note warning message"},
}

func (s *Stream) readGemini(v scan.Value) {
	kind := firstString(v, "type")
	if testCondition(v, "?delta,role=assistant") {
		kind += "-delta"
	}
	folded := s.answer
	own, known := s.applyRules(geminiRules, kind, v)
	switch {
	case kind == "error":
		s.runScript(v, "unless severity=warning; error")
	case !known:
		s.runScript(v, "flush; session session_id; say assistant - response; if error; error error")
		s.geminiEnd(v)
	case own != "":
		s.flushPieces()
		t := firstText(v, "content")
		if role := firstString(v, "role"); role != "assistant" {
			s.printText("user", "", t)
		} else if t != s.answer || s.answer == folded { // else the deltas once more
			s.printText(role, "", t)
		}
	}
}

// geminiEnd ends a run. Its figures are the run's, by model.
func (s *Stream) geminiEnd(v scan.Value) {
	models := firstValue(v, "stats.models")
	count := 0
	models.EachMember(func(_, _ scan.Value) bool { count++; return count < 2 })
	models.EachMember(func(key, e scan.Value) bool {
		u := geminiTokens(e)
		if s.model = key.String(); count > 1 {
			s.printRequest("", s.model, &u, nil)
		} else {
			s.addSpend(&u, nil)
		}
		return true
	})
	if count == 0 {
		u := geminiTokens(firstValue(v, "stats"))
		s.addSpend(&u, nil)
	}
	s.runScript(v, "end {error|status=error - durationMs=stats.duration_ms")
}

// geminiTokens reads the tokens of a model: the prompt counts what came from
// the cache, the answer does not count thoughts, and only the total shows how
// many those were where nothing else does.
func geminiTokens(v scan.Value) (u session.TokenUsage) {
	if t := firstValue(v, "tokens"); t.Exists() {
		v = t
	}
	prompt, out, thoughts := firstCount(v, "prompt|input_tokens"), firstCount(v, "candidates|output_tokens"), firstCount(v, "thoughts")
	rest := firstCount(v, "total|total_tokens") - prompt - out - thoughts
	if tool := firstCount(v, "tool"); !testCondition(v, "thoughts") {
		thoughts = max(rest, 0)
	} else if rest >= tool {
		prompt += tool
	}
	u.CachedTokens = min(firstCount(v, "cached"), prompt)
	u.InputTokens, u.OutputTokens, u.ThinkingTokens = prompt-u.CachedTokens, out+thoughts, thoughts
	return u
}
