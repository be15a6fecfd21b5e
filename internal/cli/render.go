package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/hostfns/poll"
	"github.com/heddle-dev/heddle/internal/cli/page"
)

// formatHTML is the format that this program renders itself; the engine renders the others.
const formatHTML = "html"

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

// renderSession renders a session in one of the formats of export.
func renderSession(ctx context.Context, h *heddle.Heddle, ref heddle.Ref, o heddle.ExportOptions) (*heddle.Text, error) {
	if o.Format != formatHTML {
		return h.Sessions.Export(ctx, ref, o)
	}
	s, err := h.Sessions.Get(ctx, ref, heddle.GetOptions{Branch: o.Branch, ToolOutput: o.ToolOutput, Strict: o.Strict, Redact: o.Redact})
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	if err := page.Render(&b, s, poll.New(ctx, nil).Check); err != nil {
		return nil, err
	}
	return &heddle.Text{Text: b.String(), Notes: s.Notes}, nil
}
