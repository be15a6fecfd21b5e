// Package kit is the conformance kit for hosts: what runs on them, how a runner is asked, and how
// its answers are judged. docs/how-to-write-a-host.md is the page for the authors of hosts.
package kit

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/hostfns"
	"github.com/heddle-dev/heddle/hostfns/poll"
)

// Version of the protocol between a checker and a runner.
const Version = 1

// Words that a runner may say about itself, and that settings grant.
const (
	Files   = "files"
	SQL     = "sql"
	Zstd    = "zstd"
	Clock   = "clock"
	Entropy = "entropy"
	Links   = "links"  // its folders are a disk's, where a link can lead elsewhere
	Lies    = "lies"   // it answers wrongly on request
	Memory  = "memory" // it limits the memory of an instance
)

// powers are the words that the line "powers" of a host may have.
var powers = []string{Files, SQL, Zstd, Clock, Entropy}

// Settings are what the lines before "open" say.
type Settings struct {
	Module      string
	Mounts      map[string]string
	Powers      []string
	Store       string // file of the store; empty for none
	Start, Step int64  // of the clock, in milliseconds
	Seed        uint64 // of the ids
	Memory      int64  // limit in bytes; 0 for the runner's own
	Lies        []Lie
}

// lines renders the settings as a runner gets them.
func (s Settings) lines() string {
	var b strings.Builder
	fmt.Fprintf(&b, "module %s\n", s.Module)
	for _, name := range sortedKeys(s.Mounts) {
		fmt.Fprintf(&b, "mount %s %s\n", name, s.Mounts[name])
	}
	fmt.Fprintf(&b, "powers %s\n", strings.Join(s.Powers, " "))
	if s.Store != "" {
		fmt.Fprintf(&b, "store %s\n", s.Store)
	}
	fmt.Fprintf(&b, "clock %d %d\nentropy %d\n", s.Start, s.Step, s.Seed)
	if s.Memory > 0 {
		fmt.Fprintf(&b, "memory %d\n", s.Memory)
	}
	for _, l := range s.Lies {
		fmt.Fprintf(&b, "lie %s %s\n", l.About, l.What)
	}
	return b.String()
}

// set reads one line of the settings.
func (s *Settings) set(line string) (err error) {
	word, rest, _ := strings.Cut(line, " ")
	first, second, _ := strings.Cut(rest, " ")
	number := func(text string) int64 {
		n, e := strconv.ParseInt(text, 10, 64)
		err = errors.Join(err, e)
		return n
	}
	switch word {
	case "module":
		s.Module = rest
	case "mount":
		if s.Mounts == nil {
			s.Mounts = map[string]string{}
		}
		s.Mounts[first] = second
	case "powers":
		s.Powers = strings.Fields(rest)
	case "store":
		s.Store = rest
	case "clock":
		s.Start, s.Step = number(first), number(second)
	case "entropy":
		s.Seed, err = strconv.ParseUint(rest, 10, 64)
	case "memory":
		s.Memory = number(rest)
	case "lie":
		s.Lies = append(s.Lies, Lie{About: first, What: second})
	default:
		err = fmt.Errorf("unknown line %q", line)
	}
	return err
}

// options are what an engine written in Go is opened with.
func (s Settings) options() bindings.Options {
	grant := hostfns.Options{Mounts: s.Mounts, Workers: 1, Clock: hosttest.NewClock(s.Start, s.Step), Entropy: hosttest.NewEntropy(s.Seed)}
	if grant.Mounts == nil {
		grant.Mounts = map[string]string{}
	}
	if s.Store != "" {
		grant.Stores = map[string]string{core.StorePath: s.Store}
	}
	return bindings.Options{Host: limited{grant, s}, ModulePath: s.Module, MemoryLimit: s.Memory, Workers: 1}
}

// limited is a host that grants the settings' powers only, and lies.
type limited struct {
	bindings.Host
	settings Settings
}

// Open implements bindings.Host.
func (l limited) Open(workers int) (func(context.Context, poll.Progress) (*host.Host, func()), func() error, error) {
	open, closeAll, err := l.Host.Open(workers)
	if err != nil {
		return nil, nil, err
	}
	return func(ctx context.Context, progress poll.Progress) (*host.Host, func()) {
		whole, release := open(ctx, progress)
		h := &host.Host{Poll: whole.Poll}
		for _, power := range l.settings.Powers {
			switch power {
			case Files:
				h.Files = whole.Files
			case SQL:
				h.SQL = whole.SQL
			case Zstd:
				h.Zstd = whole.Zstd
			case Clock:
				h.Clock = whole.Clock
			case Entropy:
				h.Entropy = whole.Entropy
			}
		}
		tellLies(h, l.settings.Lies)
		return h, release
	}, closeAll, nil
}
