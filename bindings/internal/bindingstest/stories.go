package bindingstest

import (
	"fmt"
	"os"
	"strings"

	"github.com/heddle-dev/heddle/bindings"
)

// The clock and seed of all sequences.
const (
	sequenceClock = 1_795_000_000_000
	sequenceStep  = 1000
	sequenceSeed  = 1
)

// story is a sequence while it is written: each ask runs at once, so that a
// later request can hold what an earlier one answered.
type story struct {
	seq     Sequence
	engine  bindings.Engine
	prefix  string // of the names; set by part
	printed string // the folder of what agents printed
	number  int
	err     error
}

// GenerateSequences writes the sequences to dir, answered by the engines that
// open gives. printed is the folder of what agents printed.
func GenerateSequences(dir, homes, printed string, open Open) error {
	for _, t := range stories {
		if err := writeStory(dir, homes, printed, t.name, t.home, t.tell, open); err != nil {
			return err
		}
	}
	return nil
}

func writeStory(dir, homes, printed, name, home string, tell func(*story), open Open) error {
	temp, err := os.MkdirTemp("", "heddle-sequence-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	s := &story{printed: printed, seq: Sequence{File: name, Home: home, Clock: sequenceClock, Step: sequenceStep, Seed: sequenceSeed}}
	if s.engine, err = s.seq.Open(homes, temp, open); err != nil {
		return err
	}
	defer s.engine.Close()
	tell(s)
	if s.err != nil {
		return fmt.Errorf("%s: %w", name, s.err)
	}
	return s.seq.Write(dir, "Written by make vectors-write; read the difference before committing it.\n")
}

// beginPart names what the requests that follow are about.
func (s *story) beginPart(name string) { s.prefix, s.number = name, 0 }

// sendRequest runs a request, in which args stand for the verbs, and returns the body
// of the response.
func (s *story) sendRequest(op, request string, args ...any) string {
	if len(args) > 0 {
		request = fmt.Sprintf(request, args...)
	}
	s.number++
	c := Case{Op: op, File: s.seq.File, Name: fmt.Sprintf("%s-%02d", s.prefix, s.number), Request: []byte(request)}
	c.Response = Sizeless(op, Answer(s.engine, &c))
	s.seq.Cases = append(s.seq.Cases, c)
	_, body, _ := strings.Cut(string(c.Response), "\n")
	return body
}

// sendRequests runs requests of one operation.
func (s *story) sendRequests(op string, requests ...string) {
	for _, r := range requests {
		s.sendRequest(op, r)
	}
}

// stories are the sequences; most need no home.
var stories = []struct {
	name, home string
	tell       func(*story)
}{
	{"life", "", tellLife},
	{"record", "", tellRecord},
	{"redact", "", tellRedact},
	{"messages", "", tellMessages},
	{"sessions", "", tellSessions},
	{"fork", "", tellFork},
	{"share", "", tellShare},
	{"revert", "", tellRevert},
	{"summarize", "", tellSummarize},
	{"snapshot", "", tellSnapshot},
	{"snapshot-old", "", tellOldSnapshot},
	{"past", "", tellPast},
	{"events", "", tellEvents},
	{"keep", "", tellKeep},
	{"lives", "", tellLives},
	{"refused", "", tellRefused},
	{"names", "", tellNames},
	{"threads", "", tellThreads},
	{"threads-fork", "", tellThreadsFork},
	{"threads-rollback", "", tellThreadsRollback},
	{"threads-active", "", tellThreadsActive},
	{"normalize", "", tellNormalize},
	{"normalize-text", "", tellNormalizeText},
	{"parse", "", tellParse},
	{"native-claude", "claude-1.0.24", tellNative},
	{"native-codex", "codex-0.29.0", tellNative},
	{"native-opencode", "opencode-0.1.174", tellNative},
	{"recordings-claude", "claude-1.0.24", tellRecordings},
	{"recordings-codex", "codex-0.29.0", tellRecordings},
	{"import-claude", "claude-1.0.24", tellImport},
	{"import-codex", "codex-0.29.0", tellImport},
	{"import-gemini", "gemini-0.20.0", tellImport},
	{"origins-claude", "claude-1.0.24", tellOrigins},
	{"origins-opencode", "opencode-0.1.174", tellOrigins},
	{"tags-claude", "claude-1.0.24", tellTags},
}

// tellLife is the whole life of a session with its threads.
func tellLife(s *story) {
	s.beginPart("nothing")
	s.sendRequests("store.sessionCount", `{}`)
	s.sendRequests("store.list", `{}`)
	s.sendRequests("store.get", `{"sessionId":"s"}`)
	s.sendRequests("store.messages", `{"sessionId":"s"}`)
	s.sendRequests("store.messageCount", `{"sessionId":"s"}`)
	s.sendRequests("store.events", `{"sessionId":"s"}`)
	s.sendRequests("store.check", `{}`)
	s.sendRequests("store.stats", `{}`)
	s.sendRequests("threads.list", `{"sessionId":"s"}`)
	s.sendRequests("threads.active", `{"sessionId":"s"}`)
	s.sendRequests("threads.count", `{"sessionId":"s"}`)
	s.beginPart("begin")
	s.sendRequests("store.register", `{"sessionId":"s","adapter":"claude","model":"m0","cwd":"/w","extra":{"a":1}}`, `{"sessionId":"s","adapter":"codex"}`)
	s.sendRequests("store.get", `{"sessionId":"s"}`)
	s.sendRequests("store.record", `{"sessionId":"s","messages":[{"type":"user","content":"hi","uuid":"u1"},{"type":"assistant","content":"hello","model":"m"}]}`)
	s.sendRequests("store.messages", `{"sessionId":"s"}`)
	s.beginPart("change")
	s.sendRequests("store.update", `{"sessionId":"s","model":"m2","extra":{"a":null,"b":[1,{"c":"d"}]}}`)
	s.sendRequests("store.revert", `{"sessionId":"s","uuid":"u1"}`)
	s.sendRequests("store.messages", `{"sessionId":"s"}`, `{"sessionId":"s","includeHidden":true}`)
	s.sendRequests("store.fork", `{"sessionId":"s"}`, `{"sessionId":"s","newSessionId":"f","includeHidden":false}`)
	s.sendRequests("store.unrevert", `{"sessionId":"s"}`)
	s.sendRequests("store.share", `{"sessionId":"s"}`)
	s.sendRequests("store.getShare", `{"sessionId":"s"}`)
	s.sendRequests("store.unshare", `{"sessionId":"s"}`)
	s.sendRequests("store.summarize", `{"sessionId":"s"}`)
	s.sendRequests("store.getSummary", `{"sessionId":"s"}`)
	s.beginPart("threads")
	s.sendRequests("threads.start", `{"sessionId":"s","name":"one"}`)
	s.sendRequests("threads.active", `{"sessionId":"s"}`)
	s.sendRequests("threads.start", `{"sessionId":"s","threadId":"t","metadata":{"k":1}}`)
	s.sendRequests("threads.record", `{"sessionId":"s","threadId":"t","messages":[{"type":"user","content":"in t"},{"type":"text","content":"answer"}]}`)
	s.sendRequests("threads.fork", `{"sessionId":"s","threadId":"t"}`)
	s.sendRequests("threads.rollback", `{"sessionId":"s","threadId":"t","count":1}`)
	s.sendRequests("threads.read", `{"sessionId":"s","threadId":"t","includeMessages":true}`)
	s.sendRequests("threads.list", `{"sessionId":"s"}`)
	s.sendRequests("store.messages", `{"sessionId":"s"}`)
	s.beginPart("end")
	s.sendRequests("store.list", `{}`)
	s.sendRequests("store.export", `{"sessionId":"s"}`)
	s.sendRequests("store.events", `{"sessionId":"s"}`)
	s.sendRequests("store.check", `{}`)
	s.sendRequests("store.stats", `{}`)
	s.sendRequests("store.delete", `{"sessionId":"s"}`, `{"sessionId":"s"}`)
	s.sendRequests("store.get", `{"sessionId":"s"}`)
	s.sendRequests("store.messages", `{"sessionId":"f"}`)
	s.sendRequests("store.compact", `{}`)
	s.sendRequests("store.messages", `{"sessionId":"f"}`)
	s.sendRequests("store.clear", `{}`)
	s.sendRequests("store.sessionCount", `{}`)
	s.sendRequests("store.check", `{}`)
	s.sendRequests("messages.makeRequestId", `{}`, `{}`)
}
