package heddle_test

import (
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/catalog"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/internal/store/journal"
	"github.com/heddle-dev/heddle/core/session"
)

// TestPicture: the size of a recorded picture is that of its base64, as for every
// agent, and its bytes are found by it.
func TestPicture(t *testing.T) {
	h := hosttest.Host(hosttest.NewMounts())
	h.Journal = journal.NewMemory()
	prompt := session.JSON(`{"type":"user","contentBlocks":[{"type":"text","text":"look"},{"type":"image","source":{"media_type":"image/png","data":"iVBORw0KGgo="}}]}`)
	if _, err := store.New(h.Journal, h, store.Options{}).Record("s", []session.JSON{prompt}, store.Request{}); err != nil {
		t.Fatal(err)
	}
	c := catalog.New(&h, func(d fault.Diagnostic) { t.Errorf("%+v", d) })
	s, _, err := c.Get(session.GetRequest{UnifiedID: "heddle:s"})
	if err != nil {
		t.Fatal(err)
	}
	if a := s.Messages[0].Attachments; len(a) != 1 || a[0] != (session.Attachment{ID: "0.0", MediaType: "image/png", Bytes: 12}) {
		t.Errorf("%+v", a)
	}
	a, err := c.Attachment(session.AttachmentRequest{UnifiedID: "heddle:s", ID: "0.0"})
	if err != nil || *a != (session.AttachmentData{MediaType: "image/png", Bytes: 8, Data: "iVBORw0KGgo="}) {
		t.Errorf("%+v, %v", a, err)
	}
}
