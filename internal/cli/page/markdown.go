package page

import (
	"bytes"
	"encoding/base64"
	"html/template"
	"strconv"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"
)

// reader reads Markdown as GitHub writes it. Nothing in a text gets an id or an attribute.
var reader = goldmark.New(
	goldmark.WithExtensions(extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute)), extension.Strikethrough, extension.TaskList, extension.Linkify),
	goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(safeNodes{}, 1))),
)

// maxMarkdown bounds the texts that are read as Markdown, in bytes; longer ones are shown as they are.
const maxMarkdown = 1 << 20

// markdown returns a text as HTML.
func markdown(text string) template.HTML {
	text = visible(text)
	if len(text) <= maxMarkdown && isReadable(text) {
		if out, ok := convert(text); ok {
			return out
		}
	}
	return template.HTML("<p class=\"note\">As it is written, because reading it as Markdown could take too long:</p>\n<pre>" + template.HTMLEscapeString(text) + "</pre>\n")
}

// convert reads a text as Markdown. What the library cannot read costs the form of one message only.
func convert(text string) (out template.HTML, ok bool) {
	defer func() {
		if recover() != nil {
			out, ok = "", false
		}
	}()
	var b bytes.Buffer
	err := reader.Convert([]byte(text), &b)
	return template.HTML(b.String()), err == nil
}

// safeNodes renders what a text could do harm with: HTML is shown as text, links lead to the web or to
// mail only, images are shown when the text has their bytes, and code is highlighted.
type safeNodes struct{}

func (s safeNodes) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindHTMLBlock, s.htmlBlock)
	r.Register(ast.KindRawHTML, s.rawHTML)
	r.Register(ast.KindLink, s.link)
	r.Register(ast.KindAutoLink, s.autoLink)
	r.Register(ast.KindImage, s.image)
	r.Register(ast.KindHeading, s.heading)
	r.Register(ast.KindFencedCodeBlock, s.codeBlock)
	r.Register(ast.KindCodeBlock, s.codeBlock)
}

// linesOf returns the text of a block.
func linesOf(n ast.Node, source []byte) string {
	var b strings.Builder
	for i := range n.Lines().Len() {
		line := n.Lines().At(i)
		b.Write(line.Value(source))
	}
	return b.String()
}

func (safeNodes) htmlBlock(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		text := linesOf(n, source)
		if h := n.(*ast.HTMLBlock); h.HasClosure() {
			text += string(h.ClosureLine.Value(source))
		}
		_, _ = w.WriteString("<pre class=\"html\">" + template.HTMLEscapeString(text) + "</pre>\n")
	}
	return ast.WalkSkipChildren, nil
}

func (safeNodes) rawHTML(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		h := n.(*ast.RawHTML)
		for i := range h.Segments.Len() {
			part := h.Segments.At(i)
			_, _ = w.WriteString(template.HTMLEscapeString(string(part.Value(source))))
		}
	}
	return ast.WalkSkipChildren, nil
}

// isSafeTarget reports whether a link may lead there.
func isSafeTarget(target string) bool {
	for _, scheme := range []string{"https://", "http://", "mailto:"} {
		if len(target) > len(scheme) && strings.EqualFold(target[:len(scheme)], scheme) {
			return scheme != "mailto:" || !strings.ContainsAny(target, "?&#%") // headers can attach a file
		}
	}
	return false
}

func openLink(w util.BufWriter, target string) {
	_, _ = w.WriteString(`<a rel="noopener noreferrer" href="` + template.HTMLEscapeString(string(util.URLEscape([]byte(target), false))) + `">`)
}

func (safeNodes) link(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	target := string(n.(*ast.Link).Destination)
	switch {
	case isSafeTarget(target) && entering:
		openLink(w, target)
	case isSafeTarget(target):
		_, _ = w.WriteString("</a>")
	case !entering: // what the target is stays readable
		_, _ = w.WriteString(" <code>" + template.HTMLEscapeString(target) + "</code>")
	}
	return ast.WalkContinue, nil
}

func (safeNodes) autoLink(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	l := n.(*ast.AutoLink)
	target, label := string(l.URL(source)), string(l.Label(source))
	if l.AutoLinkType == ast.AutoLinkEmail && !strings.HasPrefix(strings.ToLower(target), "mailto:") {
		target = "mailto:" + target
	}
	if !isSafeTarget(target) {
		_, _ = w.WriteString(template.HTMLEscapeString(label))
		return ast.WalkContinue, nil
	}
	openLink(w, target)
	_, _ = w.WriteString(template.HTMLEscapeString(label) + "</a>")
	return ast.WalkContinue, nil
}

func (safeNodes) image(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	target := string(n.(*ast.Image).Destination)
	alt := plainText(n, source)
	if mediaType, data, ok := dataURL(target); ok {
		_, _ = w.WriteString(string(imageTag(mediaType, data, alt)))
		return ast.WalkSkipChildren, nil
	}
	_, _ = w.WriteString("<span class=\"image\">image: " + template.HTMLEscapeString(alt) + " ")
	if isSafeTarget(target) {
		openLink(w, target)
		_, _ = w.WriteString(template.HTMLEscapeString(target) + "</a>")
	} else {
		_, _ = w.WriteString("<code>" + template.HTMLEscapeString(target) + "</code>")
	}
	_, _ = w.WriteString("</span>")
	return ast.WalkSkipChildren, nil
}

// plainText returns the text of a node's children.
func plainText(n ast.Node, source []byte) string {
	var b strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		switch c := c.(type) {
		case *ast.Text:
			b.Write(c.Value(source))
		case *ast.String:
			b.Write(c.Value)
		default:
			b.WriteString(plainText(c, source))
		}
	}
	return b.String()
}

// heading puts the headings of a text below those of the page.
func (safeNodes) heading(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	tag := "h" + strconv.Itoa(min(n.(*ast.Heading).Level+3, 6)) + ">"
	if entering {
		_, _ = w.WriteString("<" + tag)
	} else {
		_, _ = w.WriteString("</" + tag + "\n")
	}
	return ast.WalkContinue, nil
}

func (safeNodes) codeBlock(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		language := ""
		if f, ok := n.(*ast.FencedCodeBlock); ok {
			language = string(f.Language(source))
		}
		_, _ = w.WriteString("<pre class=\"chroma\" tabindex=\"0\"><code>" + string(code(linesOf(n, source), language)) + "</code></pre>\n")
	}
	return ast.WalkSkipChildren, nil
}

// pictures are the types of images that are shown: none that can contain more than a picture.
var pictures = map[string]bool{"image/png": true, "image/jpeg": true, "image/gif": true, "image/webp": true, "image/avif": true}

// dataURL reads the image of a data: address.
func dataURL(target string) (mediaType, data string, ok bool) {
	rest, ok := strings.CutPrefix(target, "data:")
	if !ok {
		return "", "", false
	}
	mediaType, data, ok = strings.Cut(rest, ";base64,")
	return mediaType, data, ok && isPicture(mediaType, data)
}

func isPicture(mediaType, data string) bool {
	if !pictures[mediaType] {
		return false
	}
	_, err := base64.StdEncoding.DecodeString(data)
	return err == nil && data != ""
}

// imageTag shows an image that isPicture has accepted.
func imageTag(mediaType, data, alt string) template.HTML {
	return template.HTML(`<img alt="` + template.HTMLEscapeString(alt) + `" src="data:` + mediaType + `;base64,` + data + `">`)
}
