package store

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/hostfns"
	"github.com/heddle-dev/heddle/internal/cli/app"
	"github.com/heddle-dev/heddle/internal/cli/usage"
)

// zstdMagic is what a compressed snapshot begins with.
var zstdMagic = []byte{0x28, 0xb5, 0x2f, 0xfd}

// compressAbove is the size in bytes from which on a snapshot is compressed
// on its way to the engine, whose requests are limited.
const compressAbove = 16 << 20

func storeExport(a *app.App) *cobra.Command {
	var out string
	var compress bool
	var o heddle.StoreExportOptions
	v := newVerb(a, bySession, &cobra.Command{
		Use:   "export <session-id>",
		Short: "Write a session as a snapshot for store import",
		Long: "Writes a session as a snapshot of version 1, canonical JSON on one line: metadata, all messages including\n" +
			"hidden ones, and threads. store import reads it, also on another machine. --json changes nothing.",
		Example: "  heddle store export s1 > s1.json\n" +
			"  heddle store export s1 --zstd -o s1.json.zst",
	})
	v.addAtFlag(&o.At)
	f := v.cmd.Flags()
	f.StringVarP(&out, "output", "o", "", "write this `file` instead of stdout, completely or not at all")
	a.AddRedactFlag(f, &o.Redact)
	f.BoolVar(&compress, "zstd", false, "compress with zstd")
	usage.Must(v.cmd.MarkFlagFilename("output"))
	usage.Must(v.cmd.RegisterFlagCompletionFunc("output", cobra.FixedCompletions(nil, cobra.ShellCompDirectiveDefault)))
	return v.onRun(func(words []string) error {
		if compress && out == "" && a.Streams.Terminal {
			return usage.Misuse("--zstd writes binary data, which a terminal cannot show; give -o FILE")
		}
		body, err := app.FetchBytes(a, func(ctx context.Context, h *heddle.Heddle) (*heddle.Text, error) {
			return h.Store.Export(ctx, words[0], o)
		})
		if err != nil {
			return err
		}
		if out == "" && !compress {
			return a.PrintJSON(body)
		}
		data := append(body[:len(body):len(body)], '\n')
		if compress {
			if data, err = hostfns.CompressZstd(data); err != nil {
				return err
			}
		}
		if out == "" {
			_, err = a.Streams.Out.Write(data)
			return err
		}
		return app.WriteWhole(out, data)
	})
}

func storeImport(a *app.App) *cobra.Command {
	var o heddle.StoreImportOptions
	v := newVerb(a, nil, &cobra.Command{
		Use:   "import <file|->",
		Short: "Create a session from a snapshot",
		Long: "Creates a session from a snapshot that store export wrote, compressed or not; - is stdin. Snapshots with\n" +
			"snake_case names and times in milliseconds are accepted as well. To copy an agent's own sessions, use\n" +
			"heddle import.",
		Example: "  heddle store import s1.json\n" +
			"  heddle store import s1.json.zst --id s1-copy\n" +
			"  heddle store import - --id s1-copy",
	})
	v.cmd.Args = usage.Takes(1, 1)
	v.cmd.ValidArgsFunction = nil
	v.textFlag("id", &o.SessionID, "the session's `id` (default: the snapshot's)")
	v.addRetryFlags(&o.RequestID, &o.Expect)
	return v.onRun(func(words []string) error {
		data, err := a.ReadFile(words[0])
		if err != nil {
			return err
		}
		var snapshot heddle.JSON
		if snapshot, o.Compressed, err = readSnapshot(words[0], data); err != nil {
			return err
		}
		return app.PrintResult(a, v.asJSON, func(ctx context.Context, h *heddle.Heddle) (*heddle.StoredSession, error) {
			return h.Store.Import(ctx, snapshot, o)
		}, app.With(a, printStored))
	})
}

// readSnapshot returns a snapshot as JSON, or compressed and in base64 where
// it is compressed or large.
func readSnapshot(file string, data []byte) (snapshot heddle.JSON, compressed string, err error) {
	if !bytes.HasPrefix(data, zstdMagic) {
		if !json.Valid(data) {
			return nil, "", fault.New(fault.InvalidExportFormat, app.Where(file)+" is neither JSON nor compressed with zstd")
		}
		if len(data) <= compressAbove {
			return bytes.TrimSpace(data), "", nil
		}
		if data, err = hostfns.CompressZstd(data); err != nil {
			return nil, "", err
		}
	}
	return nil, base64.StdEncoding.EncodeToString(data), nil
}
