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

// peerName is the program that adds up the same money, from npm.
const peerName = "ccusage"

// peerVersion is the one that make agreement compares with.
func peerVersion() (string, error) {
	data, err := os.ReadFile(filepath.Join("testdata", "agreement.json"))
	if err != nil {
		return "", err
	}
	var agreement struct{ Ccusage struct{ Version string } }
	if err := json.Unmarshal(data, &agreement); err != nil {
		return "", err
	}
	if agreement.Ccusage.Version == "" {
		return "", errors.New("testdata/agreement.json names no version of " + peerName)
	}
	return agreement.Ccusage.Version, nil
}

// findPeer installs the peer where make agreement does, unless it is
// there, and returns its own program: started directly, without the launcher
// that npm links, which costs it a start of Node.
func findPeer() (program, version string, err error) {
	if version, err = peerVersion(); err != nil {
		return "", "", err
	}
	dir, err := filepath.Abs(filepath.Join("build", peerName))
	if err != nil {
		return "", version, err
	}
	if path := peerProgram(dir, version); path != "" {
		return path, version, nil
	}
	printProgress("installing %s %s from npm", peerName, version)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", version, err
	}
	cmd := exec.Command("npm", "install", "--prefix", dir, "--no-save", "--no-package-lock", "--no-audit", "--no-fund", "--ignore-scripts",
		"--fetch-retries", "1", "--fetch-timeout", "20000", peerName+"@"+version)
	var notes bytes.Buffer
	cmd.Stderr = &notes
	if err := cmd.Run(); err != nil {
		return "", version, fmt.Errorf("npm install: %w: %s", err, lastLine(notes.String()))
	}
	if path := peerProgram(dir, version); path != "" {
		return path, version, nil
	}
	return "", version, errors.New("npm has no program of it for this system")
}

// peerProgram is the program of an installed version, or "".
func peerProgram(dir, version string) string {
	platform := filepath.Join(dir, "node_modules", "@"+peerName, peerName+"-*")
	about, _ := filepath.Glob(filepath.Join(platform, "package.json"))
	programs, _ := filepath.Glob(filepath.Join(platform, "bin", peerName+"*"))
	if len(about) != 1 || len(programs) != 1 {
		return ""
	}
	data, err := os.ReadFile(about[0])
	if err != nil || !bytes.Contains(data, []byte(`"`+version+`"`)) || os.Chmod(programs[0], 0o755) != nil {
		return ""
	}
	return programs[0]
}

// peerProcess is its report over a home, from its built-in price table: it is not to
// wait for a network.
func peerProcess(program, home string) *process {
	return &process{path: program, args: []string{"daily", "--json", "--offline"},
		env: []string{"HOME=" + home, "USERPROFILE=" + home, "PATH=" + os.Getenv("PATH")}}
}

// tokens are the totals that both programs report.
type tokens struct{ input, output, cacheRead, cacheWrite int64 }

func (t tokens) String() string {
	return fmt.Sprintf("%s input, %s output, %s cache read, %s cache write", groupDigits(t.input), groupDigits(t.output), groupDigits(t.cacheRead), groupDigits(t.cacheWrite))
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

// compareTokens says whether the two counted the same, so that the comparison of
// their times is one of equal work.
func compareTokens(ours, theirs []byte) string {
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
