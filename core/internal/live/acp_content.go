package live

import (
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// promptContent returns a prompt as a list of blocks.
func (p *acp) promptContent(s *Session, c *session.LiveCommandRequest) ([]byte, error) {
	m := canon.Members{}
	m.Open('[')
	n := 0
	if c.Text != "" {
		m.Item(n)
		n++
		m.B = appendTextBlock(m.B, c.Text)
	}
	for _, j := range c.Attachments {
		a := readAttachment(j)
		m.Item(n)
		n++
		image, audio := strings.HasPrefix(a.mediaType, "image/"), strings.HasPrefix(a.mediaType, "audio/")
		switch {
		case a.isText():
			m.B = appendTextBlock(m.B, a.asText())
		case image && p.announced.image:
			m.B = appendMediaBlock(m.B, "image", &a)
		case audio && p.announced.audio:
			m.B = appendMediaBlock(m.B, "audio", &a)
		case !image && !audio && p.announced.embedded:
			m.B = appendFileBlock(m.B, &a)
		default:
			return nil, s.unsupported("take an attachment of type " + a.mediaType)
		}
	}
	m.Close(']')
	return m.B, nil
}

func appendMediaBlock(dst []byte, kind string, a *attachment) []byte {
	m := canon.Object(dst)
	m.Str("data", a.data)
	m.Str("mimeType", a.mediaType)
	m.Str("type", kind)
	return m.End()
}

// appendFileBlock appends a file with its bytes. Its address names no file of
// the disk.
func appendFileBlock(dst []byte, a *attachment) []byte {
	m := canon.Object(dst)
	m.Key("resource")
	r := canon.Object(m.B)
	r.Str("blob", a.data)
	r.Str("mimeType", a.mediaType)
	r.Str("uri", "attachment:"+escapePath(a.name))
	m.B = r.End()
	m.Str("type", "resource")
	return m.End()
}

// escapePath escapes what may not be in a URI.
func escapePath(name string) string {
	const hex = "0123456789ABCDEF"
	b := []byte(nil)
	for i := 0; i < len(name); i++ {
		c := name[i]
		if isDigit(c) || c|0x20 >= 'a' && c|0x20 <= 'z' || strings.IndexByte("-._~/", c) >= 0 {
			b = append(b, c)
		} else {
			b = append(b, '%', hex[c>>4], hex[c&15])
		}
	}
	return string(b)
}

// mcpServers returns the MCP servers of the options as the protocol's list.
func (p *acp) mcpServers(s *Session) ([]byte, error) {
	m := canon.Members{}
	m.Open('[')
	servers, err := scan.Parse(s.options.MCPServers)
	if len(s.options.MCPServers) > 0 && (err != nil || servers.Kind() != scan.Object) {
		return nil, fault.New(fault.InvalidArgument, "mcpServers must be an object of servers by name")
	}
	n := 0
	var failure error
	servers.EachMember(func(key, e scan.Value) bool {
		m.Item(n)
		n++
		m.B, failure = p.appendServer(m.B, s, key.String(), e)
		return failure == nil
	})
	m.Close(']')
	return m.B, failure
}

// appendServer appends a server: a program, or an address. Every agent takes
// programs.
func (p *acp) appendServer(dst []byte, s *Session, name string, e scan.Value) ([]byte, error) {
	kind, url := e.Get("type").String(), e.Get("url").String()
	if url != "" && kind == "" {
		kind = "http"
	}
	m := canon.Object(dst)
	if url == "" {
		command := e.Get("command").String()
		if command == "" {
			return nil, fault.New(fault.InvalidArgument, "the MCP server "+name+" has neither command nor url")
		}
		args := []string{}
		e.Get("args").EachElement(func(_ int, a scan.Value) bool {
			args = append(args, a.String())
			return true
		})
		m.Strs("args", args)
		m.Str("command", command)
		appendPairs(&m, "env", e.Get("env"))
		m.Str("name", name)
		return m.End(), nil
	}
	if kind == "http" && !p.announced.http || kind == "sse" && !p.announced.sse || kind != "http" && kind != "sse" {
		return nil, s.unsupported("take MCP servers of type " + kind)
	}
	appendPairs(&m, "headers", e.Get("headers"))
	m.Str("name", name)
	m.Str("type", kind)
	m.Str("url", url)
	return m.End(), nil
}

// appendPairs appends the members of an object as a list of names and values.
func appendPairs(m *canon.Members, key string, v scan.Value) {
	m.Key(key)
	m.Open('[')
	n := 0
	v.EachMember(func(name, value scan.Value) bool {
		m.Item(n)
		n++
		pair := canon.Object(m.B)
		pair.Str("name", name.String())
		pair.Str("value", value.String())
		m.B = pair.End()
		return true
	})
	m.Close(']')
}
