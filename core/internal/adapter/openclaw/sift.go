package openclaw

import (
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/jsonltree"
	"github.com/heddle-dev/heddle/core/session"
)

// Sift implements adapter.Sifter: of the events in a database, and of
// compressed transcripts, it shows the text as it was before.
func (reader) Sift(env *adapter.Env, ix *adapter.Index, ref *adapter.Ref, look func(raw []byte) bool) error {
	w, err := newWalk(env, ix, ref, adapter.NewOutlet(env, nil)) // it reports defects and has no records
	if err != nil {
		return err
	}
	defer w.close()
	w.want.Text = true
	if w.db != nil && w.info.places[0].form == formRows {
		if err := w.readNode(); err != nil {
			return err
		}
	}
	more := true
	for _, name := range []string{w.info.label, w.info.display} {
		more = more && (name == "" || look(session.TextJSON(name)))
	}
	for i := range w.info.places {
		if !more {
			return nil
		}
		p := &w.info.places[i]
		switch p.form {
		case formDocument:
			var data []byte
			if data, err = adapter.ReadFile(env, p.path, MaxDocumentBytes); err == nil {
				more = look(data)
			}
		case formRows:
			err = w.eachEvent(func(raw []byte) error {
				more = more && look(raw)
				return nil
			})
		default:
			inner, path, size, openErr := w.openTranscript(p)
			if err = openErr; err == nil {
				more, err = jsonltree.SiftFile(inner, path, size, look)
			}
		}
		if err != nil && i == 0 || endsWalk(err) || !more {
			return err
		}
	}
	return nil
}
