package archive

import (
	"bytes"
	"encoding/json"
	"html"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/heddle-dev/heddle/internal/cli/terminal"
	"github.com/heddle-dev/heddle/internal/reader"
)

const (
	archiveReader = "reader.js"
	archivePage   = "index.html"
	// The bounds of what the page of an archive finds of a session.
	mostPrompts = 50
	mostFiles   = 100
)

// dataBegin begins a line of a page that has a part of the view.
const dataBegin = `<script type="application/json" class="heddle-view">`

// foundParts passes a page on and keeps what is found of it: prompts and edited files.
type foundParts struct {
	w     io.Writer
	line  []byte // that may have a part of the view
	skip  bool   // the rest of the line
	entry archiveEntry
}

// Write implements io.Writer.
func (p *foundParts) Write(b []byte) (int, error) {
	for rest := b; len(rest) > 0; {
		line, after, whole := bytes.Cut(rest, []byte{'\n'})
		if !p.skip {
			p.line = append(p.line, line...)
			n := min(len(p.line), len(dataBegin))
			p.skip = string(p.line[:n]) != dataBegin[:n]
		}
		if whole {
			if !p.skip && len(p.line) > len(dataBegin) {
				p.addView(p.line[len(dataBegin):])
			}
			p.line, p.skip = p.line[:0], false
		} else if p.skip {
			p.line = p.line[:0]
		}
		rest = after
	}
	return p.w.Write(b)
}

// addView adds what a part of a view has.
func (p *foundParts) addView(data []byte) {
	var view struct {
		Turns []struct {
			Prompt *struct{ Text string }
			Items  []struct {
				Calls []struct{ Edits []struct{ Path string } }
			}
		}
	}
	if json.NewDecoder(bytes.NewReader(data)).Decode(&view) != nil {
		return
	}
	for _, t := range view.Turns {
		if t.Prompt != nil && len(p.entry.Prompts) < mostPrompts {
			p.entry.Prompts = append(p.entry.Prompts, cutText(t.Prompt.Text, 200))
		}
		for _, i := range t.Items {
			for _, c := range i.Calls {
				for _, e := range c.Edits {
					if len(p.entry.Files) < mostFiles && !slices.Contains(p.entry.Files, e.Path) {
						p.entry.Files = append(p.entry.Files, e.Path)
					}
				}
			}
		}
	}
}

// cutText returns the first characters of a text.
func cutText(s string, most int) string {
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}

// writePages writes the reader and the page that finds the sessions.
func (f *archiveFolder) writePages() error {
	if err := f.replace(archiveReader, []byte(reader.Script), time.Time{}); err != nil {
		return err
	}
	entries := slices.SortedFunc(maps.Values(f.entries), func(a, b archiveEntry) int {
		if n := strings.Compare(b.UpdatedAt, a.UpdatedAt); n != 0 {
			return n
		}
		return strings.Compare(a.Ref, b.Ref)
	})
	var list, data bytes.Buffer
	for _, e := range entries {
		if !strings.HasSuffix(e.File, ".html") {
			continue
		}
		list.WriteString(`<li><a href="./` + html.EscapeString(e.File) + `">` + html.EscapeString(terminal.Printable(e.Title)) + "</a></li>\n")
		data.WriteString(`<script type="application/json" class="heddle-entry">`)
		data.Write(bytes.TrimSuffix(e.line(), []byte{'\n'})) // encoding/json writes < as \u003c
		data.WriteString("</script>\n")
	}
	return f.replace(archivePage, []byte(archiveHead+"<ul>\n"+list.String()+"</ul>\n</main>\n"+data.String()+archiveTail), time.Time{})
}

const archiveHead = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'; base-uri 'none'; form-action 'none'">
<title>Sessions</title>
</head>
<body>
<main id="heddle-entries">
<h1>Sessions</h1>
`

const archiveTail = `<script src="` + archiveReader + `"></script>
</body>
</html>
`
