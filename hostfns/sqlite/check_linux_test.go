package sqlite_test

import (
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

// nobody is a user id that owns nothing.
const nobody = 65534

// TestCheckStoreAsNobody runs TestCheckStore as a user whose access can be refused.
func TestCheckStoreAsNobody(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("not root: TestCheckStore has seen refusals already")
	}
	cmd := exec.Command("/proc/self/exe", "-test.run=^TestCheckStore$", "-test.v")
	cmd.Dir = "/"
	cmd.Env = append(os.Environ(), "TMPDIR=/tmp")
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "--- PASS: TestCheckStore") {
		t.Fatalf("%v\n%s", err, out)
	}
}
