package agreement

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/bindings/native"
	"github.com/heddle-dev/heddle/hostfns"
)

// Heddle returns the cost report of a home, by agent.
func Heddle(home string) (map[string]Figures, error) {
	var o bindings.Options
	o.Host = hostfns.Options{Home: home}
	engine, err := native.Open(o)
	if err != nil {
		return nil, err
	}
	defer engine.Close()
	r, err := engine.Call(context.Background(), "sessions.totalCost", []byte(`{"groupBy":"agent"}`))
	if err != nil {
		return nil, err
	}
	var report struct {
		Breakdowns map[string]struct{ InputTokens, OutputTokens, CachedTokens, CacheWriteTokens int64 }
	}
	if err := json.Unmarshal(r.Body, &report); err != nil {
		return nil, err
	}
	out := map[string]Figures{}
	for agent, b := range report.Breakdowns {
		out[agent] = Figures{b.InputTokens, b.OutputTokens, b.CachedTokens, b.CacheWriteTokens,
			b.InputTokens + b.OutputTokens + b.CachedTokens + b.CacheWriteTokens}
	}
	return out, nil
}

// Program is an installed ccusage: its absolute path.
type Program string

// Find returns the program of a name: a path, or a name to look for in PATH.
func Find(name string) (Program, error) {
	path, err := exec.LookPath(name)
	if err == nil {
		path, err = filepath.Abs(path)
	}
	return Program(path), err
}

// Version returns what the program calls itself, for example 20.0.24.
func (p Program) Version() (string, error) {
	out, err := p.runProgram(os.TempDir(), "--version")
	words := strings.Fields(string(out))
	if err != nil || len(words) == 0 {
		return "", fmt.Errorf("%s --version: %q %w", p, out, err)
	}
	return words[len(words)-1], nil
}

// Report returns what the program says of a home, by agent. It makes files
// beside the databases that it reads: give it a copy.
func (p Program) Report(home string, arguments []string) (map[string]Figures, error) {
	data, err := p.runProgram(home, arguments...)
	if err != nil {
		return nil, err
	}
	var report struct {
		Session []struct {
			Agent                                                                        string
			InputTokens, OutputTokens, CacheReadTokens, CacheCreationTokens, TotalTokens int64
		}
	}
	if err := json.Unmarshal(data, &report); err != nil {
		return nil, fmt.Errorf("%s: %w: %.200s", p, err, data)
	}
	out := map[string]Figures{}
	for _, s := range report.Session {
		out[s.Agent] = out[s.Agent].Plus(Figures{s.InputTokens, s.OutputTokens, s.CacheReadTokens, s.CacheCreationTokens, s.TotalTokens})
	}
	return out, nil
}

// runProgram calls the program with nothing but the home in its environment, so that
// no setting of this machine leads it elsewhere.
func (p Program) runProgram(home string, arguments ...string) ([]byte, error) {
	cmd := exec.Command(string(p), arguments...)
	cmd.Env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH")}
	cmd.Dir = home
	var complaint bytes.Buffer
	cmd.Stderr = &complaint
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w: %s", p, err, complaint.Bytes())
	}
	return out, nil
}
