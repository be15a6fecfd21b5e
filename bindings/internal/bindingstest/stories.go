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

// part names what the requests that follow are about.
func (s *story) part(name string) { s.prefix, s.number = name, 0 }

// ask runs a request, in which args stand for the verbs, and returns the body
// of the response.
func (s *story) ask(op, request string, args ...any) string {
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

// asks runs requests of one operation.
func (s *story) asks(op string, requests ...string) {
	for _, r := range requests {
		s.ask(op, r)
	}
}

// stories are the sequences; most need no home.
var stories = []struct {
	name, home string
	tell       func(*story)
}{
	{"life", "", tellLife},
	{"record", "", tellRecord},
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
	{"import-claude", "claude-1.0.24", tellImport},
	{"import-codex", "codex-0.29.0", tellImport},
	{"import-gemini", "gemini-0.20.0", tellImport},
}

// tellLife is the whole life of a session with its threads.
func tellLife(s *story) {
	s.part("nothing")
	s.asks("store.sessionCount", `{}`)
	s.asks("store.list", `{}`)
	s.asks("store.get", `{"sessionId":"s"}`)
	s.asks("store.messages", `{"sessionId":"s"}`)
	s.asks("store.messageCount", `{"sessionId":"s"}`)
	s.asks("store.events", `{"sessionId":"s"}`)
	s.asks("store.check", `{}`)
	s.asks("store.stats", `{}`)
	s.asks("threads.list", `{"sessionId":"s"}`)
	s.asks("threads.active", `{"sessionId":"s"}`)
	s.asks("threads.count", `{"sessionId":"s"}`)
	s.part("begin")
	s.asks("store.register", `{"sessionId":"s","adapter":"claude","model":"m0","cwd":"/w","extra":{"a":1}}`, `{"sessionId":"s","adapter":"codex"}`)
	s.asks("store.get", `{"sessionId":"s"}`)
	s.asks("store.record", `{"sessionId":"s","messages":[{"type":"user","content":"hi","uuid":"u1"},{"type":"assistant","content":"hello","model":"m"}]}`)
	s.asks("store.messages", `{"sessionId":"s"}`)
	s.part("change")
	s.asks("store.update", `{"sessionId":"s","model":"m2","extra":{"a":null,"b":[1,{"c":"d"}]}}`)
	s.asks("store.revert", `{"sessionId":"s","uuid":"u1"}`)
	s.asks("store.messages", `{"sessionId":"s"}`, `{"sessionId":"s","includeHidden":true}`)
	s.asks("store.fork", `{"sessionId":"s"}`, `{"sessionId":"s","newSessionId":"f","includeHidden":false}`)
	s.asks("store.unrevert", `{"sessionId":"s"}`)
	s.asks("store.share", `{"sessionId":"s"}`)
	s.asks("store.getShare", `{"sessionId":"s"}`)
	s.asks("store.unshare", `{"sessionId":"s"}`)
	s.asks("store.summarize", `{"sessionId":"s"}`)
	s.asks("store.getSummary", `{"sessionId":"s"}`)
	s.part("threads")
	s.asks("threads.start", `{"sessionId":"s","name":"one"}`)
	s.asks("threads.active", `{"sessionId":"s"}`)
	s.asks("threads.start", `{"sessionId":"s","threadId":"t","metadata":{"k":1}}`)
	s.asks("threads.record", `{"sessionId":"s","threadId":"t","messages":[{"type":"user","content":"in t"},{"type":"text","content":"answer"}]}`)
	s.asks("threads.fork", `{"sessionId":"s","threadId":"t"}`)
	s.asks("threads.rollback", `{"sessionId":"s","threadId":"t","count":1}`)
	s.asks("threads.read", `{"sessionId":"s","threadId":"t","includeMessages":true}`)
	s.asks("threads.list", `{"sessionId":"s"}`)
	s.asks("store.messages", `{"sessionId":"s"}`)
	s.part("end")
	s.asks("store.list", `{}`)
	s.asks("store.export", `{"sessionId":"s"}`)
	s.asks("store.events", `{"sessionId":"s"}`)
	s.asks("store.check", `{}`)
	s.asks("store.stats", `{}`)
	s.asks("store.delete", `{"sessionId":"s"}`, `{"sessionId":"s"}`)
	s.asks("store.get", `{"sessionId":"s"}`)
	s.asks("store.messages", `{"sessionId":"f"}`)
	s.asks("store.compact", `{}`)
	s.asks("store.messages", `{"sessionId":"f"}`)
	s.asks("store.clear", `{}`)
	s.asks("store.sessionCount", `{}`)
	s.asks("store.check", `{}`)
	s.asks("messages.makeRequestId", `{}`, `{}`)
}
