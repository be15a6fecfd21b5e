package page

import (
	_ "embed"
	"html/template"
	"strings"
	"sync"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/formatters/html"
	"github.com/alecthomas/chroma/v2/lexers"
	"github.com/alecthomas/chroma/v2/styles"
)

//go:embed page.css
var pageStyle string

// The limits of what is highlighted: the lexers backtrack, and a long line or many empty ones take them long.
const (
	maxHighlight      = 8 << 10
	maxHighlightLine  = 500
	maxHighlightBlank = 3 // lines
)

// highlighted are the languages whose lexers take time in proportion to any text within these limits.
var highlighted = []string{"Bash", "C", "C#", "C++", "CSS", "Diff", "Docker", "Go", "HTML", "INI", "Java", "JavaScript", "JSON", "Kotlin", "Lua",
	"Makefile", "PHP", "PowerShell", "Python", "react", "Ruby", "Rust", "Scala", "SQL", "Swift", "TOML", "TypeScript", "XML", "YAML"}

// lexersByName are those of highlighted, by their names and aliases in lower case.
var lexersByName = sync.OnceValue(func() map[string]chroma.Lexer {
	out := map[string]chroma.Lexer{}
	for _, name := range highlighted {
		l := lexers.Get(name)
		for _, alias := range append(l.Config().Aliases, l.Config().Name) {
			out[strings.ToLower(alias)] = chroma.Coalesce(l)
		}
	}
	return out
})

var formatter = html.New(html.WithClasses(true), html.PreventSurroundingPre(true))

// style is the page's only style sheet, with the colours of code in the light and in the dark.
var style = sync.OnceValue(func() string {
	var b strings.Builder
	b.WriteString(pageStyle)
	for _, part := range []struct{ media, name string }{{"print, screen and (prefers-color-scheme: light)", "github"}, {"screen and (prefers-color-scheme: dark)", "github-dark"}} {
		b.WriteString("@media " + part.media + " {\n")
		if err := formatter.WriteCSS(&b, styles.Get(part.name)); err != nil {
			panic("page: " + err.Error()) // a strings.Builder does not fail
		}
		b.WriteString("}\n")
	}
	return b.String()
})

// code returns code as HTML, highlighted when its language is known.
func code(text, language string) template.HTML {
	text = visible(text)
	if out, ok := highlight(text, language); ok {
		return template.HTML(out)
	}
	return template.HTML(template.HTMLEscapeString(text))
}

func highlight(text, language string) (out string, ok bool) {
	lexer := lexersByName()[strings.ToLower(language)]
	if lexer == nil || len(text) > maxHighlight || longestLine(text) > maxHighlightLine || blankLines(text) > maxHighlightBlank {
		return "", false
	}
	defer func() {
		if recover() != nil { // a lexer's mistake costs the colours only
			out, ok = "", false
		}
	}()
	tokens, err := chroma.Tokenise(lexer, nil, text)
	if err != nil {
		return "", false
	}
	shown := 0
	for _, t := range tokens {
		shown += len(t.Value)
	}
	if shown < len(text) { // nothing is lost
		return "", false
	}
	var b strings.Builder
	if formatter.Format(&b, styles.Get("github"), chroma.Literator(tokens...)) != nil {
		return "", false
	}
	return b.String(), true
}

func longestLine(s string) (longest int) {
	for line := range strings.Lines(s) {
		longest = max(longest, len(line))
	}
	return longest
}

// blankLines returns the greatest number of blank lines in a row.
func blankLines(s string) (most int) {
	n := 0
	for line := range strings.Lines(s) {
		if n++; strings.TrimSpace(line) != "" {
			n = 0
		}
		most = max(most, n)
	}
	return most
}
