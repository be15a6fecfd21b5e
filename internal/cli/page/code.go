package page

import (
	_ "embed"
	"html/template"
	"path"
	"strings"
	"sync"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/formatters/html"
	"github.com/alecthomas/chroma/v2/lexers"
	"github.com/alecthomas/chroma/v2/styles"
)

//go:embed page.css
var pageStyle string

// The limits of what is highlighted: the lexers backtrack, and a long line can take them long.
const (
	maxHighlight     = 32 << 10
	maxHighlightLine = 1000
)

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

func highlight(text, language string) (string, bool) {
	if language == "" || len(text) > maxHighlight || longestLine(text) > maxHighlightLine {
		return "", false
	}
	lexer := lexers.Get(language)
	if lexer == nil {
		return "", false
	}
	tokens, err := chroma.Tokenise(chroma.Coalesce(lexer), nil, text)
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

// languageOf guesses a language by the name of a file.
func languageOf(name string) string {
	if i := strings.LastIndexAny(name, `/\`); i >= 0 {
		name = name[i+1:]
	}
	if len(path.Ext(name)) > 16 {
		return ""
	}
	if l := lexers.Match(name); l != nil {
		return l.Config().Name
	}
	return ""
}
