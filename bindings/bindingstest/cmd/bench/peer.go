package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// The program that adds up the same money, from npm. Its newest releases lack
// a binary on some registries; this one has it.
const (
	peerName    = "ccusage"
	peerVersion = "20.0.24"
)

// findPeer installs the peer below build once and returns its own program:
// started directly, without the launcher that npm links, which costs it a
// start of Node.
func findPeer() (string, error) {
	dir, err := filepath.Abs(filepath.Join("build", "peer-"+peerVersion))
	if err != nil {
		return "", err
	}
	if path := peerProgram(dir); path != "" {
		return path, nil
	}
	progress("installing %s %s from npm", peerName, peerVersion)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	cmd := exec.Command("npm", "install", "--prefix", dir, "--no-save", "--no-package-lock", "--no-audit", "--no-fund", "--ignore-scripts",
		peerName+"@"+peerVersion)
	var notes bytes.Buffer
	cmd.Stderr = &notes
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("npm install: %w: %s", err, lastLine(notes.String()))
	}
	if path := peerProgram(dir); path != "" {
		return path, nil
	}
	return "", errors.New("npm has no program of it for this system")
}

func peerProgram(dir string) string {
	found, _ := filepath.Glob(filepath.Join(dir, "node_modules", "@"+peerName, peerName+"-*", "bin", peerName+"*"))
	if len(found) == 0 || os.Chmod(found[0], 0o755) != nil {
		return ""
	}
	return found[0]
}

// peer is its report over a home, from its built-in price table: it is not to
// wait for a network.
func peer(program, home string) *process {
	return &process{path: program, args: []string{"daily", "--json", "--offline"},
		env: []string{"HOME=" + home, "USERPROFILE=" + home, "PATH=" + os.Getenv("PATH")}}
}

// tokens are the totals that both programs report.
type tokens struct{ input, output, cacheRead, cacheWrite int64 }

func (t tokens) String() string {
	return fmt.Sprintf("%s input, %s output, %s cache read, %s cache write", grouped(t.input), grouped(t.output), grouped(t.cacheRead), grouped(t.cacheWrite))
}

func ourTokens(out []byte) (tokens, error) {
	var r struct{ InputTokens, OutputTokens, CachedTokens, CacheWriteTokens int64 }
	err := json.Unmarshal(out, &r)
	return tokens{r.InputTokens, r.OutputTokens, r.CachedTokens, r.CacheWriteTokens}, err
}

func peerTokens(out []byte) (tokens, error) {
	var r struct {
		Totals struct{ InputTokens, OutputTokens, CacheReadTokens, CacheCreationTokens int64 }
	}
	err := json.Unmarshal(out, &r)
	t := r.Totals
	return tokens{t.InputTokens, t.OutputTokens, t.CacheReadTokens, t.CacheCreationTokens}, err
}

// agreement says whether the two counted the same, so that the comparison of
// their times is one of equal work.
func agreement(ours, theirs []byte) string {
	a, err := ourTokens(ours)
	if err != nil {
		return "our report cannot be read: " + err.Error()
	}
	b, err := peerTokens(theirs)
	if err != nil {
		return peerName + "'s report cannot be read: " + err.Error()
	}
	if a == b {
		return fmt.Sprintf("Heddle and %s count the same tokens: %s.", peerName, a)
	}
	return fmt.Sprintf("**Heddle and %s do not count the same tokens**: %s against %s.", peerName, a, b)
}
