package journal_test

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"math"
	"path/filepath"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
)

// forgedSum is the checksum of a row, which whoever forges a file can compute too.
func forgedSum(a, b int64, rest string) uint32 {
	row := binary.LittleEndian.AppendUint64(nil, uint64(a))
	row = binary.LittleEndian.AppendUint64(row, uint64(b))
	return crc32.ChecksumIEEE(append(row, rest...))
}

// TestForgedRows: numbers that no position has are damage, with the right checksum too,
// and what a compaction adds up is what it removed.
func TestForgedRows(t *testing.T) {
	for _, head := range []int64{0, -1, 1 << 36, math.MaxInt64, math.MinInt64} {
		file := filepath.Join(t.TempDir(), "heddle.db")
		appendOne(t, openSQL(t, driver(t, file)), "s", 0, events(1, "a", "b"))
		execute(t, file, fmt.Sprintf("UPDATE stream SET head = %d, sum = %d WHERE id = 1", head, forgedSum(1, head, "s")))
		j := openSQL(t, driver(t, file))
		if _, err := j.Streams("", 9); fault.CodeOf(err) != fault.ParseError {
			t.Errorf("head %d: the list: %v", head, err)
		}
		if _, err := j.Read("s", 0, 9); fault.CodeOf(err) != fault.ParseError {
			t.Errorf("head %d: %v", head, err)
		}
		reported := 0
		err := j.Verify(func() error { return nil }, func(string, int64, string) { reported++ })
		if err != nil || reported == 0 {
			t.Errorf("head %d: %d defects are reported, %v", head, reported, err)
		}
	}
	for _, size := range []int64{-1 << 40, math.MinInt64, math.MaxInt64} {
		file := filepath.Join(t.TempDir(), "heddle.db")
		appendOne(t, openSQL(t, driver(t, file)), "s", 0, events(1, "a", "b", "c"))
		execute(t, file, fmt.Sprintf("UPDATE event SET size = %d WHERE pos & 7 < 3", size))
		n, err := openSQL(t, driver(t, file)).Free("s", []host.Span{{From: 1, To: 2}})
		if err != nil || n < 0 || n > 2<<30 {
			t.Errorf("size %d: freed %d bytes, %v", size, n, err)
		}
	}
}

func execute(t *testing.T, file, statement string) {
	t.Helper()
	sql := driver(t, file)
	handle, err := sql.Open(host.Database{Path: storePath, Writable: true})
	if err == nil {
		err = sql.Exec(handle, []host.Statement{{SQL: statement}})
	}
	if err != nil {
		t.Fatal(err)
	}
}
