package catalog_test

import (
	"compress/gzip"
	"database/sql"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	_ "modernc.org/sqlite"

	"github.com/heddle-dev/heddle/core/internal/catalog"
	"github.com/heddle-dev/heddle/core/session"
)

// mutation changes a home as a newer version of an agent might write it.
type mutation func(t *testing.T, home string)

// eachText rewrites every text file of a home: change returns what it is to hold.
func eachText(change func(name, content string) string) mutation {
	return func(t *testing.T, home string) {
		changed := 0
		err := filepath.WalkDir(home, func(path string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() || !strings.HasSuffix(path, ".json") && !strings.HasSuffix(path, ".jsonl") {
				return err
			}
			old, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			now := change(filepath.Base(path), string(old))
			if now != string(old) {
				changed++
			}
			return os.WriteFile(path, []byte(now), 0o600)
		})
		if err != nil || changed == 0 {
			t.Fatalf("%d files changed: %v", changed, err)
		}
	}
}

// rewrite replaces what matches a pattern, in text files.
func rewrite(pattern, by string) mutation {
	re := regexp.MustCompile(pattern)
	return eachText(func(_, s string) string { return re.ReplaceAllString(s, by) })
}

// quoteNumbers writes the numbers of some members as texts.
func quoteNumbers(members string) mutation {
	return rewrite(`"(`+members+`)":\s*(\d[\d.eE+-]*)`, `"$1":"$2"`)
}

// rename writes members under another name.
func rename(member string) mutation { return rewrite(`"`+member+`":`, `"`+member+`_now":`) }

// rekind writes a member's value as another word.
func rekind(member, value string) mutation {
	return rewrite(`"`+member+`":\s*"`+regexp.QuoteMeta(value)+`"`, `"`+member+`":"`+value+`_now"`)
}

// inRows is rewrite for the texts of a table's column.
func inRows(path, table, column, from, to string) mutation {
	return statements(path, fmt.Sprintf("UPDATE %s SET %s = replace(%s, '%s', '%s') WHERE %s LIKE '%%%s%%'", table, column, column, from, to, column, from))
}

// epoch writes the times of some members as milliseconds since 1970.
func epoch(members string) mutation {
	re := regexp.MustCompile(`"(` + members + `)":\s*"(\d{4}-[^"]*)"`)
	return eachText(func(_, s string) string {
		return re.ReplaceAllStringFunc(s, func(m string) string {
			parts := re.FindStringSubmatch(m)
			at, err := time.Parse(time.RFC3339Nano, parts[2])
			if err != nil {
				return m
			}
			return `"` + parts[1] + `":` + strconv.FormatInt(at.UnixMilli(), 10)
		})
	})
}

// withBlanks writes blanks after colons and commas, as other writers of JSON do.
func withBlanks() mutation {
	return eachText(func(_, s string) string {
		var b strings.Builder
		quoted := false
		for i := 0; i < len(s); i++ {
			b.WriteByte(s[i])
			switch c := s[i]; {
			case quoted && c == '\\' && i+1 < len(s):
				i++
				b.WriteByte(s[i])
			case c == '"':
				quoted = !quoted
			case c == '\n':
				quoted = false
			case !quoted && (c == ':' || c == ','):
				b.WriteByte(' ')
			}
		}
		return b.String()
	})
}

// appendLine adds a record to every log.
func appendLine(line string) mutation {
	return eachText(func(name, s string) string {
		if !strings.HasSuffix(name, ".jsonl") {
			return s
		}
		return s + line + "\n"
	})
}

// move renames a file or folder.
func move(from, to string) mutation {
	return func(t *testing.T, home string) {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(home, to)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(filepath.Join(home, from), filepath.Join(home, to)); err != nil {
			t.Fatal(err)
		}
	}
}

// renameFolders renames all folders of a name.
func renameFolders(name string) mutation {
	return func(t *testing.T, home string) {
		var found []string
		err := filepath.WalkDir(home, func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.IsDir() && d.Name() == name {
				found = append(found, path)
				return fs.SkipDir
			}
			return err
		})
		for _, path := range found {
			if err == nil {
				err = os.Rename(path, path+"_now")
			}
		}
		if err != nil || len(found) == 0 {
			t.Fatalf("%d folders: %v", len(found), err)
		}
	}
}

