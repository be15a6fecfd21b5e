package app

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/core/fault"
)

// FormatHTML is a page with the reader in it.
const FormatHTML = "html"

// FormatLine is a session as JSON on one line. It is no format of export: --json asks for it.
const FormatLine = "line"

// ExportFormats are the formats of show and export.
var ExportFormats = []string{"markdown", "json", "jsonl", FormatHTML}

// CheckFormat refuses a format as the engine does, and names the one that it does not have as well.
func CheckFormat(format string) error {
	if slices.Contains(ExportFormats, format) {
		return nil
	}
	return fault.New(fault.InvalidExportFormat, fmt.Sprintf("unknown export format %q", format)).WithOp("sessions.export").
		WithHint("formats: " + strings.Join(ExportFormats, ", "))
}

// WriteSession writes a session in a format, of an engine that returns it whole.
func WriteSession(ctx context.Context, h *heddle.Heddle, ref heddle.Ref, o heddle.ExportOptions, w io.Writer) error {
	if o.Format == FormatLine {
		get := heddle.GetOptions{Branch: o.Branch, Raw: o.Raw, ToolOutput: o.ToolOutput, Strict: o.Strict, Redact: o.Redact}
		body, err := (&Client{h, h.Engine().(*ObservedEngine)}).bytesOf(func() error {
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
