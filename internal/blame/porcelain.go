package blame

import (
	"bytes"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"
)

// commit is a commit that a line is of. Hash is "" for lines that are not committed.
type commit struct {
	Hash, Author, Mail, Summary string
	Time                        time.Time // the author's
	path                        string    // of the file in it
	boundary                    bool      // the history ends here
}

// isBot reports whether a program made the commit by itself.
func (c *commit) isBot() bool {
	return strings.Contains(c.Author, "[bot]") || strings.Contains(c.Mail, "[bot]@") || strings.HasPrefix(c.Mail, "<noreply@dependabot")
}

// blamed is a line as git blames it.
type blamed struct {
	text string
	of   *commit
}

// blameFile returns the lines of a file at a commit with the commits that they are of. Lines that
// were moved keep their own, within a file and between files. Git takes a copy for a move: a line
// that nothing was removed for is of the commit that copied it.
func (r *repository) blameFile(ctx context.Context, rev, rel string) ([]blamed, error) {
	args := []string{"blame", "--porcelain", "--no-textconv", "-w", rev, "--", rel}
	out, err := r.run(ctx, args...)
	if err != nil {
		return nil, err
	}
	lines := parsePorcelain(out)
	if out, err = r.run(ctx, slices.Insert(args, 4, "-M", "-C")...); err != nil {
		return nil, err
	}
	removed := map[string]map[string]bool{}
	for i, moved := range parsePorcelain(out) {
		l := &lines[i]
		if l.of.Hash != moved.of.Hash {
			if removed[l.of.Hash] == nil {
				if removed[l.of.Hash], err = r.removals(ctx, l.of.Hash); err != nil {
					return nil, err
				}
			}
			if !removed[l.of.Hash][squeeze(l.text)] {
				continue
			}
		}
		*l = moved
	}
	return lines, nil
}

// removals returns the lines that a commit removed from any file, without white space.
func (r *repository) removals(ctx context.Context, hash string) (map[string]bool, error) {
	out, err := r.run(ctx, "show", "-M", "-U0", "--no-ext-diff", "--no-textconv", "--no-color", "--no-show-signature", "--format=", hash, "--")
	if err != nil {
		return nil, err
	}
	lines := map[string]bool{}
	for len(out) > 0 {
		var line []byte
		if line, out, _ = bytes.Cut(out, []byte("\n")); len(line) > 0 && line[0] == '-' {
			lines[squeeze(string(line[1:]))] = true
		}
	}
	return lines, nil
}

// parsePorcelain reads what git blame --porcelain prints. A commit in two files is two here: each has
// the file's name.
func parsePorcelain(out []byte) (lines []blamed) {
	known := map[string]*commit{}
	var at *commit
	for len(out) > 0 {
		var raw []byte
		raw, out, _ = bytes.Cut(out, []byte("\n"))
		line := string(raw)
		if text, ok := strings.CutPrefix(line, "\t"); ok {
			if at != nil {
				named := at.Hash + "\x00" + at.path
				if known[named] == nil {
					x := *at
					known[named] = &x
				}
				lines = append(lines, blamed{text, known[named]})
			}
			continue
		}
		word, rest, _ := strings.Cut(line, " ")
		if isHash(word) {
			if at = known[word]; at == nil {
				at = &commit{Hash: word}
				known[word] = at
			}
			continue
		}
		if at == nil {
			continue
		}
		switch word {
		case "author":
			at.Author = rest
		case "author-mail":
			at.Mail = rest
		case "author-time":
			n, _ := strconv.ParseInt(rest, 10, 64)
			at.Time = time.Unix(n, 0).UTC()
		case "boundary":
			at.boundary = true
		case "summary":
			at.Summary = rest
		case "filename":
			at.path = unquote(rest)
		}
	}
	return lines
}

func isHash(s string) bool {
	return (len(s) == 40 || len(s) == 64) && strings.Trim(s, "0123456789abcdef") == ""
}

// unquote returns a path that git may have quoted.
func unquote(s string) string {
	if plain, err := strconv.Unquote(s); err == nil && strings.HasPrefix(s, `"`) {
		return plain
	}
	return s
}

// addition is a commit that added lines to the file.
type addition struct {
	hash  string
	time  time.Time
	late  bool // it was written again later: rebased, amended or picked
	path  string
	lines map[string]bool // without white space
}

// additions lists the commits that added lines to a file under any of its names, newest first.
func (r *repository) additions(ctx context.Context, rev, rel string) ([]addition, error) {
	out, err := r.run(ctx, "log", "--follow", "-M", "-p", "-U0", "--no-ext-diff", "--no-textconv", "--no-color", "--no-show-signature",
		"--src-prefix=a/", "--dst-prefix=b/", "--format=%x00%H %at %ct", rev, "--", rel)
	if err != nil {
		return nil, err
	}
	return parseLog(out), nil
}

func parseLog(out []byte) (list []addition) {
	hunk := 0 // lines that are left of the hunk's new side, and of its old one
	old := 0
	for len(out) > 0 {
		var raw []byte
		raw, out, _ = bytes.Cut(out, []byte("\n"))
		line := string(raw)
		n := len(list) - 1
		switch {
		case hunk+old > 0 && n >= 0 && strings.HasPrefix(line, "+"):
			hunk--
			list[n].lines[squeeze(line[1:])] = true
		case hunk+old > 0 && strings.HasPrefix(line, "-"):
			old--
		case hunk+old > 0 && strings.HasPrefix(line, `\`):
		case strings.HasPrefix(line, "\x00"):
			words := append(strings.Fields(line[1:]), "", "", "")
			at, _ := strconv.ParseInt(words[1], 10, 64)
			again, _ := strconv.ParseInt(words[2], 10, 64)
			list = append(list, addition{hash: words[0], time: time.Unix(at, 0).UTC(), late: again-at > int64(slack/time.Second), lines: map[string]bool{}})
			hunk, old = 0, 0
		case n >= 0 && strings.HasPrefix(line, "+++ "):
			list[n].path = strings.TrimPrefix(unquote(strings.TrimSuffix(line[4:], "\t")), "b/")
		case strings.HasPrefix(line, "@@ -"):
			before, rest, _ := strings.Cut(line[4:], " +")
			after, _, _ := strings.Cut(rest, " ")
			old, hunk = hunkSize(before), hunkSize(after)
		}
	}
	return list
}

// hunkSize returns the number of lines of 12,3, or of 12, which is one.
func hunkSize(s string) int {
	_, size, ok := strings.Cut(s, ",")
	if !ok {
		return 1
	}
	n, _ := strconv.Atoi(size)
	return max(n, 0)
}