// compress makes .jsonl.gz of every log below a folder.
func compress(folder string) mutation {
	return func(t *testing.T, home string) {
		err := filepath.WalkDir(filepath.Join(home, folder), func(path string, d fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".jsonl") {
				return err
			}
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			f, err := os.Create(path + ".gz")
			if err != nil {
				return err
			}
			defer f.Close()
			w := gzip.NewWriter(f)
			if _, err := w.Write(data); err != nil {
				return err
			}
			if err := w.Close(); err != nil {
				return err
			}
			return os.Remove(path)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// statements changes a database.
func statements(path string, list ...string) mutation {
	return func(t *testing.T, home string) {
		db, err := sql.Open("sqlite", "file:"+filepath.ToSlash(filepath.Join(home, path)))
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		for _, s := range list {
			r, err := db.Exec(s)
			if err != nil {
				t.Fatalf("%s: %v", s, err)
			}
			if n, _ := r.RowsAffected(); n == 0 && strings.HasPrefix(s, "UPDATE") {
				t.Fatalf("%s: no row", s)
			}
		}
	}
}

// figures is everything that a person would look at: what the sessions hold and cost.
func figures(t *testing.T, home string) (shown string, notes []string) {
	t.Helper()
	var out struct {
		Sessions []session.SessionSummary
		Cost     *session.CostSummary
		Stats    *session.SessionStats
		Texts    []string
	}
	for _, d := range ask(t, home, func(c *catalog.Catalog) (err error) {
		out.Sessions, err = c.List(session.ListRequest{Subagents: true, Limit: 1000})
		return err
	}) {
		notes = append(notes, d.Message)
	}
	for _, d := range ask(t, home, func(c *catalog.Catalog) (err error) {
		out.Cost, err = c.TotalCost(session.CostRequest{})
		return err
	}) {
		notes = append(notes, d.Message)
	}
	for _, d := range ask(t, home, func(c *catalog.Catalog) (err error) {
		out.Stats, err = c.Stats(session.StatsRequest{Limit: 1000})
		return err
	}) {
		notes = append(notes, d.Message)
	}
	for i := range out.Sessions { // the version is no figure
		out.Sessions[i].AgentVersion = ""
		for j := range out.Sessions[i].Spans {
			out.Sessions[i].Spans[j].AgentVersion = ""
		}
	}
	for _, s := range out.Sessions {
		ask(t, home, func(c *catalog.Catalog) error {
			full, _, err := c.Get(session.GetRequest{UnifiedID: s.UnifiedID})
			if err == nil {
				for i := range full.Messages {
					m := &full.Messages[i]
					out.Texts = append(out.Texts, fmt.Sprint(m.Role, m.Content, m.Thinking, len(m.ToolCalls), m.Timestamp))
				}
			}
			return nil
		})
	}
	text, err := json.Marshal(out)
	if err != nil {
		t.Fatal(err)
	}
	return string(text), notes
}

// said returns what the doctor reports of a home, and how much: what makes --strict fail.
func said(t *testing.T, home string) (list []string, n int64) {
	t.Helper()
	for _, a := range doctorAt(t, home).Agents {
		n += a.SkippedCount + a.Unreadable
		if a.SkippedCount+a.Unreadable > 0 {
			list = append(list, fmt.Sprintf("%s: %d skipped, %d unreadable", a.Agent, a.SkippedCount, a.Unreadable))
		}
		for _, d := range a.Drift {
			n += d.Count
			list = append(list, fmt.Sprintf("%s %s: %s %s ×%d", a.Agent, d.Version, d.Kind, d.Name, d.Count))
		}
	}
	return list, n
}

const (
	claudeLog = ".claude/projects"
	openDB    = ".local/share/opencode/opencode.db"
	hermesDB  = ".hermes/state.db"
	clawDB    = ".openclaw/agents/main/agent/openclaw-agent.sqlite"
	cursorDB  = ".config/Cursor/User/globalStorage/state.vscdb"
	storedDB  = ".cursor/sessions/sessions.db"
	future    = `{"type":"from-the-future","id":"f1","uuid":"f1","timestamp":"2026-11-20T17:00:00.000Z"}`
)

// mutations are shapes that newer versions may have. Each changes nothing that is shown, or is said.
var mutations = []struct {
	agent, home, name string
	change            mutation
}{
	{"claude", "claude", "usage renamed", rewrite(`"usage":\{`, `"token_usage":{`)},
	{"claude", "claude", "numbers as texts", quoteNumbers("input_tokens|output_tokens|cache_read_input_tokens|cache_creation_input_tokens")},
	{"claude", "claude", "members of usage renamed", rewrite(`"(input|output)_tokens":`, `"${1}_token_count":`)},
	{"claude", "claude", "epoch times", epoch("timestamp")},
	{"claude", "claude", "timestamp renamed", rewrite(`"timestamp":`, `"ts":`)},
	{"claude", "claude", "tool_use renamed", rewrite(`"type":"tool_use"`, `"type":"tool_invocation"`)},
	{"claude", "claude", "tool_result renamed", rewrite(`"type":"tool_result"`, `"type":"tool_output"`)},
	{"claude", "claude", "Edit renamed", rewrite(`"name":"(Edit|Write)"`, `"name":"${1}File"`)},
	{"claude", "claude", "parentUuid renamed", rewrite(`"parentUuid":`, `"parent_uuid":`)},
	{"claude", "claude", "uuid renamed", rewrite(`"uuid":`, `"record_id":`)},
	{"claude", "claude", "projects renamed", move(".claude/projects", ".claude/conversations")},
	{"claude", "claude", "logs compressed", compress(claudeLog)},
	{"claude", "claude", "unknown records", appendLine(future)},
	{"claude", "claude", "assistant renamed", rewrite(`"type":"assistant"`, `"type":"agent"`)},
	{"claude", "claude", "user renamed", rewrite(`"type":"user"`, `"type":"human"`)},
	{"claude", "claude", "thinking renamed", rewrite(`"type":"thinking"`, `"type":"reasoning"`)},
	{"claude", "claude", "message renamed", rewrite(`"message":\{`, `"msg":{`)},
	{"claude", "claude", "newer version", rewrite(`"version":"2\.1\.329"`, `"version":"9.0.0"`)},
	{"claude", "claude", "unknown tag", rewrite(`("role":"user","content":")`, `${1}<gateway-context>x</gateway-context>`)},
	{"codex", "codex", "token_count renamed", rewrite(`"type":"(token_count|token_usage_record)"`, `"type":"${1}_v2"`)},
	{"codex", "codex", "usage renamed", rewrite(`"(usage|total_token_usage|last_token_usage)":\{`, `"${1}_v2":{`)},
	{"codex", "codex", "numbers as texts", quoteNumbers("input_tokens|output_tokens|cached_input_tokens|reasoning_output_tokens|cache_write_input_tokens|total_tokens")},
	{"codex", "codex", "epoch times", epoch("timestamp")},
	{"codex", "codex", "timestamp renamed", rewrite(`"timestamp":`, `"ts":`)},
	{"codex", "codex", "output_text renamed", rewrite(`"type":"output_text"`, `"type":"answer_text"`)},
	{"codex", "codex", "response_item renamed", rewrite(`"type":"response_item"`, `"type":"model_item"`)},
	{"codex", "codex", "session_meta renamed", rewrite(`"type":"session_meta"`, `"type":"session_head"`)},
	{"codex", "codex", "sessions renamed", move(".codex/sessions", ".codex/threads")},
	{"codex", "codex", "logs compressed", compress(".codex/sessions")},
	{"codex", "codex", "unknown records", appendLine(`{"timestamp":"2026-11-20T17:00:00.000Z","type":"from_the_future","payload":{}}`)},
	{"gemini", "gemini", "tokens renamed", rewrite(`"tokens":\{`, `"token_usage":{`)},
	{"gemini", "gemini", "numbers as texts", quoteNumbers("input|output|cached|thoughts|tool|total")},
	{"gemini", "gemini", "epoch times", epoch("timestamp|startTime|lastUpdated")},
	{"gemini", "gemini", "timestamp renamed", rewrite(`"timestamp":`, `"ts":`)},
	{"gemini", "gemini", "gemini renamed", rewrite(`"type":"gemini"`, `"type":"antigravity"`)},
	{"gemini", "gemini", "replace renamed", rewrite(`"name":\s*"(write_file|replace)"`, `"name":"${1}_v2"`)},
	{"gemini", "gemini", "tmp renamed", move(".gemini/tmp", ".gemini/sessions")},
	{"gemini", "gemini", "logs compressed", compress(".gemini/tmp")},
	{"gemini", "gemini", "unknown records", appendLine(future)},
	{"copilot", "copilot", "usage renamed", rewrite(`"modelMetrics":`, `"metricsByModel":`)},
	{"copilot", "copilot", "numbers as texts", quoteNumbers("inputTokens|outputTokens|cacheReadTokens|cacheWriteTokens|reasoningTokens")},
	{"copilot", "copilot", "epoch times", epoch("timestamp|startTime")},
	{"copilot", "copilot", "timestamp renamed", rewrite(`"timestamp":`, `"ts":`)},
	{"copilot", "copilot", "assistant.message renamed", rewrite(`"type":"assistant\.message"`, `"type":"assistant.answer"`)},
	{"copilot", "copilot", "edit renamed", rewrite(`"(name|toolName)":"(create|edit)"`, `"$1":"${2}_file_now"`)},
	{"copilot", "copilot", "session-state renamed", move(".copilot/session-state", ".copilot/sessions")},
	{"copilot", "copilot", "logs compressed", compress(".copilot/session-state")},
	{"copilot", "copilot", "unknown records", appendLine(future)},
	{"cursor", "cursor-described", "table gone", statements(storedDB, "ALTER TABLE messages RENAME TO entries")},
	{"cursor", "cursor-described", "sessions gone", statements(storedDB, "ALTER TABLE sessions RENAME TO threads")},
	{"cursor", "cursor-described", "column renamed", statements(storedDB, "ALTER TABLE messages RENAME COLUMN role TO author")},
	{"cursor", "cursor-ide-handmade", "composerData renamed", statements(cursorDB, "UPDATE cursorDiskKV SET key = replace(key, 'composerData:', 'threadData:')")},
	{"cursor", "cursor-ide-handmade", "bubbles renamed", statements(cursorDB, "UPDATE cursorDiskKV SET key = replace(key, 'bubbleId:', 'cellId:')")},
	{"cursor", "cursor-ide-handmade", "table gone", statements(cursorDB, "ALTER TABLE cursorDiskKV RENAME TO kv")},
	{"cursor", "cursor-transcripts", "projects renamed", move(".cursor/projects", ".cursor/workspaces")},
	{"opencode", "opencode", "tokens renamed", statements(openDB, `UPDATE message SET data = replace(data, '"tokens":', '"token_usage":')`, `UPDATE part SET data = replace(data, '"tokens":', '"token_usage":')`)},
	{"opencode", "opencode", "message gone", statements(openDB, "ALTER TABLE message RENAME TO entry")},
	{"opencode", "opencode", "part gone", statements(openDB, "ALTER TABLE part RENAME TO piece")},
	{"opencode", "opencode", "session gone", statements(openDB, "ALTER TABLE session RENAME TO thread")},
	{"opencode", "opencode", "tool renamed", statements(openDB, `UPDATE part SET data = replace(data, '"type":"tool"', '"type":"call"') WHERE data LIKE '%"type":"tool"%'`)},
	{"opencode", "opencode", "edit renamed", statements(openDB, `UPDATE part SET data = replace(replace(data, '"tool":"edit"', '"tool":"change"'), '"tool":"write"', '"tool":"put"') WHERE data LIKE '%"type":"tool"%'`)},
	{"opencode", "opencode", "database renamed", move(openDB, ".local/share/opencode/sessions.db")},
	{"opencode", "opencode-1.1.65", "tokens renamed", rewrite(`"tokens":\s*\{`, `"token_usage":{`)},
	{"opencode", "opencode-1.1.65", "numbers as texts", quoteNumbers("input|output|reasoning|read|write")},
	{"opencode", "opencode-1.1.65", "storage renamed", move(".local/share/opencode/storage", ".local/share/opencode/store")},
	{"pi", "pi", "usage renamed", rewrite(`"usage":\{`, `"tokenUsage":{`)},
	{"pi", "pi", "numbers as texts", quoteNumbers("input|output|cacheRead|cacheWrite|totalTokens|reasoning")},
	{"pi", "pi", "epoch times", epoch("timestamp")},
	{"pi", "pi", "parentId renamed", rewrite(`"parentId":`, `"parent":`)},
	{"pi", "pi", "toolCall renamed", rewrite(`"type":"toolCall"`, `"type":"call"`)},
	{"pi", "pi", "assistant renamed", rewrite(`"role":"assistant"`, `"role":"agent"`)},
	{"pi", "pi", "edit renamed", rewrite(`"name":"(edit|write)"`, `"name":"${1}_file_now"`)},
	{"pi", "pi", "sessions renamed", move(".pi/agent/sessions", ".pi/agent/threads")},
	{"pi", "pi", "logs compressed", compress(".pi/agent/sessions")},
	{"pi", "pi", "unknown records", appendLine(future)},
	{"omp", "omp", "usage renamed", rewrite(`"usage":\{`, `"tokenUsage":{`)},
	{"omp", "omp", "numbers as texts", quoteNumbers("input|output|cacheRead|cacheWrite|totalTokens|reasoningTokens")},
	{"omp", "omp", "epoch times", epoch("timestamp")},
	{"omp", "omp", "toolCall renamed", rewrite(`"type":"toolCall"`, `"type":"call"`)},
	{"omp", "omp", "sessions renamed", move(".omp/agent/sessions", ".omp/agent/threads")},
	{"omp", "omp", "unknown records", appendLine(future)},
	{"openclaw", "openclaw-jsonl", "usage renamed", rewrite(`"usage":\{`, `"tokenUsage":{`)},
	{"openclaw", "openclaw-jsonl", "numbers as texts", quoteNumbers("input|output|cacheRead|cacheWrite|totalTokens|reasoningTokens")},
	{"openclaw", "openclaw-jsonl", "epoch times", epoch("timestamp")},
	{"openclaw", "openclaw-jsonl", "toolCall renamed", rewrite(`"type":"toolCall"`, `"type":"call"`)},
	{"openclaw", "openclaw-jsonl", "agents renamed", move(".openclaw/agents", ".openclaw/workers")},
	{"openclaw", "openclaw-jsonl", "logs compressed", compress(".openclaw/agents")},
	{"openclaw", "openclaw-jsonl", "unknown records", appendLine(future)},
	{"openclaw", "openclaw", "events gone", statements(clawDB, "ALTER TABLE transcript_events RENAME TO happenings")},
	{"openclaw", "openclaw", "windows gone", statements(clawDB, "ALTER TABLE session_windows RENAME TO panes")},
	{"hermes", "hermes-v22", "messages gone", statements(hermesDB, "ALTER TABLE messages RENAME TO entries")},
	{"hermes", "hermes-v22", "sessions gone", statements(hermesDB, "ALTER TABLE sessions RENAME TO threads")},
	{"hermes", "hermes-v22", "tokens renamed", statements(hermesDB, "DROP TABLE session_model_usage", "ALTER TABLE sessions RENAME COLUMN input_tokens TO tokens_in", "ALTER TABLE sessions RENAME COLUMN output_tokens TO tokens_out")},
	{"hermes", "hermes-v22", "usage gone", statements(hermesDB, "ALTER TABLE session_model_usage RENAME TO model_usage")},
	{"hermes", "hermes-v22", "timestamp renamed", statements(hermesDB, "ALTER TABLE messages RENAME COLUMN timestamp TO at")},
	{"hermes", "hermes-v22", "roles renamed", statements(hermesDB, "UPDATE messages SET role = 'agent' WHERE role = 'assistant'")},
	{"hermes", "hermes-v22", "database renamed", move(hermesDB, ".hermes/data/hermes.db")},
	{"claude", "claude", "content renamed", rename("content")},
	{"claude", "claude", "text renamed", rekind("type", "text")},
	{"claude", "claude", "cwd renamed", rename("cwd")},
	{"claude", "claude", "sessionId renamed", rename("sessionId")},
	{"claude", "claude", "name renamed", rename("name")},
	{"claude", "claude", "input renamed", rename("input")},
	{"claude", "claude", "model renamed", rename("model")},
	{"claude", "claude", "subagents renamed", renameFolders("subagents")},
	{"codex", "codex", "members of usage renamed", rewrite(`"(input|output|total)_tokens":`, `"${1}_token_count":`)},
	{"codex", "codex", "function_call renamed", rewrite(`"type":"(function_call|custom_tool_call)"`, `"type":"${1}_v2"`)},
	{"codex", "codex", "message renamed", rekind("type", "message")},
	{"codex", "codex", "payload renamed", rename("payload")},
	{"codex", "codex", "role renamed", rekind("role", "user")},
	{"codex", "codex", "user_message renamed", rekind("type", "user_message")},
	{"codex", "codex", "model renamed", rename("model")},
	{"codex", "codex", "apply_patch renamed", rekind("name", "apply_patch")},
	{"gemini", "gemini", "members of tokens renamed", rewrite(`"(input|output|total)":(\s*\d)`, `"${1}_now":$2`)},
	{"gemini", "gemini", "user renamed", rekind("type", "user")},
	{"gemini", "gemini", "content renamed", rename("content")},
	{"gemini", "gemini", "toolCalls renamed", rename("toolCalls")},
	{"gemini", "gemini", "model renamed", rename("model")},
	{"copilot", "copilot", "usage of requests renamed", rename("usage")},
	{"copilot", "copilot", "members of usage renamed", rewrite(`"(input|output)Tokens":`, `"${1}TokenCount":`)},
	{"copilot", "copilot", "user.message renamed", rekind("type", "user.message")},
	{"copilot", "copilot", "content renamed", rename("content")},
	{"copilot", "copilot", "execution renamed", rekind("type", "tool.execution_complete")},
	{"copilot", "copilot", "toolRequests renamed", rename("toolRequests")},
	{"copilot", "copilot", "data renamed", rename("data")},
	{"copilot", "copilot-1.0.73", "usage renamed", rename("modelMetrics")},
	{"copilot", "copilot-1.0.73", "members of usage renamed", rewrite(`"(input|output)Tokens":`, `"${1}TokenCount":`)},
	{"copilot", "copilot-1.0.73", "numbers as texts", quoteNumbers("inputTokens|outputTokens|cacheReadTokens|cacheWriteTokens|reasoningTokens")},
	{"cursor", "cursor-described", "roles renamed", statements(storedDB, "UPDATE messages SET role = 'human' WHERE role = 'user'")},
	{"cursor", "cursor-described", "content renamed", statements(storedDB, "ALTER TABLE messages RENAME COLUMN content TO body")},
	{"cursor", "cursor-ide-handmade", "text renamed", inRows(cursorDB, "cursorDiskKV", "value", `"text":`, `"words":`)},
	{"cursor", "cursor-ide-handmade", "type renamed", inRows(cursorDB, "cursorDiskKV", "value", `"type":`, `"kind":`)},
	{"cursor", "cursor-ide-handmade", "toolFormerData renamed", inRows(cursorDB, "cursorDiskKV", "value", `"toolFormerData":`, `"toolData":`)},
	{"cursor", "cursor-ide-handmade", "tokenCount renamed", inRows(cursorDB, "cursorDiskKV", "value", `"tokenCount":`, `"tokens":`)},
	{"cursor", "cursor-transcripts", "role renamed", rename("role")},
	{"cursor", "cursor-transcripts", "text renamed", rekind("type", "text")},
	{"cursor", "cursor-transcripts", "unknown records", appendLine(future)},
	{"opencode", "opencode", "members of tokens renamed", inRows(openDB, "message", "data", `"input":`, `"prompt":`)},
	{"opencode", "opencode", "text renamed", inRows(openDB, "part", "data", `"type":"text"`, `"type":"words"`)},
	{"opencode", "opencode", "role renamed", inRows(openDB, "message", "data", `"role":"user"`, `"role":"human"`)},
	{"opencode", "opencode", "time renamed", inRows(openDB, "message", "data", `"time":`, `"at":`)},
	{"opencode", "opencode", "state renamed", inRows(openDB, "part", "data", `"state":`, `"status":`)},
	{"opencode", "opencode-1.1.65", "role renamed", rekind("role", "user")},
	{"opencode", "opencode-1.1.65", "time renamed", rename("time")},
	{"pi", "pi", "members of usage renamed", rewrite(`"(input|output)":(\s*\d)`, `"${1}_now":$2`)},
	{"pi", "pi", "user renamed", rekind("role", "user")},
	{"pi", "pi", "text renamed", rekind("type", "text")},
	{"pi", "pi", "toolResult renamed", rekind("role", "toolResult")},
	{"pi", "pi", "message renamed", rekind("type", "message")},
	{"pi", "pi", "content renamed", rename("content")},
	{"pi", "pi", "session renamed", rekind("type", "session")},
	{"omp", "omp", "members of usage renamed", rewrite(`"(input|output)":(\s*\d)`, `"${1}_now":$2`)},
	{"omp", "omp", "user renamed", rekind("role", "user")},
	{"omp", "omp", "edit renamed", rewrite(`"name":"(edit|write)"`, `"name":"${1}_file_now"`)},
	{"omp", "omp", "content renamed", rename("content")},
	{"omp", "omp", "parentId renamed", rename("parentId")},
	{"openclaw", "openclaw-jsonl", "members of usage renamed", rewrite(`"(input|output)":(\s*\d)`, `"${1}_now":$2`)},
	{"openclaw", "openclaw-jsonl", "user renamed", rekind("role", "user")},
	{"openclaw", "openclaw-jsonl", "content renamed", rename("content")},
	{"openclaw", "openclaw-jsonl", "message renamed", rekind("type", "message")},
	{"openclaw", "openclaw-jsonl", "edit renamed", rewrite(`"name":"(edit|write)"`, `"name":"${1}_file_now"`)},
	{"openclaw", "openclaw", "usage renamed", inRows(clawDB, "transcript_events", "event_json", `"usage":`, `"tokens":`)},
	{"openclaw", "openclaw", "role renamed", inRows(clawDB, "transcript_events", "event_json", `"role":"user"`, `"role":"human"`)},
	{"hermes", "hermes-v22", "content renamed", statements(hermesDB, "ALTER TABLE messages RENAME COLUMN content TO body")},
	{"hermes", "hermes-v22", "tool_calls renamed", statements(hermesDB, "ALTER TABLE messages RENAME COLUMN tool_calls TO calls")},
	{"hermes", "hermes-v22", "model renamed", statements(hermesDB, "ALTER TABLE sessions RENAME COLUMN model TO engine")},
	{"hermes", "hermes-v22", "started_at renamed", statements(hermesDB, "ALTER TABLE sessions RENAME COLUMN started_at TO began")},
	{"hermes", "hermes-v22", "parent renamed", statements(hermesDB, "ALTER TABLE sessions RENAME COLUMN parent_session_id TO parent")},
	{"hermes", "hermes-v22", "user renamed", statements(hermesDB, "UPDATE messages SET role = 'human' WHERE role = 'user'")},
	{"claude", "claude", "blanks", withBlanks()},
	{"claude", "claude-1.0.24", "blanks", withBlanks()},
	{"claude", "claude-2.1.30", "blanks", withBlanks()},
	{"codex", "codex", "blanks", withBlanks()},
	{"codex", "codex-0.80.0", "blanks", withBlanks()},
	{"gemini", "gemini", "blanks", withBlanks()},
	{"copilot", "copilot", "blanks", withBlanks()},
	{"copilot", "copilot-1.0.73", "blanks", withBlanks()},
	{"opencode", "opencode-1.1.65", "blanks", withBlanks()},
	{"pi", "pi", "blanks", withBlanks()},
	{"omp", "omp", "blanks", withBlanks()},
	{"openclaw", "openclaw-jsonl", "blanks", withBlanks()},
}

// mutationRows has what the doctor counts of each mutation, and whether figures change. The
// numbers are those of records, answers and calls in the homes; HEDDLE_UPDATE=1 writes the file,
// and a reader compares what it changes with the homes.
const mutationRows = "testdata/mutations.txt"

// TestMutations: each mutation changes no figure, or is said; and what is said is what the table
// has. Where list, cost and stats say how many answers lack tokens or a time, they say the doctor's
// number.
func TestMutations(t *testing.T) {
	agents := map[string]bool{}
	rows := make([]string, len(mutations))
	t.Run("all", func(t *testing.T) {
		for at, m := range mutations {
			agents[m.agent] = true
			t.Run(m.home+"/"+m.name, func(t *testing.T) {
				t.Parallel()
				home := t.TempDir()
				if err := os.CopyFS(home, os.DirFS("../../../testdata/agents/"+m.home+"/home")); err != nil {
					t.Fatal(err)
				}
				before, _ := figures(t, home)
				m.change(t, home)
				after, notes := figures(t, home)
				list, n := said(t, home)
				effect := "changes figures"
				if before == after {
					effect = "changes nothing"
				} else if n == 0 {
					t.Error("figures change and nobody says it")
				}
				rows[at] = m.home + ", " + m.name + ": " + effect + "\n\t" + strings.Join(append(list, lackingIn(notes)...), "\n\t") + "\n"
				checkNotes(t, home, notes)
			})
		}
	})
	got := strings.ReplaceAll(strings.Join(rows, ""), "\n\t\n", "\n")
	if os.Getenv("HEDDLE_UPDATE") != "" {
		if err := os.WriteFile(mutationRows, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(mutationRows)
	if err != nil {
		t.Fatal(err)
	}
	if diff := firstDifference(got, string(want)); diff != "" {
		t.Error(diff)
	}
	if len(mutations) < 63 || len(agents) != 10 {
		t.Errorf("%d mutations of %d agents", len(mutations), len(agents))
	}
}

// lacking is what a note says that answers lack.
var lacking = regexp.MustCompile(`(\d+) answers? without (tokens|a time)`)

// lackingIn returns what notes say of answers, each once.
func lackingIn(notes []string) (out []string) {
	for _, n := range notes {
		for _, m := range lacking.FindAllString(n, -1) {
			if line := "said: " + m; !slices.Contains(out, line) {
				out = append(out, line)
			}
		}
	}
	return out
}

// checkNotes compares the notes with the doctor's counts of files that name their version.
func checkNotes(t *testing.T, home string, notes []string) {
	t.Helper()
	counted := map[string]int64{}
	for _, a := range doctorAt(t, home).Agents {
		for _, d := range a.Drift {
			if d.Version != "" {
				counted[d.Kind] += d.Count
			}
		}
	}
	for _, n := range notes {
		for _, m := range lacking.FindAllStringSubmatch(n, -1) {
			kind := map[string]string{"tokens": "answersWithoutUsage", "a time": "answersWithoutTime"}[m[2]]
			if want := strconv.FormatInt(counted[kind], 10); m[1] != want {
				t.Errorf("%q, but the doctor counts %s", n, want)
			}
		}
	}
}

// firstDifference says where two texts begin to differ.
func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			return fmt.Sprintf("line %d is %q, want %q", i+1, g[i], w[i])
		}
	}
	if len(g) != len(w) {
		return fmt.Sprintf("%d lines, want %d", len(g), len(w))
	}
	return ""
}
