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
	"github.com/heddle-dev/heddle/core/fault"
)

// fileEndings are the endings of file names for what attachments are. Others have none of
// their own: nothing that opens by itself is made of them.
var fileEndings = map[string]string{"image/png": ".png", "image/jpeg": ".jpg", "image/gif": ".gif", "image/webp": ".webp", "image/bmp": ".bmp",
	"application/pdf": ".pdf", "text/plain": ".txt"}

// save writes the pictures and files of a session into a folder.
func (a *app) save(args []string, o *showOptions) error {
	if o.redact {
		return misuse("--save and --redact cannot be used together: nobody redacts a picture")
	}
	run, err := onSession(a, args, func(ctx context.Context, h *heddle.Heddle, ref heddle.Ref) (none struct{}, err error) {
		return none, a.saveAttachments(ctx, h, ref, o)
	})
	if err != nil {
		return err
	}
	_, _, err = fetchResult(a, run)
	return err
}

func (a *app) saveAttachments(ctx context.Context, h *heddle.Heddle, ref heddle.Ref, o *showOptions) error {
	s, err := h.Sessions.Get(ctx, ref, heddle.GetOptions{Branch: o.branch, Strict: o.strict})
	if err != nil {
		return err
	}
	if err := os.MkdirAll(o.save, 0o700); err != nil {
		return err
	}
	missing := 0
	for number := range s.Messages {
		for k, f := range s.Messages[number].Attachments {
			data, err := h.Attachments.Get(ctx, ref, heddle.AttachmentOptions{ID: f.ID})
			if fault.CodeOf(err) == fault.Unsupported {
				missing++
				continue
			}
			if err != nil {
				return err
			}
			bytes, err := base64.StdEncoding.DecodeString(data.Data)
			if err != nil {
				return err
			}
			file, err := writeNew(o.save, fmt.Sprintf("%d-%d", number, k), fileEndings[data.MediaType], bytes)
			if err != nil {
				return err
			}
			fmt.Fprint(a.streams.Out, fields(file, line(data.MediaType), fmt.Sprint(data.Bytes)))
		}
	}
	if missing > 0 {
		a.note("%d attachments have no bytes in the agent's files\n", missing)
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
