package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
)

// initLine is what the runtime says of a package that initializes something.
var initLine = regexp.MustCompile(`(?m)^init (\S+) @.* (\d+) bytes, \d+ allocs$`)

// TestStart: no package allocates much before a command begins, which every command would wait for. Bytes do not
// depend on how busy the machine is.
func TestStart(t *testing.T) {
	const most = 128 << 10
	program := filepath.Join(t.TempDir(), "heddle")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	cmd := exec.Command(program, "version")
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	lines := initLine.FindAllSubmatch(out, -1)
	if len(lines) < 20 {
		t.Fatalf("%d packages in\n%s", len(lines), out)
	}
	for _, l := range lines {
		if n, _ := strconv.Atoi(string(l[2])); n > most {
			t.Errorf("%s allocates %d bytes before the program begins", l[1], n)
		}
	}
}
