package liveserve

import (
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"
)

// TestFullDisk: the agent continues when the disk is full, a diagnostic says so, and the query has its result.
func TestFullDisk(t *testing.T) {
	x := newSetting(t, `{"turns":[[{"do":"flood","n":6000000}]]}`)
	folder := t.TempDir()
	if err := syscall.Mount("tmpfs", folder, "tmpfs", 0, "size=2m"); err != nil {
		t.Skip("a full disk is not tested: no file system can be mounted here: ", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(folder, syscall.MNT_DETACH) })
	c := dial(t)
	c.started(x, "s", map[string]any{"store": folder + "/heddle.db", "hooks": []string{"diagnostic"}})
	c.must("live.subscribe", map[string]any{"session": "s", "subscription": "e", "omit": []string{"raw", "deltas"}, "window": maxCredit})
	if result := c.must("live.query", map[string]any{"session": "s", "text": "x"}); !strings.Contains(string(result), `"type":"result"`) {
		t.Errorf("%s", result)
	}
	c.awaitMethod("live.event", "recording waits for the store")
	c.awaitMethod("live.hook", "recording waits for the store")
	if info := c.must("live.info", map[string]any{"session": "s"}); !strings.Contains(string(info), `"recording":false`) {
		t.Errorf("%s", info)
	}
	c.must("live.stop", map[string]any{"session": "s"})
}

// TestEndlessLine: of a gigabyte without a newline the server keeps no more than a line may have, and reads on.
func TestEndlessLine(t *testing.T) {
	if testing.Short() {
		t.Skip("writes 1 GB: run without -short")
	}
	c := dial(t)
	part := []byte(strings.Repeat("x", 1<<20))
	for range 1 << 10 {
		if _, err := c.in.Write(part); err != nil {
			t.Fatal(err)
		}
	}
	c.write("")
	m := c.await("the error", func(m message) bool { return m.Error != nil })
	if string(m.ID) != "null" && m.ID != nil || m.Error.Data.Code != "LIMIT_EXCEEDED" {
		t.Errorf("%+v", m)
	}
	c.must("live.agents", nil)
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", c.cmd.Process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	var peak int
	fmt.Sscan(rest, &peak)
	if peak == 0 || peak>>10 > 2*maxLine>>20+64 {
		t.Errorf("the server has taken %d MiB", peak>>10)
	}
}
