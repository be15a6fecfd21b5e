package modelserver

import (
	"encoding/json"
	"fmt"
	"path"
	"regexp"
	"strings"
	"time"
)

// The scenes of the script. A prompt names one as "scene:NAME".
const (
	SceneText  = "text"  // a text
	SceneThink = "think" // thinking and a text
	SceneRead  = "read"  // reads ExistingFile, then a text
	SceneFail  = "fail"  // reads MissingFile, then a text
	SceneWrite = "write" // writes WrittenFile, then a text
	SceneQuiet = "quiet" // reads ExistingFile without a word, then a text
	ScenePair  = "pair"  // reads ExistingFile and MissingFile in one answer, then a text
	SceneChain = "chain" // reads ExistingFile, then MissingFile, then a text
	SceneSlow  = "slow"  // a text that takes a minute
	SceneBad   = "bad"   // refuses the request: HTTP 400
	SceneBusy  = "busy"  // HTTP 429 with Retry-After once, then a text
	SceneLimit = "limit" // HTTP 429 with Retry-After, always

	SceneBroken = "broken" // HTTP 500, always
	SceneFull   = "full"   // HTTP 529, always
	SceneKey    = "key"    // HTTP 401, always
	SceneCut    = "cut"    // a text whose stream breaks off, always
	SceneRefuse = "refuse" // the model refuses
	SceneLength = "length" // a text that ends at the greatest number of tokens
	SceneEmpty  = "empty"  // the same without a text
)

// Files of the folder that the script's tools use.
const (
	ExistingFile = "notes.txt"
	MissingFile  = "missing.txt"
	WrittenFile  = "written.txt"
)

// ModelText is what the script says in a scene.
func ModelText(scene string) string {
	return "This is the answer of scene " + scene + ", in a few words."
}

// ThinkingText is what the model thinks in SceneThink.
const ThinkingText = "The user wants me to think first, so I think."

// answer is one answer of the model.
type answer struct {
	thinking, text string
	calls          []call
	pause          time.Duration // between the pieces of the text
	breaks         bool          // the stream breaks off after the first pieces
	stop           stopReason
	usage          Usage

	status        int // of a failure
	kind, message string
	retryAfter    string
	number        int
}

// stopReason is why the model stopped, unless it was done.
type stopReason int

const (
	stopDone stopReason = iota
	stopRefusal
	stopLength
)

// wordFor returns the word of a format for a reason; ordinary is that of a model that was done.
func (r stopReason) wordFor(ordinary, refusal, length string) string {
	return []string{ordinary, refusal, length}[r]
}

// call is a call of a tool. input is JSON, or text for a custom tool.
type call struct {
	id, name string
	custom   bool
	input    string
}

// play decides what to answer. Its caller holds s.mu.
func (s *Server) play(c conversation, number int) answer {
	a := answer{number: number, text: ModelText(c.scene), usage: usageOf(number)}
	switch {
	case len(c.tools) == 0 && c.schema:
		a.text = sideJSON
		return a
	case len(c.tools) == 0:
		a.text = "A short title"
		return a
	}
	switch c.scene {
	case "":
		a.text = "The prompt names no scene."
	case SceneThink:
		a.thinking = ThinkingText
		a.usage.Reasoning = a.usage.Output / 2
	case SceneRead, SceneFail, SceneWrite, SceneQuiet, ScenePair, SceneChain:
		if a.calls = s.toolCalls(c, number); len(a.calls) > 0 {
			a.text = "I use a tool."
		}
		if c.scene == SceneQuiet && len(a.calls) > 0 {
			a.text = ""
		}
	case SceneSlow:
		a.text = strings.Repeat("One more piece of a long text. ", 300)
		a.pause = 200 * time.Millisecond
	case SceneBad:
		return answer{status: 400, kind: "invalid_request_error", message: "the script refuses this request"}
	case SceneLimit:
		return answer{status: 429, kind: "rate_limit_error", message: "Rate limit reached: the script limits it", retryAfter: "1"}
	case SceneBroken:
		return answer{status: 500, kind: "api_error", message: "the script has broken down"}
	case SceneFull:
		return answer{status: 529, kind: "overloaded_error", message: "Overloaded: the script is full"}
	case SceneKey:
		return answer{status: 401, kind: "authentication_error", message: "the script does not know this key"}
	case SceneCut:
		a.breaks = true
	case SceneRefuse:
		a.stop, a.text = stopRefusal, ""
	case SceneLength:
		a.stop = stopLength
	case SceneEmpty:
		a.stop, a.text = stopLength, ""
	case SceneBusy:
		if s.failures[c.scene]++; s.failures[c.scene] == 1 {
			return answer{status: 429, kind: "rate_limit_error", message: "the script is busy", retryAfter: "1"}
		}
	}
	return a
}

// sideJSON answers requests that must be answered by a schema: the members that
// agents ask for in checks of their own.
const sideJSON = `{"title":"A short title","summary":"A short title","reasoning":"scripted","next_speaker":"user","complexity_score":1,"complexity_reasoning":"scripted","model_choice":"flash","isNewTopic":false}`

// usageOf gives every answer other figures, so that a sum shows which answers are in it.
func usageOf(number int) Usage {
	n := int64(number)
	return Usage{Input: 1000 + 7*n, CacheRead: 300 + 11*n, Output: 40 + 3*n}
}

var sceneName = regexp.MustCompile(`scene:([a-z]+)`)

// sceneIn returns the scene that a text names last.
func sceneIn(text string) string {
	all := sceneName.FindAllStringSubmatch(text, -1)
	if len(all) == 0 {
		return ""
	}
	return all[len(all)-1][1]
}

// toolRow names a tool and its members for reading and writing files. In the
// members, FILE is the file's path and COMMAND the command.
type toolRow struct {
	scene, tool string
	input       string
}

// toolTable is searched from the top: the first tool that the agent offers is used.
var toolTable = []toolRow{
	{SceneRead, "Read", `{"file_path":"FILE"}`},
	{SceneRead, "read_file", `{"file_path":"FILE"}`},
	{SceneRead, "view", `{"path":"FILE"}`},
	{SceneRead, "exec_command", `{"cmd":"cat FILE"}`},
	{SceneRead, "exec", `text(await tools.exec_command({cmd:"cat FILE"}))`},
	{SceneWrite, "Write", `{"file_path":"FILE","content":"written\n"}`},
	{SceneWrite, "write_file", `{"file_path":"FILE","content":"written\n"}`},
	{SceneWrite, "create", `{"path":"FILE","file_text":"written\n"}`},
	{SceneWrite, "exec_command", `{"cmd":"echo written >FILE","sandbox_permissions":"require_escalated","justification":"The script writes a file."}`},
	{SceneWrite, "exec", `text(await tools.exec_command({cmd:"echo written >FILE",sandbox_permissions:"require_escalated",justification:"The script writes a file."}))`},
}

// toolCalls returns the calls of an answer; none when the scene has no more, or the
// agent offers no tool for them.
func (s *Server) toolCalls(c conversation, number int) (list []call) {
	steps := map[string][][]string{ // the files of each answer
		SceneRead: {{ExistingFile}}, SceneQuiet: {{ExistingFile}}, SceneFail: {{MissingFile}}, SceneWrite: {{WrittenFile}},
		ScenePair: {{ExistingFile, MissingFile}}, SceneChain: {{ExistingFile}, {MissingFile}},
	}[c.scene]
	if c.step >= len(steps) {
		return nil
	}
	scene := SceneRead
	if c.scene == SceneWrite {
		scene = SceneWrite
	}
	for i, file := range steps[c.step] {
		if x := s.toolCall(c, scene, file); x != nil {
			x.id = fmt.Sprintf("call_%04d", number)
			if i > 0 {
				x.id += fmt.Sprintf("_%d", i+1)
			}
			list = append(list, *x)
		}
	}
	return list
}

// toolCall returns a call that reads or writes a file; nil when the agent offers no
// tool for it.
func (s *Server) toolCall(c conversation, scene, file string) *call {
	for _, row := range toolTable {
		for _, t := range c.tools {
			if row.scene == scene && t.name == row.tool {
				return &call{name: t.name, custom: t.kind == "custom",
					input: strings.ReplaceAll(row.input, "FILE", path.Join(s.Cwd, file))}
			}
		}
	}
	for _, t := range c.tools { // tools of the same name, with other members
		if input := lowerTool(scene, t, path.Join(s.Cwd, file)); input != "" {
			return &call{name: t.name, input: input}
		}
	}
	return nil
}

// lowerTool fills in the tools read and write of agents that name the file
// path or filePath.
func lowerTool(scene string, t tool, file string) string {
	if t.name != scene {
		return ""
	}
	var schema struct{ Properties map[string]json.RawMessage }
	json.Unmarshal(t.schema, &schema)
	input := map[string]string{}
	for _, member := range []string{"path", "filePath", "file_path"} {
		if schema.Properties[member] != nil {
			input[member] = file
		}
	}
	if scene == SceneWrite {
		input["content"] = "written\n"
	}
	text, err := json.Marshal(input)
	if err != nil {
		panic(err) // a map of strings
	}
	return string(text)
}
