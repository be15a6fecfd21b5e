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

func (s *Stream) gemini(v scan.Value) {
	kind := str(v, "type")
	if test(v, "?delta,role=assistant") {
		kind += "-delta"
	}
	folded := s.answer
	own, known := s.apply(geminiRules, kind, v)
	switch {
	case kind == "error":
		s.run(v, "unless severity=warning; error")
	case !known:
		s.run(v, "flush; session session_id; say assistant - response; if error; error error")
		s.geminiEnd(v)
	case own != "":
		s.flush()
		t := txt(v, "content")
		if role := str(v, "role"); role != "assistant" {
			s.say("user", "", t)
		} else if t != s.answer || s.answer == folded { // else the deltas once more
			s.say(role, "", t)
		}
	}
}

// geminiEnd ends a run. Its figures are the run's, by model.
func (s *Stream) geminiEnd(v scan.Value) {
	models := pick(v, "stats.models")
	count := 0
	models.Fields(func(_, _ scan.Value) bool { count++; return count < 2 })
	models.Fields(func(key, e scan.Value) bool {
		u := geminiTokens(e)
		if s.model = key.String(); count > 1 {
			s.request("", s.model, &u, nil)
		} else {
			s.spend(&u, nil)
		}
		return true
	})
	if count == 0 {
		u := geminiTokens(pick(v, "stats"))
		s.spend(&u, nil)
	}
	s.run(v, "end {error|status=error - durationMs=stats.duration_ms")
}

// geminiTokens reads the tokens of a model: the prompt counts what came from
// the cache, the answer does not count thoughts, and only the total tells how
// many those were where nothing else does.
func geminiTokens(v scan.Value) (u session.TokenUsage) {
	if t := pick(v, "tokens"); t.Exists() {
		v = t
	}
	prompt, out, thoughts := whole(v, "prompt|input_tokens"), whole(v, "candidates|output_tokens"), whole(v, "thoughts")
	rest := whole(v, "total|total_tokens") - prompt - out - thoughts
	if tool := whole(v, "tool"); !test(v, "thoughts") {
		thoughts = max(rest, 0)
	} else if rest >= tool {
		prompt += tool
	}
	u.CachedTokens = min(whole(v, "cached"), prompt)
	u.InputTokens, u.OutputTokens, u.ThinkingTokens = prompt-u.CachedTokens, out+thoughts, thoughts
	return u
}
