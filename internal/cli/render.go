package cli

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/core/fault"
)

// formatHTML is a page with the reader in it.
const formatHTML = "html"

// formatLine is a session as JSON on one line. It is no format of export: --json asks for it.
const formatLine = "line"

// exportFormats are the formats of show and export.
var exportFormats = []string{"markdown", "json", "jsonl", formatHTML}

// checkFormat refuses a format as the engine does, and names the one that it does not have as well.
func checkFormat(format string) error {
	if slices.Contains(exportFormats, format) {
		return nil
	}
	return fault.New(fault.InvalidExportFormat, fmt.Sprintf("unknown export format %q", format)).WithOp("sessions.export").
		WithHint("formats: " + strings.Join(exportFormats, ", "))
}

// writeSession writes a session in a format, of an engine that returns it whole.
func writeSession(ctx context.Context, h *heddle.Heddle, ref heddle.Ref, o heddle.ExportOptions, w io.Writer) error {
	if o.Format == formatLine {
		get := heddle.GetOptions{Branch: o.Branch, Raw: o.Raw, ToolOutput: o.ToolOutput, Strict: o.Strict, Redact: o.Redact}
		body, err := (&client{h, h.Engine().(*observedEngine)}).bytesOf(func() error {
			_, err := h.Sessions.Get(ctx, ref, get)
			return err
		})
		if err == nil {
			_, err = w.Write(append(body[:len(body):len(body)], '\n'))
		}
		return err
	}
	text, err := h.Sessions.Export(ctx, ref, o)
	if err == nil {
		_, err = io.WriteString(w, text.Text)
	}
	return err
}
