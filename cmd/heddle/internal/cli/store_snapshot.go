package cli

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/hostfns"
)

// zstdMagic is what a compressed snapshot begins with.
var zstdMagic = []byte{0x28, 0xb5, 0x2f, 0xfd}

// compressAbove is the size in bytes from which on a snapshot is compressed
// on its way to the engine, whose requests are limited.
const compressAbove = 16 << 20

func (a *app) storeExport() *cobra.Command {
	var out string
	var compress bool
	v := a.verb("store.export", bySession, &cobra.Command{
		Use:   "export <session-id>",
		Short: "Write a session as a snapshot for store import",
		Long: "Writes a session as a snapshot of version 1, canonical JSON on one line: metadata, all messages including\n" +
			"hidden ones, and threads. store import reads it, also on another machine. --json changes nothing.",
		Example: "  heddle store export s1 > s1.json\n" +
			"  heddle store export s1 --zstd -o s1.json.zst",
	}, nil)
	v.past()
	f := v.cmd.Flags()
	f.StringVarP(&out, "output", "o", "", "write this `file` instead of stdout, completely or not at all")
	f.BoolVar(&compress, "zstd", false, "compress with zstd")
	must(v.cmd.MarkFlagFilename("output"))
	must(v.cmd.RegisterFlagCompletionFunc("output", cobra.FixedCompletions(nil, cobra.ShellCompDirectiveDefault)))
	v.run = func(req map[string]any) error {
		if compress && out == "" && a.streams.Terminal {
			return misuse("--zstd writes binary data, which a terminal cannot show; give -o FILE")
		}
		body, err := a.call(v.op, req)
		if err != nil {
			return err
		}
		if out == "" && !compress {
			return a.printJSON(body)
		}
		data := append(body[:len(body):len(body)], '\n')
		if compress {
			if data, err = hostfns.CompressZstd(data); err != nil {
				return err
			}
		}
		if out == "" {
			_, err = a.streams.Out.Write(data)
			return err
		}
		return writeWhole(out, data)
	}
	return v.cmd
}

// writeWhole writes a file that only its owner can read: under another name
// first, so that a failure leaves what was there.
func writeWhole(name string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(name), ".heddle-*")
	if err == nil {
		_, err = f.Write(data)
		if err == nil {
			err = f.Sync()
		}
		if e := f.Close(); err == nil {
			err = e
		}
		if err == nil {
			err = os.Rename(f.Name(), name)
		}
		if err != nil {
			_ = os.Remove(f.Name())
		}
	}
	var bad *fs.PathError
	if errors.As(err, &bad) {
		return misuse("cannot write %s: %v", name, bad.Err)
	}
	return err
}

func (a *app) storeImport() *cobra.Command {
	var file string
	v := a.verb("store.import", nil, &cobra.Command{
		Use:   "import <file|->",
		Short: "Create a session from a snapshot",
		Long: "Creates a session from a snapshot that store export wrote, compressed or not; - is stdin. Snapshots with\n" +
			"snake_case names and times in milliseconds are accepted as well. To copy an agent's own sessions, use\n" +
			"heddle import.",
		Example: "  heddle store import s1.json\n" +
			"  heddle store import s1.json.zst --id s1-copy\n" +
			"  heddle store import - --id s1-copy",
	}, a.printStored)
	v.members = append(v.members, "snapshot", "compressed")
	v.cmd.Args = takes(1, 1)
	v.cmd.ValidArgsFunction = nil
	v.text("id", "sessionId", "the session's `id` (default: the snapshot's)")
	v.once()
	v.rest = func(words []string) error { file = words[0]; return nil }
	v.run = func(req map[string]any) error {
		data, err := a.readFile(file)
		if err != nil {
			return err
		}
		if err := snapshot(req, file, data); err != nil {
			return err
		}
		return v.call(v.op, req)
	}
	return v.cmd
}

// snapshot puts a snapshot into a request, in the form that it has.
func snapshot(req map[string]any, file string, data []byte) (err error) {
	if !bytes.HasPrefix(data, zstdMagic) {
		if !json.Valid(data) {
			return fault.New(fault.InvalidExportFormat, where(file)+" is neither JSON nor compressed with zstd")
		}
		if len(data) <= compressAbove {
			req["snapshot"] = json.RawMessage(bytes.TrimSpace(data))
			return nil
		}
		if data, err = hostfns.CompressZstd(data); err != nil {
			return err
		}
	}
	req["compressed"] = base64.StdEncoding.EncodeToString(data)
	return nil
}
