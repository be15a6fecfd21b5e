package blame

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/internal/smallfile"
)

// mostBytes bounds a file: longer ones are data.
const mostBytes = 16 << 20

// readLines returns the lines of a file in the working tree, without their ends.
func readLines(name string) ([]string, error) {
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fault.New(fault.InvalidArgument, "there is no file "+name).WithHint("of a file that was deleted, name a commit that has it: heddle blame FILE COMMIT")
	case err == nil && info.IsDir():
		return nil, fault.New(fault.InvalidArgument, name+" is a folder: name a file")
	case err == nil && info.Size() > mostBytes:
		return nil, fault.New(fault.LimitExceeded, name+" is larger than 16 MiB")
	}
	data, err := smallfile.Read(name, mostBytes)
	if err != nil {
		return nil, err
	}
	if bytes.IndexByte(data[:min(len(data), 8000)], 0) >= 0 {
		return nil, fault.New(fault.Unsupported, name+" is binary: it has no lines")
	}
	return splitLines(string(data)), nil
}

func splitLines(s string) []string {
	if s == "" {
		return nil
	}
	lines := strings.Split(strings.TrimSuffix(s, "\n"), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimSuffix(l, "\r")
	}
	return lines
}

// readBlame returns the lines of a file with their commits: of a commit, or without one of the
// working tree.
func (r *repository) readBlame(ctx context.Context, rel, rev string) ([]blamed, error) {
	if rev != "" {
		out, err := r.run(ctx, "rev-parse", "--verify", "--quiet", "--end-of-options", rev+"^{commit}")
		if err != nil {
			return nil, fault.New(fault.InvalidArgument, "the repository has no commit "+rev)
		}
		if rev = strings.TrimSpace(string(out)); !isHash(rev) {
			return nil, fault.New(fault.InvalidArgument, "the repository has no such commit")
		}
		if err := r.checkSize(ctx, rev, rel); err != nil {
			return nil, err
		}
		return r.blameFile(ctx, rev, rel)
	}
	now, err := readLines(filepath.Join(r.root, filepath.FromSlash(rel)))
	if err != nil {
		return nil, err
	}
	if _, err := r.run(ctx, "cat-file", "-e", "HEAD:"+rel); err != nil {
		if out, err := r.run(ctx, "ls-files", "--cached", "-z", "--", rel); err != nil || len(out) == 0 {
			return nil, fault.New(fault.InvalidArgument, "git does not know "+rel).WithHint("git add it first")
		}
		return mergeLines(now, nil), nil
	}
	if err := r.checkSize(ctx, "HEAD", rel); err != nil {
		return nil, err
	}
	old, err := r.blameFile(ctx, "HEAD", rel)
	if err != nil {
		return nil, err
	}
	return mergeLines(now, old), nil
}

// checkSize refuses what is no file, or too large.
func (r *repository) checkSize(ctx context.Context, rev, rel string) error {
	out, err := r.run(ctx, "ls-tree", "-l", "-z", rev, "--", rel)
	if err != nil {
		return err
	}
	fields := strings.Fields(string(out))
	switch {
	case len(fields) < 4:
		return fault.New(fault.InvalidArgument, "the commit has no file "+rel)
	case fields[1] == "commit":
		return fault.New(fault.InvalidArgument, rel+" is a submodule: name a file in it")
	case fields[1] != "blob" || fields[0] == "120000":
		return fault.New(fault.InvalidArgument, rel+" is no file with lines")
	case len(fields[3]) > len("16777216") || len(fields[3]) == len("16777216") && fields[3] > "16777216":
		return fault.New(fault.LimitExceeded, rel+" is larger than 16 MiB")
	}
	return nil
}

// mostCells bounds the table of a comparison.
const mostCells = 16 << 20

// mergeLines returns the lines of the working tree: those that the commit has too are its own, as
// many as can be in order, the others are not committed.
func mergeLines(now []string, old []blamed) []blamed {
	out := make([]blamed, len(now))
	for i := range now {
		out[i] = blamed{text: now[i], of: &commit{Time: time.Now().UTC()}}
	}
	same := func(i, j int) bool { return now[i] == strings.TrimSuffix(old[j].text, "\r") }
	from, a, b := 0, len(now), len(old)
	for from < a && from < b && same(from, from) {
		out[from] = blamed{text: now[from], of: old[from].of}
		from++
	}
	for a > from && b > from && same(a-1, b-1) {
		a, b = a-1, b-1
		out[a] = blamed{text: now[a], of: old[b].of}
	}
	n, m := a-from, b-from
	if n*m > mostCells || n == 0 || m == 0 {
		return out
	}
	table := make([]int32, (n+1)*(m+1)) // longest common sequences of what follows
	for i := n - 1; i >= 0; i-- {
		for j := m - 1; j >= 0; j-- {
			if same(from+i, from+j) {
				table[i*(m+1)+j] = table[(i+1)*(m+1)+j+1] + 1
			} else {
				table[i*(m+1)+j] = max(table[(i+1)*(m+1)+j], table[i*(m+1)+j+1])
			}
		}
	}
	for i, j := 0, 0; i < n && j < m; {
		switch {
		case same(from+i, from+j):
			out[from+i] = blamed{text: now[from+i], of: old[from+j].of}
			i, j = i+1, j+1
		case table[(i+1)*(m+1)+j] >= table[i*(m+1)+j+1]:
			i++
		default:
			j++
		}
	}
	return out
}
