package main

import (
	"bytes"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/bindings/native"
	"github.com/heddle-dev/heddle/internal/cli"
	"github.com/mattn/go-runewidth"
)

// pictured are the commands of docs/heddle.svg, and how many lines of each are shown.
var pictured = []struct {
	args  []string
	lines int
}{
	{[]string{"list", "--edited", "src/weeks.py"}, 5},
	{[]string{"search", "parser 2024-W05", "--limit", "1"}, 7},
	{[]string{"cost"}, 6},
}

const (
	pictureColumns = 96
	cellWidth      = 8.4 // of a monospaced font of 14 px
	lineHeight     = 19
)

// styles are the classes of the escape sequences that the command line uses.
var styles = map[string]string{"1": "bold", "2": "dim", "31": "red", "32": "green", "33": "yellow", "34": "blue", "35": "magenta", "36": "cyan"}

var escape = regexp.MustCompile("\x1b\\[([0-9;]*)m")

// TestPicture draws docs/heddle.svg from what the commands print on a terminal. HEDDLE_UPDATE=1
// writes it; otherwise its texts must be those of today's output.
func TestPicture(t *testing.T) {
	file := filepath.Join(repositoryRoot(t), "docs", "heddle.svg")
	sampleHome(t)
	got := drawPicture(t)
	if os.Getenv("HEDDLE_UPDATE") != "" {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	tags := regexp.MustCompile(`<[^>]*>`)
	texts := func(svg string) string { return tags.ReplaceAllString(svg, " ") }
	if !matches(texts(string(want)), texts(got)) {
		t.Errorf("docs/heddle.svg is not what heddle prints; write it with HEDDLE_UPDATE=1:\n%s", texts(got))
	}
}

func drawPicture(t *testing.T) string {
	var text strings.Builder
	line := 1
	put := func(s string) {
		fmt.Fprintf(&text, "<text x=\"16\" y=\"%d\">%s</text>\n", 12+line*lineHeight, s)
		line++
	}
	for i, p := range pictured {
		if i > 0 {
			line++
		}
		put(`<tspan class="prompt">$</tspan> <tspan class="bold">` + html.EscapeString("heddle "+quoted(p.args)) + "</tspan>")
		var out, notes bytes.Buffer
		streams := cli.Streams{In: strings.NewReader(""), Out: &out, Err: &notes, Terminal: true, Color: true, Width: pictureColumns}
		if status := cli.Run(p.args, streams, map[string]cli.Opener{"native": native.NewEngine}); status != 0 {
			t.Fatalf("%q: exit status %d: %s", p.args, status, &notes)
		}
		lines := strings.Split(strings.TrimRight(out.String(), "\n"), "\n")
		for _, l := range lines[:min(len(lines), p.lines)] {
			put(styled(l))
		}
	}
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %d" role="img" aria-label="heddle list, heddle search and heddle cost on a terminal">
<style>
text { font: 14px ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #e6e6e6; white-space: pre }
.prompt { fill: #7fd1b9 } .bold { font-weight: bold } .dim { fill: #9aa0a6 }
.red { fill: #ff7b72 } .green { fill: #7ee787 } .yellow { fill: #e3b341 } .blue { fill: #79c0ff } .magenta { fill: #d2a8ff } .cyan { fill: #76e3ea }
</style>
<rect width="100%%" height="100%%" rx="8" fill="#16191d"/>
%s</svg>
`, 32+pictureColumns*cellWidth, 24+line*lineHeight, text.String())
}

func quoted(args []string) string {
	words := make([]string, len(args))
	for i, a := range args {
		if words[i] = a; strings.Contains(a, " ") {
			words[i] = "'" + a + "'"
		}
	}
	return strings.Join(words, " ")
}

// styled makes tspans of a line with escape sequences. Each run of text is placed by its column, so
// that a font of another width moves nothing.
func styled(line string) string {
	var out strings.Builder
	var classes []string
	column := 0
	put := func(s string) {
		if s == "" {
			return
		}
		fmt.Fprintf(&out, `<tspan x="%.1f" textLength="%.1f" class="%s">%s</tspan>`, 16+float64(column)*cellWidth, float64(runewidth.StringWidth(s))*cellWidth,
			strings.Join(classes, " "), html.EscapeString(s))
		column += runewidth.StringWidth(s)
	}
	for {
		m := escape.FindStringSubmatchIndex(line)
		if m == nil {
			put(line)
			return out.String()
		}
		put(line[:m[0]])
		for _, code := range strings.Split(line[m[2]:m[3]], ";") {
			if class := styles[code]; class != "" {
				classes = append(classes, class)
			} else {
				classes = nil
			}
		}
		line = line[m[1]:]
	}
}
