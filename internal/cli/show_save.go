package cli

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/rpc"
	"github.com/heddle-dev/heddle/core/session"
	"github.com/heddle-dev/heddle/internal/cli/app"
	"github.com/heddle-dev/heddle/internal/cli/sessions"
	"github.com/heddle-dev/heddle/internal/cli/terminal"
	"github.com/heddle-dev/heddle/internal/cli/usage"
)

// fileEndings are the endings of file names for what attachments are. Others have none of
// their own: nothing that opens by itself is made of them.
var fileEndings = map[string]string{"image/png": ".png", "image/jpeg": ".jpg", "image/gif": ".gif", "image/webp": ".webp", "image/bmp": ".bmp",
	"application/pdf": ".pdf", "text/plain": ".txt"}

// save writes the pictures and files of a session into a folder.
func save(a *app.App, args []string, o *showOptions) error {
	if o.redact {
		return usage.Misuse("--save and --redact cannot be used together: nobody redacts a picture")
	}
	run, err := sessions.On(a, args, func(ctx context.Context, h *heddle.Heddle, ref heddle.Ref) (none struct{}, err error) {
		return none, saveAttachments(ctx, a, h, ref, o)
	})
	if err != nil {
		return err
	}
	_, _, err = app.FetchResult(a, run)
	return err
}

func saveAttachments(ctx context.Context, a *app.App, h *heddle.Heddle, ref heddle.Ref, o *showOptions) error {
	s, err := h.Sessions.Get(ctx, ref, heddle.GetOptions{Branch: o.branch, Strict: o.strict})
	if err != nil {
		return err
	}
	if err := os.MkdirAll(o.save, 0o700); err != nil {
		return err
	}
	names := map[string]string{} // of the files, by id
	var ids []string
	for number := range s.Messages {
		for k, f := range s.Messages[number].Attachments {
			names[f.ID] = fmt.Sprintf("%d-%d", number, k)
			ids = append(ids, f.ID)
		}
	}
	missing := 0
	err = eachAttachment(ctx, h, ref, ids, func(id string, data *heddle.AttachmentData, err error) error {
		if fault.CodeOf(err) == fault.Unsupported {
			missing++
			return nil
		}
		if err != nil {
			return err
		}
		bytes, err := base64.StdEncoding.DecodeString(data.Data)
		if err != nil {
			return err
		}
		file, err := writeNew(o.save, names[id], fileEndings[data.MediaType], bytes)
		if err == nil {
			fmt.Fprint(a.Streams.Out, terminal.Fields(file, terminal.Line(data.MediaType), fmt.Sprint(data.Bytes)))
		}
		return err
	})
	if missing > 0 {
		a.Note("%d attachments have no bytes in the agent's files\n", missing)
	}
	return err
}

// eachAttachment passes attachments of a session to each. An engine that can reads the session once.
func eachAttachment(ctx context.Context, h *heddle.Heddle, ref heddle.Ref, ids []string, each func(string, *heddle.AttachmentData, error) error) error {
	request := session.AttachmentRequest{UnifiedID: string(ref)}
	if engine, ok := h.Engine().(*app.ObservedEngine); ok {
		ok, err := engine.Do(ctx, rpc.OpAttachmentsGet, request.AppendJSON(nil), func(e *core.Engine) error {
			return e.AttachmentsEach(request, ids, 0, func(id string, data *session.AttachmentData, err error) error {
				if err != nil {
					return each(id, nil, err)
				}
				return each(id, &heddle.AttachmentData{MediaType: data.MediaType, Bytes: data.Bytes, Data: data.Data}, nil)
			})
		})
		if ok {
			return err
		}
	}
	for _, id := range ids {
		data, err := h.Attachments.Get(ctx, ref, heddle.AttachmentOptions{ID: id})
		if err = each(id, data, err); err != nil {
			return err
		}
	}
	return nil
}

// writeNew writes a file of its own into a folder, and returns its path. What is
// there already stays: the name gets a number. The name is ours, never the session's.
func writeNew(folder, name, ending string, data []byte) (string, error) {
	for n := 0; n < 1000; n++ {
		path := filepath.Join(folder, name+ending)
		if n > 0 {
			path = filepath.Join(folder, fmt.Sprintf("%s-%d%s", name, n, ending))
		}
		f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return "", err
		}
		_, err = f.Write(data)
		if closed := f.Close(); err == nil {
			err = closed
		}
		return path, err
	}
	return "", fmt.Errorf("%s: too many files named %s", folder, strings.TrimSuffix(name, "-"))
}
