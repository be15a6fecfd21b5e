// Package modelserver is a model service for tests: it speaks the wire formats
// of Anthropic Messages, OpenAI Responses, OpenAI Chat Completions and Gemini,
// answers from a script, and keeps the tokens that it gave out. It listens on
// the loopback address only.
package modelserver

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"
)

// Usage counts the tokens of one answer. The parts do not overlap: Input
// excludes what was read from the cache or written to it.
type Usage struct {
	Input, CacheRead, CacheWrite, Output, Reasoning int64 // Output includes Reasoning
}

// Plus returns the sum of two usages.
func (u Usage) Plus(v Usage) Usage {
	return Usage{u.Input + v.Input, u.CacheRead + v.CacheRead, u.CacheWrite + v.CacheWrite, u.Output + v.Output, u.Reasoning + v.Reasoning}
}

// Request is a request that the server has answered.
type Request struct {
	Number int
	Wire   string // anthropic, responses, chat or gemini
	Model  string
	// Scene is the part of the script that the newest prompt names; empty when it
	// names none.
	Scene string
	// Step is the number of tool results since that prompt.
	Step int
	// Side reports a request without tools: a title, a summary, a probe.
	Side  bool
	Tools []string
	Usage Usage // zero for a failure
	// Cut reports that the agent hung up before the answer was complete.
	Cut  bool
	Body json.RawMessage
}

// Server is a running model service.
type Server struct {
	// Cwd is the folder that the tool calls of the script name.
	Cwd string

	http     *http.Server
	listener net.Listener
	stop     chan struct{}

	mu       sync.Mutex
	requests []Request
	failures map[string]int // failures given per scene
}

// Start starts a server on a free port of the loopback address.
func Start() (*Server, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &Server{listener: listener, stop: make(chan struct{}), failures: map[string]int{}}
	s.http = &http.Server{Handler: http.HandlerFunc(s.serve), ReadHeaderTimeout: 10 * time.Second}
	go s.http.Serve(listener)
	return s, nil
}

// URL returns the base address, without a trailing slash.
func (s *Server) URL() string { return "http://" + s.listener.Addr().String() }

// Close stops the server and ends answers that are being sent.
func (s *Server) Close() error {
	close(s.stop)
	return s.http.Close()
}

// Requests returns the requests from the given number on.
func (s *Server) Requests(from int) []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Request(nil), s.requests[min(from, len(s.requests)):]...)
}

// Spent returns the sum of what the turns' requests from the given number on
// were given, and how many of them were answered completely. Side requests are
// not in it: agents do not record them.
func (s *Server) Spent(from int) (sum Usage, answers int) {
	for _, r := range s.Requests(from) {
		if r.Usage != (Usage{}) && !r.Cut && !r.Side {
			sum = sum.Plus(r.Usage)
			answers++
		}
	}
	return sum, answers
}

// wire is one of the formats.
type wire interface {
	// read finds model, prompt, tool results and tools in a request.
	read(path string, body []byte) (conversation, error)
	// write sends an answer.
	write(out *stream, c conversation, a answer)
	// fail is the body of an error.
	fail(a answer) any
}

// conversation is what the server reads in a request.
type conversation struct {
	model    string
	scene    string
	step     int
	tools    []tool
	streamed bool
	schema   bool // the answer must be JSON
}

// tool is a tool that the agent offers.
type tool struct {
	name   string
	kind   string // function, or custom for a tool that takes text
	schema json.RawMessage
}

func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 64<<20))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	path := r.URL.Path
	switch {
	case strings.HasSuffix(path, "/count_tokens"):
		respondJSON(w, http.StatusOK, map[string]any{"input_tokens": len(body) / 4})
	case strings.HasSuffix(path, ":countTokens"):
		respondJSON(w, http.StatusOK, map[string]any{"totalTokens": len(body) / 4})
	case strings.HasSuffix(path, "/messages"):
		s.answer(w, r, "anthropic", anthropic{}, body)
	case strings.HasSuffix(path, "/responses"):
		s.answer(w, r, "responses", responses{}, body)
	case strings.HasSuffix(path, "/chat/completions"):
		s.answer(w, r, "chat", chat{}, body)
	case strings.HasSuffix(path, ":streamGenerateContent"), strings.HasSuffix(path, ":generateContent"):
		s.answer(w, r, "gemini", gemini{}, body)
	default:
		respondJSON(w, http.StatusNotFound, map[string]any{"error": map[string]any{"message": "no such path: " + path}})
	}
}

func respondJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(v)
}

// answer answers one request by the script.
func (s *Server) answer(w http.ResponseWriter, r *http.Request, name string, format wire, body []byte) {
	c, err := format.read(r.URL.Path, body)
	if err != nil {
		respondJSON(w, http.StatusBadRequest, map[string]any{"error": map[string]any{"message": "the model server cannot read this: " + err.Error()}})
		return
	}
	record := Request{Wire: name, Model: c.model, Scene: c.scene, Step: c.step, Side: len(c.tools) == 0, Body: body}
	for _, t := range c.tools {
		record.Tools = append(record.Tools, t.name)
	}
	s.mu.Lock()
	record.Number = len(s.requests)
	a := s.play(c, record.Number)
	if name == "anthropic" && a.status == 0 { // the other formats cannot say it
		a.usage.CacheWrite = 200 + 5*int64(record.Number)
	}
	record.Usage = a.usage
	if a.pause > 0 || a.breaks {
		record.Cut = true // until it is complete
	}
	s.requests = append(s.requests, record)
	s.mu.Unlock()
	if a.status != 0 {
		if a.retryAfter != "" {
			w.Header().Set("Retry-After", a.retryAfter)
		}
		respondJSON(w, a.status, format.fail(a))
		return
	}
	out := &stream{w: w, end: r.Context().Done(), stop: s.stop, pause: a.pause, breaks: a.breaks, streamed: c.streamed}
	w.Header().Set("request-id", fmt.Sprintf("req_%04d", record.Number))
	format.write(out, c, a)
	s.mu.Lock()
	s.requests[record.Number].Cut = out.cut
	s.mu.Unlock()
}

// stream sends server-sent events, or one JSON text.
type stream struct {
	w        http.ResponseWriter
	end      <-chan struct{} // the agent has hung up
	stop     <-chan struct{}
	pause    time.Duration // between pieces of text
	breaks   bool          // the connection breaks off at the second piece of text
	pieces   int           // of text so far
	streamed bool
	begun    bool
	cut      bool
}

// event sends one event. name may be empty.
func (o *stream) event(name string, data any) {
	if o.cut {
		return
	}
	text, err := json.Marshal(data)
	if err != nil {
		panic(err) // maps of strings and numbers
	}
	o.line(name, string(text))
}

func (o *stream) line(name, data string) {
	if !o.begun {
		o.begun = true
		o.w.Header().Set("Content-Type", "text/event-stream")
		o.w.WriteHeader(http.StatusOK)
	}
	if name != "" {
		name = "event: " + name + "\n"
	}
	if _, err := io.WriteString(o.w, name+"data: "+data+"\n\n"); err != nil {
		o.cut = true
		return
	}
	http.NewResponseController(o.w).Flush()
}

// json sends the whole answer at once.
func (o *stream) json(v any) { respondJSON(o.w, http.StatusOK, v) }

// wait pauses between two pieces of text; false says that there is no reader any more.
func (o *stream) wait() bool {
	if o.pieces++; o.breaks && o.pieces > 1 {
		panic(http.ErrAbortHandler)
	}
	if o.pause == 0 || o.cut {
		return !o.cut
	}
	select {
	case <-o.end:
		o.cut = true
	case <-o.stop:
		o.cut = true
	case <-time.After(o.pause):
	}
	return !o.cut
}

// pieces cuts a text as a model would stream it.
func pieces(text string) []string {
	var out []string
	for len(text) > 0 {
		n := min(len(text), 12)
		if i := strings.IndexByte(text[n-1:], ' '); i >= 0 {
			n += i
		} else {
			n = len(text)
		}
		out = append(out, text[:n])
		text = text[n:]
	}
	return out
}
