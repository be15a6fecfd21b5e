package mcp

import (
	"context"
	"encoding/base64"
	"errors"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/internal/cli/sessions"
	"github.com/heddle-dev/heddle/internal/cli/terminal"
	"github.com/heddle-dev/heddle/internal/cli/usage"
)

// mcpPictureBytes bounds a picture in an answer.
const mcpPictureBytes = 2 << 20

type mcpStoryArguments struct {
	Session string `json:"session" jsonschema:"the session: ref of list or search, the beginning of its id, or last for the newest"`
}

// mcpStory is what happened in a session.
type mcpStory struct {
	mcpMark
	Session  mcpSession `json:"session"`
	Story    string     `json:"story" jsonschema:"lines: a prompt with its message's number, then changed files, fixed and failed commands, tests, commits"`
	CutBytes int        `json:"cut_bytes,omitempty" jsonschema:"bytes of the story that are left out"`
}

// tellStory is the tool story.
func (s *mcpServer) tellStory(ctx context.Context, in mcpStoryArguments) (out mcpStory, err error) {
	if in.Session == "" {
		return out, usage.Misuse("session must not be empty")
	}
	if err := shortArguments(in.Session); err != nil {
		return out, err
	}
	if other, ok := s.newestOther(ctx, in.Session); ok {
		in.Session = other
	}
	tell, err := sessions.On(s.App, []string{in.Session}, func(ctx context.Context, h *heddle.Heddle, ref heddle.Ref) (*heddle.SessionStory, error) {
		return h.Sessions.Story(ctx, ref, heddle.StoryOptions{Redact: s.redact})
	})
	if err != nil {
		return out, err
	}
	x, err := tell(ctx, s.h)
	if err != nil {
		return out, err
	}
	w := terminal.NewWriter(0, false, terminal.Printable)
	w.Story(x, terminal.Dollars)
	out.Session = s.session(x.Session)
	out.Story, out.CutBytes = cutJSON(strings.TrimRight(w.String(), "\n"), mcpPageBytes)
	return out, nil
}

type mcpPictureArguments struct {
	Session string `json:"session" jsonschema:"the session, as in show"`
	ID      string `json:"id" jsonschema:"id of the attachment, which show has"`
}

// mcpPicture says what a picture is.
type mcpPicture struct {
	mcpMark
	MediaType string `json:"media_type,omitempty"`
	Bytes     int64  `json:"bytes"`
}

// addPicture adds the tool picture, whose answer is the picture itself. Nothing redacts
// one: a server that redacts has none.
func (s *mcpServer) addPicture(to *mcp.Server) {
	mcp.AddTool(to, readingTool("picture", "Show a picture", "Returns a picture of a session."), func(ctx context.Context, request *mcp.CallToolRequest, in mcpPictureArguments) (*mcp.CallToolResult, mcpPicture, error) {
		data, err := within(s, withClientAgent(ctx, request.Session), func(ctx context.Context) (*heddle.AttachmentData, error) { return s.picture(ctx, in) })
		if err != nil {
			return nil, mcpPicture{}, err
		}
		out := mcpPicture{MediaType: data.MediaType, Bytes: data.Bytes}
		out.mark()
		bytes, err := base64.StdEncoding.DecodeString(data.Data)
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.ImageContent{Data: bytes, MIMEType: data.MediaType}}}, out, err
	})
}

func (s *mcpServer) picture(ctx context.Context, in mcpPictureArguments) (*heddle.AttachmentData, error) {
	if in.Session == "" || in.ID == "" {
		return nil, usage.Misuse("session and id must not be empty")
	}
	if err := shortArguments(in.Session, in.ID); err != nil {
		return nil, err
	}
	get, err := sessions.On(s.App, []string{in.Session}, func(ctx context.Context, h *heddle.Heddle, ref heddle.Ref) (*heddle.AttachmentData, error) {
		return h.Attachments.Get(ctx, ref, heddle.AttachmentOptions{ID: in.ID, MaxBytes: mcpPictureBytes})
	})
	if err != nil {
		return nil, err
	}
	data, err := get(ctx, s.h)
	if err == nil && (!strings.HasPrefix(data.MediaType, "image/") || data.MediaType == "image/svg+xml") {
		return nil, errors.New("the attachment is no picture")
	}
	return data, err
}
