package openclaw

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/sqlwal"
	"github.com/heddle-dev/heddle/core/internal/unpack"
)

// openTranscript returns an Env in which a transcript can be read as a file of lines,
// with that file's path and size. For a plain file it is the Env itself.
func (w *walk) openTranscript(p *place) (env *adapter.Env, path string, size int64, err error) {
	var data []byte
	path = p.path
	switch p.form {
	case formPacked:
		if err := w.requireZstd(path); err != nil {
			return nil, "", 0, err
		}
		if data, err = adapter.ReadFile(w.env, path, MaxPackedBytes); err != nil {
			return nil, "", 0, err
		}
		data, err = w.unpackData(path, data)
	case formBlob:
		path += "/" + p.name
		data, err = w.readBlob(p, path)
	default:
		return w.env, path, p.size, nil
	}
	if err != nil {
		return nil, "", 0, err
	}
	return adapter.WithFile(w.env, path, data), path, int64(len(data)), nil
}

// readBlob reads a transcript that is in a row of the database.
func (w *walk) readBlob(p *place, path string) ([]byte, error) {
	query := "SELECT archive_blob, 'zstd' FROM " + tableCold + " WHERE session_id = ?"
	if p.name != tableCold {
		query = "SELECT archive_blob, CAST(encoding AS BLOB) FROM " + tableArchives + " WHERE session_id = ? AND archive_name = ?"
	}
	args := []host.Value{sqlwal.TextValue(w.info.id), sqlwal.TextValue(p.name)}
	if p.name == tableCold {
		args = args[:1]
	}
	found, err := w.db.selectRows(query+" ORDER BY session_id LIMIT 1", args...)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, fault.New(fault.BadRef, "the archived transcript is gone").At(path, 0, 0)
	}
	data := found[0][0].Bytes
	if found[0].textAt(1) != "zstd" {
		return data, nil
	}
	if err := w.requireZstd(path); err != nil {
		return nil, err
	}
	return w.unpackData(path, data)
}

// requireZstd checks that the host can decompress.
func (w *walk) requireZstd(path string) error {
	if w.env.Host.Zstd != nil {
		return nil
	}
	return fault.New(fault.Unsupported, "this transcript is compressed and the host grants no zstd").At(path, 0, 0).
		WithHint("decompress it (zstd -d), or use a host with zstd")
}

func (w *walk) unpackData(path string, data []byte) ([]byte, error) {
	if len(data) == 0 {
		return nil, nil
	}
	out, err := unpack.DecodeZstd(w.env.Host.Zstd, data, MaxUnpackedBytes)
	if err != nil {
		e := *fault.From(err)
		return nil, e.At(path, 0, 0)
	}
	return out, nil
}
