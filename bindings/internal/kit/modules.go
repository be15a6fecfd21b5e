package kit

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/heddle-dev/heddle/wasm/abi"
)

// badModule is a file that a host must refuse.
type badModule struct {
	name  string
	bytes []byte
	says  []string // words of the error
}

// checkModules opens what is no module of this ABI. A host refuses it, and then opens the right one.
func (c *checker) checkModules() error {
	whole, err := os.ReadFile(c.Module)
	if err != nil {
		return err
	}
	other, err := os.ReadFile(filepath.Join(c.kit, "guest", "abi-77.wasm"))
	if err != nil {
		return err
	}
	for _, m := range []badModule{
		{name: "empty"}, {name: "text", bytes: []byte("this is no module")}, {name: "header", bytes: whole[:8]},
		{name: "cut-in-half", bytes: whole[:len(whole)/2]}, {name: "cut-at-the-end", bytes: whole[:len(whole)-1]},
		{name: "zeros-at-the-end", bytes: append(append([]byte{}, whole...), 0, 0, 0)},
		{name: "another-abi", bytes: other, says: []string{"77", fmt.Sprint(abi.Version)}},
	} {
		name := "modules/" + m.name
		if !c.wanted(name) {
			continue
		}
		file := filepath.Join(c.temp, m.name+".wasm")
		if err := os.WriteFile(file, m.bytes, 0o644); err != nil {
			return err
		}
		if err := c.settle(name, c.checkRefused(name, file, m.says)); err != nil {
			return err
		}
	}
	return nil
}

func (c *checker) checkRefused(name, file string, says []string) error {
	a, err := c.open(Settings{Module: file})
	if err != nil {
		return err
	}
	wrong := ""
	if a.Code == "" {
		wrong = "it was opened"
	}
	for _, word := range says {
		if wrong == "" && !strings.Contains(a.Text, word) {
			wrong = fmt.Sprintf("the error does not say %s: %s", word, a.Text)
		}
	}
	c.differ(name, wrong)
	return c.close()
}

// lowMemory is less than an operation on the large session below needs, in bytes.
const lowMemory = 16 << 20

// checkMemory reads a session that does not fit into the memory granted.
func (c *checker) checkMemory() error {
	const name = "memory/limit"
	if !c.wanted(name) {
		return nil
	}
	if c.lacks(1, Memory, Files) {
		return nil
	}
	mount, err := c.largeHome()
	if err != nil {
		return err
	}
	if err := c.mustOpen(Settings{Module: c.Module, Mounts: map[string]string{"claude": mount}, Memory: lowMemory}); err != nil {
		return c.settle(name, err)
	}
	for range 2 {
		a, err := c.call("sessions.get", []byte(`{"unifiedId":"claude:`+largeSession+`"}`))
		if err != nil {
			return c.settle(name, err)
		}
		wrong := ""
		if a.Code != "INTERNAL" || !strings.Contains(a.Text, "16 MiB") {
			wrong = fmt.Sprintf("beyond the memory granted, want INTERNAL with the limit of 16 MiB, got %q %s", a.Code, a.Text)
		}
		c.differ(name, wrong)
		if a, err = c.call("version", nil); err != nil {
			return c.settle(name, err)
		}
		wrong = ""
		if a.Code != "" {
			wrong = "the call after it: " + a.Code + " " + a.Text
		}
		c.differ(name+"-next-call", wrong)
	}
	return c.settle(name, c.close())
}

const largeSession = "00000000-0000-4000-9000-000000000001"

// largeHome makes a mount of claude with one session of 24 MB.
func (c *checker) largeHome() (string, error) {
	mount := filepath.Join(c.temp, "large")
	folder := filepath.Join(mount, "projects", "-p")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", err
	}
	var b strings.Builder
	parent, text := "null", strings.Repeat("word ", 200)
	for i := 0; b.Len() < 24<<20; i++ {
		id := fmt.Sprintf(`"00000000-0000-4000-8000-%012d"`, i)
		fmt.Fprintf(&b, `{"type":"user","message":{"role":"user","content":"%s"},"uuid":%s,"parentUuid":%s,"timestamp":"2026-11-20T10:00:00.000Z","cwd":"/p","sessionId":"%s","version":"2.1.0"}`+"\n",
			text, id, parent, largeSession)
		parent = id
	}
	return mount, os.WriteFile(filepath.Join(folder, largeSession+".jsonl"), []byte(b.String()), 0o644)
}
