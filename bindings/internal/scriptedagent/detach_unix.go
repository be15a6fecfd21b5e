//go:build unix

package main

import (
	"os/exec"
	"syscall"
)

// detach has a command start in a session of its own.
func detach(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }
