//go:build unix

package osfs_test

import (
	"os"
	"os/exec"
	"syscall"
	"testing"
)

func makeFIFO(name string) error { return syscall.Mkfifo(name, 0o600) }

// nobody is a user id that owns nothing.
const nobody = 65534

// TestAsNobody runs this package's tests again as a user who cannot read
// everything: as root no permission is ever refused.
func TestAsNobody(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("not root: the other tests have met refusals already")
	}
	cmd := exec.Command("/proc/self/exe", "-test.run=TestFilesSuite|TestErrorsNameNoAbsolutePath", "-test.v")
	cmd.Dir = "/"
	cmd.Env = append(os.Environ(), "TMPDIR=/tmp")
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Logf("%s", out)
}
