package live

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"iter"
	"mime"
	"os"
	"path"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/session"
)

// Attachment is a file that goes with a prompt.
type Attachment struct {
	Name string
	// MediaType is such as image/png; empty means the one of the name's ending.
	MediaType string
	// Data is the content. Without it the file Path is read, in the folder
	// Options.Attachments.
	Data []byte
	Path string
}

// Query is a prompt.
type Query struct {
	// ID is a UUID; empty means a new one. The prompt has it as uuid.
	ID          string
	Text        string
	Attachments []Attachment
	// Thinking says how much the agent thinks, in its own words.
	Thinking string
	// Model and PermissionMode, if set, are those of the session from this query on. A query that is refused
	// leaves them as they were.
	Model          string
	PermissionMode session.LivePermissionMode
	// OutputSchema is a JSON schema that the answer must match.
	OutputSchema session.JSON
	// What no agent takes for one query is UNSUPPORTED: options of a session have these names.
	MaxTurns, MaxTokens           int64
	MaxBudgetUSD                  string
	SystemPrompt, Subagent        string
	AllowedTools, DisallowedTools []string
	// TimeoutMS is the time limit in ms: 0 means the session's, session.NoLimit none.
	TimeoutMS int64
}

// maxAttachment is the greatest size of an attachment in bytes.
const maxAttachment = 32 << 20

// command returns the command of a query.
func (s *Session) command(q Query) (session.LiveCommandRequest, error) {
	c := session.LiveCommandRequest{ID: q.ID, Kind: session.LiveCommandKindQuery, Text: q.Text, Thinking: q.Thinking, TimeoutMS: q.TimeoutMS,
		Model: q.Model, Mode: string(q.PermissionMode),
		OutputSchema: q.OutputSchema, MaxTurns: q.MaxTurns, MaxTokens: q.MaxTokens, MaxBudgetUSD: q.MaxBudgetUSD, SystemPrompt: q.SystemPrompt,
		Subagent: q.Subagent, AllowedTools: q.AllowedTools, DisallowedTools: q.DisallowedTools}
	if c.ID == "" {
		c.ID = s.o.NewID()
	}
	for _, a := range q.Attachments {
		text, err := s.encodeAttachment(a)
		if err != nil {
			return c, err
		}
		c.Attachments = append(c.Attachments, text)
	}
	return c, nil
}

