package heddle_test

import (
	"context"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/internal/reader"
)

// TestExportedPage: the client fills the reader in, and a caller's own script or address stays.
func TestExportedPage(t *testing.T) {
	h, err := heddle.Open(heddle.Options{Home: "testdata/agents/claude/home"})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	const ref = heddle.Ref("claude:6cb0dd90-7a16-47c0-88bc-417625d288a3")
	for o, end := range map[heddle.ExportOptions]string{
		{Format: "html"}: reader.Script,
		{Format: "html", Script: "run()", ScriptHash: "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="}: "run()",
	} {
		page, err := h.Sessions.Export(context.Background(), ref, o)
		if err != nil || !strings.HasSuffix(page.Text, "<script>"+end+"</script>\n</body>\n</html>\n") {
			t.Errorf("%.40q: %v", end, err)
		}
	}
	if _, err := h.Sessions.Export(context.Background(), ref, heddle.ExportOptions{Format: "html", Script: "run()"}); err == nil {
		t.Error("a script without its hash is taken")
	}
}
