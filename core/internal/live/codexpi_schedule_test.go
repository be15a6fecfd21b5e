package live

import (
	"math/rand"
	"strconv"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// TestCodexPiSchedules mixes recordings with commands at random places, lets records
// come twice, late or never, and ends the process at any point: every command is
// replied to once, and no query goes without an end.
func TestCodexPiSchedules(t *testing.T) {
	codex := threadSteps(readRecording(t, "codex/o-app-server-approvals.jsonl"), codexAsks)
	pi := readPiRecording(t, "pi/12-rpc.out").steps
	omp := readPiRecording(t, "omp/15-rpc-delegate.out").steps
	rounds := 300
	if testing.Short() {
		rounds = 40
	}
	for seed := 0; seed < rounds; seed++ {
		random := rand.New(rand.NewSource(int64(seed)))
		switch seed % 3 {
		case 0:
			runSchedule(t, "codex", codex, random, codexAgent, strings.ReplaceAll(codexThread, "T1", codexAsks))
		case 1:
			runSchedule(t, "pi", pi, random, `{"id":"heddle-1","command":"get_state",`+piState)
		case 2:
			runSchedule(t, "omp", omp, random, `{"id":"heddle-1","command":"get_state",`+piState)
		}
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

func runSchedule(t *testing.T, agent string, steps []recordedStep, random *rand.Rand, start ...string) {
	x := startScript(t, session.LiveOpenRequest{Agent: agent, CanAsk: random.Intn(2) == 0, TimeoutMS: 3000})
	if random.Intn(8) > 0 {
		x.print(start...)
	}
	for i := 0; i < len(steps); i++ {
		switch n := random.Intn(30); {
		case n == 0:
			i = random.Intn(len(steps)) // what comes next is of another time
		case n == 1:
			x.now += session.Time(random.Intn(4000))
			x.session.Tick(x.now)
			x.take()
		case n == 2 && random.Intn(10) == 0:
			x.end("")
			return
		case n < 12:
			randomCommand(x, random)
		default:
			if !steps[i].sent {
				x.print(string(steps[i].msg))
			}
		}
		answerWrites(x, random)
	}
	x.end("")
}

func randomCommand(x *script, random *rand.Rand) {
	id := "c" + strconv.Itoa(len(x.commands))
	kinds := []session.LiveCommandKind{session.LiveCommandKindQuery, session.LiveCommandKindQuery, session.LiveCommandKindSteer, session.LiveCommandKindInterrupt,
		session.LiveCommandKindAnswer, session.LiveCommandKindClear, session.LiveCommandKindSetModel, session.LiveCommandKindMcpStatus, session.LiveCommandKindInfo}
	c := session.LiveCommandRequest{Kind: kinds[random.Intn(len(kinds))], Text: "Text " + id, Model: "small", Allow: random.Intn(2) == 0}
	if random.Intn(200) == 0 {
		c.Kind = session.LiveCommandKindStop
	}
	if len(x.session.asks) > 0 {
		c.Ask = x.session.asks[0].id
	}
	x.do(id, c)
}

// answerWrites answers, mostly, what the session has just written.
func answerWrites(x *script, random *rand.Rand) {
	wrote := x.wrote
	x.wrote = nil
	for _, line := range wrote {
		if random.Intn(10) == 0 {
			continue
		}
		if answer := scheduleAnswer(x, line, random.Intn(6) == 0); answer != "" {
			x.print(answer)
		}
	}
}

// scheduleAnswer is what an agent answers to a request.
func scheduleAnswer(x *script, line string, refused bool) string {
	v, _ := scan.Parse([]byte(line))
	id := string(v.Get("id").Raw())
	switch method := v.Get("method").String(); {
	case id == "" || v.Get("result").Exists() || v.Get("error").Exists() || v.Get("type").EqualString("extension_ui_response"):
		return ""
	case method != "" && refused:
		return `{"error":{"code":-32600,"message":"no"},"id":` + id + `}`
	case method == "thread/start":
		return `{"id":` + id + `,"result":{"model":"m","thread":{"id":"` + codexAsks + `"}}}`
	case method == "turn/start":
		turn := "01a1f9fc-cb70-7a91-b224-ffc55ab68f46" // one of the recording
		x.print(`{"id":` + id + `,"result":{"turn":{"id":"` + turn + `"}}}`)
		return `{"method":"turn/started","params":{"threadId":"` + codexAsks + `","turn":{"id":"` + turn + `"}}}`
	case method != "":
		return `{"id":` + id + `,"result":{}}`
	case refused:
		return `{"id":` + id + `,"type":"response","success":false,"error":"no"}`
	}
	return `{"id":` + id + `,"command":"x",` + piState
}