// encodeAttachment returns an attachment as the machine takes it.
func (s *Session) encodeAttachment(a Attachment) (session.JSON, error) {
	data := a.Data
	if data == nil {
		var err error
		if data, err = s.readAttachment(a.Path); err != nil {
			return nil, err
		}
	}
	if len(data) > maxAttachment {
		return nil, fault.New(fault.LimitExceeded, "an attachment is larger than 32 MiB")
	}
	name := a.Name
	if name == "" {
		name = path.Base(strings.ReplaceAll(a.Path, `\`, "/"))
	}
	kind := a.MediaType
	if kind == "" {
		kind, _, _ = strings.Cut(mime.TypeByExtension(path.Ext(name)), ";")
	}
	if isText := utf8.Valid(data); kind == "" && isText {
		kind = "text/plain"
	} else if kind == "" {
		kind = "application/octet-stream"
	}
	content := string(data)
	if !strings.HasPrefix(kind, "text/") {
		content = base64.StdEncoding.EncodeToString(data)
	}
	return json.Marshal(map[string]string{"data": content, "mediaType": kind, "name": name})
}

// readAttachment reads a file of the granted folder.
func (s *Session) readAttachment(name string) ([]byte, error) {
	if s.o.Attachments == nil {
		return nil, fault.New(fault.PermissionDenied, "no folder is granted for attachments by path").WithHint("grant one, or pass the bytes")
	}
	f, err := s.o.Attachments.OpenFile(name, os.O_RDONLY, 0)
	if err != nil {
		code := fault.IO
		if _, linkErr := s.o.Attachments.Lstat(name); !filepath.IsLocal(name) || linkErr == nil && !errors.Is(err, fs.ErrNotExist) {
			code = fault.PermissionDenied // the path, or a link, leads out of the folder
		}
		return nil, fault.Wrap(code, "the attachment "+name+" cannot be read", err)
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, fault.New(fault.InvalidArgument, "the attachment "+name+" is not a file")
	}
	data, err := io.ReadAll(io.LimitReader(f, maxAttachment+1))
	if err != nil {
		return nil, fault.Wrap(fault.IO, "the attachment "+name+" cannot be read", err)
	}
	return data, nil
}

// keepModel notes the model of a query that was not refused.
func (s *Session) keepModel(model string) {
	if model != "" {
		s.infoMu.Lock()
		s.info.Model = model
		s.infoMu.Unlock()
	}
}

// SetModel changes the model.
func (s *Session) SetModel(ctx context.Context, model string) error {
	_, err := s.Do(ctx, session.LiveCommandRequest{Kind: session.LiveCommandKindSetModel, Model: model})
	return err
}

// Ask sends a prompt and waits for its result, which it returns with the
// messages of the turn, the prompt and the result included. A turn that failed
// or timed out has a result too, with isError. When ctx is done the turn is interrupted, and Ask
// returns TIMEOUT at once.
func (s *Session) Ask(ctx context.Context, q Query) (result session.JSON, messages []session.JSON, err error) {
	p, err := s.Begin(ctx, q)
	if err != nil {
		return nil, nil, err
	}
	return p.Wait(ctx)
}

// Begun is a command that the session has, and that has not ended.
type Begun struct {
	s       *Session
	command session.LiveCommandRequest
	waiting chan reply
	all     *collection // of a query
}

// Begin is the first half of Ask: queries run in the order in which they begin. Wait for its end.
func (s *Session) Begin(ctx context.Context, q Query) (*Begun, error) {
	c, err := s.command(q)
	if err != nil {
		return nil, err
	}
	all := s.collect(c.ID)
	b, err := s.BeginCommand(ctx, c)
	if err != nil {
		s.endCollection(c.ID)
		return nil, err
	}
	b.all = all
	return b, nil
}

// BeginCommand is the first half of Do.
func (s *Session) BeginCommand(ctx context.Context, c session.LiveCommandRequest) (*Begun, error) {
	if c.ID == "" {
		c.ID = s.o.NewID()
	}
	waiting, err := s.send(ctx, c)
	if err != nil {
		return nil, err
	}
	return &Begun{s: s, command: c, waiting: waiting}, nil
}

// Wait is the second half of Ask and Do. Only a query has messages.
func (b *Begun) Wait(ctx context.Context) (value session.JSON, messages []session.JSON, err error) {
	value, err = b.s.await(ctx, b.command, b.waiting)
	if kind := b.command.Kind; err == nil && (kind == session.LiveCommandKindQuery || kind == session.LiveCommandKindSetModel) {
		b.s.keepModel(b.command.Model)
	}
	if b.all != nil {
		messages = b.all.list()
		b.s.endCollection(b.command.ID)
	}
	return value, messages, err
}

// Stream sends a prompt and iterates over the events of its turn until the
// result. Leaving the loop early, or the end of ctx, interrupts the turn.
func (s *Session) Stream(ctx context.Context, q Query) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		c, err := s.command(q)
		if err != nil {
			yield(Event{}, err)
			return
		}
		events := s.SubscribeTo(Filter{Query: c.ID})
		defer events.Close()
		waiting, err := s.send(ctx, c)
		if err != nil {
			yield(Event{}, err)
			return
		}
		for e, err := range events.All(ctx) {
			if !yield(e, err) || err != nil {
				s.interruptLater(c.ID)
				return
			}
		}
		if _, err := s.await(ctx, c, waiting); err != nil {
			yield(Event{}, err)
			return
		}
		s.keepModel(q.Model)
	}
}
