package codex

import (
	"strings"

	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// resultOf reads an output: a text, a list of parts, or an object that holds
// one of them and says whether the call succeeded. ms is how long the call
// took, where the output itself is JSON. Texts are valid as room says.
func resultOf(v scan.Value, room *scan.Room) (res session.ToolResult, ms int64) {
	if v.Kind() == scan.Object {
		res.IsError = v.Get("success").Kind() == scan.False
		for _, key := range []string{"content", "body", "output"} {
			if c := v.Get(key); c.Exists() {
				v = c
				break
			}
		}
	}
	switch v.Kind() {
	case scan.String:
		whole := room.DecodeText(v)
		text, code, took := unwrapOutput(whole)
		ms = took
		setOutcome(&res, text, code)
		if res.Output = v.Raw(); room == nil || len(text) != len(whole) {
			res.Output = session.TextJSON(text)
		}
	case scan.Array:
		partsOf(&res, v)
	case scan.Missing, scan.Null:
		res.Output = session.TextJSON("")
	default:
		res.Output = v.AppendCanonical(nil)
	}
	return res, ms
}

// partsOf reads a list of parts: one text when they are texts, else a list of
// blocks without the bytes of images.
func partsOf(res *session.ToolResult, v scan.Value) {
	var texts []string
	blocks := []byte{'['}
	plain := true
	v.EachElement(func(i int, e scan.Value) bool {
		if i > 0 {
			blocks = append(blocks, ',')
		}
		m := canon.Object(blocks)
		if t := e.Get("text"); t.Kind() == scan.String {
			texts = append(texts, t.String())
			m.Key("text")
			m.String(t.String())
			m.Key("type")
			m.String("text")
			blocks = m.End()
			return true
		}
		plain = false
		blocks = mediaBlock(m, e)
		return true
	})
	if len(texts) > 0 {
		setOutcome(res, texts[0], 0)
	}
	if plain {
		res.Output = session.TextJSON(joinBlocks(texts))
		return
	}
	res.Output = append(blocks, ']')
}

// mediaBlock describes a part that is no text.
func mediaBlock(m canon.Members, e scan.Value) []byte {
	kind := "image"
	url := e.Get("image_url")
	if url.Kind() == scan.Object {
		url = url.Get("url")
	}
	if !url.Exists() {
		if kind = e.Get("type").String(); kind == "" {
			kind = "unknown"
		}
		url = e.Get("audio_url")
	}
	a := attachmentOf(url)
	m.OptNum("bytes", a.Bytes)
	m.OptStr("mediaType", a.MediaType)
	m.OptStr("name", a.Name)
	m.Str("type", kind)
	return m.End()
}

// unwrapOutput returns the text, the exit code and the duration of an output up to
// 0.99 that is itself JSON: {"output":"…","metadata":{"exit_code":1,…}}.
func unwrapOutput(s string) (text string, code, ms int64) {
	if !strings.HasPrefix(s, `{"output":`) {
		return s, 0, 0
	}
	v, err := scan.Parse([]byte(s))
	if err != nil {
		return s, 0, 0
	}
	out, meta := v.Get("output"), v.Get("metadata")
	if out.Kind() != scan.String || meta.Kind() != scan.Object {
		return s, 0, 0
	}
	code, _ = meta.Get("exit_code").Int()
	ms, _ = meta.Get("duration_seconds").ScaledDecimal(3)
	if ms > maxCallSeconds*1000 {
		ms = 0
	}
	return out.String(), code, ms
}

// setOutcome sets how a call ended: by the exit code given or found in the header
// of the text, or by the words of Codex's own refusals.
func setOutcome(res *session.ToolResult, text string, code int64) {
	if code == 0 {
		code = headerCode(text)
	}
	res.ExitCode = code
	res.IsError = res.IsError || code != 0 || isRefusal(text)
}

// headerLines bounds the header of an output: chunk id, wall time, exit code,
// token count.
const headerLines = 5

// headerCode finds the exit code before the line "Output:".
func headerCode(output string) int64 {
	for i := 0; i < headerLines; i++ {
		end := strings.IndexByte(output, '\n')
		if end < 0 || output[:end] == "Output:" {
			return 0
		}
		for _, label := range [...]string{"Process exited with code ", "Exit code: "} {
			if digits, ok := strings.CutPrefix(output[:end], label); ok {
				return exitCode(digits)
			}
		}
		output = output[end+1:]
	}
	return 0
}

// exitCode reads a code, which may have a sign; anything else is 0.
func exitCode(s string) int64 {
	digits := strings.TrimPrefix(s, "-")
	if digits == "" || len(digits) > 18 {
		return 0
	}
	var n int64
	for i := range len(digits) {
		c := digits[i] - '0'
		if c > 9 {
			return 0
		}
		n = n*10 + int64(c)
	}
	if len(digits) < len(s) {
		return -n
	}
	return n
}

// refusals start the outputs of calls that Codex itself refused or could not
// carry out; nothing else marks them. All were seen in the fixtures.
var refusals = []string{
	"apply_patch verification failed: ", // since 0.45
	"exec_command failed: ",             // rejected by the user, 0.169
	"unsupported call: ",                // unknown tool, since 0.8
	"invalid arguments: ",               // TypeScript
	"error: Failed to ",                 // apply_patch, 0.8
	"Script failed\n",                   // exec, 0.169
	"invalid agent id ",                 // wait, 0.99
}

func isRefusal(text string) bool {
	for _, p := range refusals {
		if strings.HasPrefix(text, p) {
			return true
		}
	}
	return false
}
