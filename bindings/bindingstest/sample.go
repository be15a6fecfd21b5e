package bindingstest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Sample writes a deterministic home for benchmarks: sessions of Claude Code
// and Codex, n of each with the given number of turns. File times are those
// of the last record. An existing sample of the same shape is kept.
func Sample(dir string, n, turns int) error {
	mark := filepath.Join(dir, fmt.Sprintf(".sample-%d-%d", n, turns))
	if _, err := os.Stat(mark); err == nil {
		return nil
	}
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	w := &sampleWriter{dir: dir, rnd: rand.New(rand.NewSource(7))}
	for i := 0; i < n && w.err == nil; i++ {
		at := time.Date(2026, 7, 1, 9, 0, 0, 0, time.UTC).Add(time.Duration(i) * time.Hour)
		cwd := fmt.Sprintf("/home/u/project%d", i%7)
		w.claude(cwd, at, turns)
		w.codex(cwd, at.Add(30*time.Minute), turns)
	}
	if w.err != nil {
		return w.err
	}
	return os.WriteFile(mark, nil, 0o644)
}

// vocabulary of the sample's texts.
var vocabulary = strings.Fields("fix auth token parser wasm cursor thread fork revert share index merge store append fsync export cost diff session agent")

type sampleWriter struct {
	dir string
	rnd *rand.Rand
	err error
	at  time.Time
	out *bufio.Writer
}

type object = map[string]any

func (w *sampleWriter) text(words int) string {
	parts := make([]string, words)
	for i := range parts {
		parts[i] = vocabulary[w.rnd.Intn(len(vocabulary))]
	}
	return strings.Join(parts, " ")
}

func (w *sampleWriter) uuid() string {
	var b [16]byte
	w.rnd.Read(b[:])
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

func (w *sampleWriter) tick(seconds int) string {
	w.at = w.at.Add(time.Duration(seconds) * time.Second)
	return w.at.Format("2006-01-02T15:04:05.000Z")
}

func (w *sampleWriter) line(o object) {
	data, err := json.Marshal(o)
	if err == nil {
		_, err = w.out.Write(append(data, '\n'))
	}
	if err != nil && w.err == nil {
		w.err = err
	}
}

// file writes one session file and gives it the time of its last record.
func (w *sampleWriter) file(rel string, start time.Time, body func()) {
	path := filepath.Join(w.dir, rel)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		w.err = err
		return
	}
	f, err := os.Create(path)
	if err != nil {
		w.err = err
		return
	}
	w.at, w.out = start, bufio.NewWriter(f)
	body()
	if err := w.out.Flush(); err != nil && w.err == nil {
		w.err = err
	}
	if err := f.Close(); err != nil && w.err == nil {
		w.err = err
	}
	if err := os.Chtimes(path, w.at, w.at); err != nil && w.err == nil {
		w.err = err
	}
}

func (w *sampleWriter) claude(cwd string, start time.Time, turns int) {
	sid := w.uuid()
	w.file(filepath.Join(".claude", "projects", strings.ReplaceAll(cwd, "/", "-"), sid+".jsonl"), start, func() {
		var parent any
		add := func(kind string, seconds int, message object, more object) {
			id := w.uuid()
			o := object{"parentUuid": parent, "isSidechain": false, "userType": "external", "cwd": cwd, "sessionId": sid,
				"version": "2.1.329", "gitBranch": "main", "type": kind, "message": message, "uuid": id, "timestamp": w.tick(seconds)}
			for k, v := range more {
				o[k] = v
			}
			w.line(o)
			parent = id
		}
		for k := 0; k < turns; k++ {
			add("user", 20, object{"role": "user", "content": w.text(30)}, nil)
			mid, tid := "msg_"+w.uuid(), "toolu_"+w.uuid()
			usage := object{"input_tokens": w.rnd.Intn(40) + 3, "cache_creation_input_tokens": w.rnd.Intn(4000),
				"cache_read_input_tokens": w.rnd.Intn(60000), "output_tokens": w.rnd.Intn(900) + 50}
			for _, block := range []object{{"type": "text", "text": w.text(80)},
				{"type": "tool_use", "id": tid, "name": "Bash", "input": object{"command": "echo " + w.text(3)}}} {
				add("assistant", 2, object{"id": mid, "type": "message", "role": "assistant", "model": "claude-sonnet-4-5-20250929",
					"content": []object{block}, "stop_reason": nil, "usage": usage}, object{"requestId": "req_" + mid})
			}
			add("user", 3, object{"role": "user", "content": []object{{"type": "tool_result", "tool_use_id": tid, "content": w.text(60)}}}, nil)
		}
	})
}

func (w *sampleWriter) codex(cwd string, start time.Time, turns int) {
	sid := w.uuid()
	rel := filepath.Join(".codex", "sessions", start.Format("2006/01/02"), "rollout-"+start.Format("2006-01-02T15-04-05")+"-"+sid+".jsonl")
	w.file(rel, start, func() {
		add := func(kind string, payload object) {
			w.line(object{"timestamp": w.tick(1), "type": kind, "payload": payload})
		}
		message := func(role, kind, text string) object {
			return object{"type": "message", "role": role, "content": []object{{"type": kind, "text": text}}}
		}
		add("session_meta", object{"id": sid, "timestamp": start.Format(time.RFC3339), "cwd": cwd, "originator": "codex_cli_rs",
			"cli_version": "0.98.0", "source": "cli", "model_provider": "openai"})
		total := object{"input_tokens": 0, "cached_input_tokens": 0, "output_tokens": 0, "reasoning_output_tokens": 0, "total_tokens": 0}
		for k := 0; k < turns; k++ {
			add("turn_context", object{"cwd": cwd, "approval_policy": "on-request", "model": "gpt-5-codex", "effort": "medium"})
			q, a, call := w.text(30), w.text(80), "call_"+w.uuid()
			add("response_item", message("user", "input_text", q))
			add("event_msg", object{"type": "user_message", "message": q})
			add("response_item", object{"type": "function_call", "name": "shell", "arguments": `{"command":["bash","-lc","ls"]}`, "call_id": call})
			add("response_item", object{"type": "function_call_output", "call_id": call, "output": w.text(60)})
			add("event_msg", object{"type": "agent_message", "message": a})
			add("response_item", message("assistant", "output_text", a))
			in, out := w.rnd.Intn(58000)+2000, w.rnd.Intn(900)+50
			last := object{"input_tokens": in, "cached_input_tokens": w.rnd.Intn(2000), "output_tokens": out, "reasoning_output_tokens": w.rnd.Intn(40), "total_tokens": in + out}
			for k, v := range last {
				total[k] = total[k].(int) + v.(int)
			}
			add("event_msg", object{"type": "token_count", "info": object{"total_token_usage": total, "last_token_usage": last, "model_context_window": 272000}})
		}
	})
}
