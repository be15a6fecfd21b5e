package abi

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
)

// Serve answers one host call on behalf of a guest: it decodes req, asks h
// and encodes the result. Every Go host (wazero, wasmtime) uses it, so they
// cannot differ.
func Serve(h *host.Host, call uint32, req []byte) ([]byte, error) {
	r := &Reader{B: req}
	w := &Writer{}
	var err error
	switch call {
	case CallPowers:
		w.U32(Powers(h))
	case CallStat, CallList:
		err = serveFiles(h, call, r, w)
	case CallSQLOpen, CallSQLQuery, CallSQLExec, CallSQLClose:
		err = serveSQL(h, call, r, w)
	case CallZstd:
		err = serveZstd(h, r, w)
	case CallNow:
		if h.Clock == nil {
			return nil, fault.New(fault.Unsupported, "the host grants no clock")
		}
		w.I64(h.Clock.Now())
	case CallID:
		if h.Entropy == nil {
			return nil, fault.New(fault.Unsupported, "the host grants no entropy")
		}
		id := h.Entropy.ID()
		w.B = append(w.B, id[:]...)
	default:
		err = fault.New(fault.Unsupported, "unknown host call")
	}
	if err == nil {
		err = r.Err()
	}
	return w.B, err
}

// Powers is the answer to CallPowers for h.
func Powers(h *host.Host) uint32 {
	var p uint32
	if h.Files != nil {
		p |= PowerFiles
	}
	if h.SQL != nil {
		p |= PowerSQL
	}
	if h.Zstd != nil {
		p |= PowerZstd
	}
	if h.Clock != nil {
		p |= PowerClock
	}
	if h.Entropy != nil {
		p |= PowerEntropy
	}
	if h.Poll != nil {
		p |= PowerPoll
	}
	if h.Prices {
		p |= PowerPrices
	}
	return p
}

func serveFiles(h *host.Host, call uint32, r *Reader, w *Writer) error {
	if h.Files == nil {
		return fault.New(fault.Unsupported, "the host grants no files")
	}
	path := r.Str()
	if call == CallStat {
		info, err := h.Files.Stat(path)
		if err != nil {
			return err
		}
		w.Info(info)
		return nil
	}
	infos, err := h.Files.List(path)
	if err != nil {
		return err
	}
	w.U32(uint32(len(infos)))
	for _, i := range infos {
		w.Info(i)
	}
	return nil
}

func serveSQL(h *host.Host, call uint32, r *Reader, w *Writer) error {
	if h.SQL == nil {
		return fault.New(fault.Unsupported, "the host grants no SQLite")
	}
	if call == CallSQLOpen {
		handle, err := h.SQL.Open(r.Database())
		w.I64(handle)
		return err
	}
	handle := r.I64()
	switch call {
	case CallSQLQuery:
		rows, err := h.SQL.Query(handle, r.Str(), r.Values()...)
		if err != nil {
			return err
		}
		w.U32(uint32(len(rows)))
		for _, row := range rows {
			w.Values(row)
		}
		return nil
	case CallSQLExec:
		n := r.Count(8)
		batch := make([]host.Statement, 0, n)
		for i := 0; i < n; i++ {
			batch = append(batch, host.Statement{SQL: r.Str(), Args: r.Values()})
		}
		return h.SQL.Exec(handle, batch)
	}
	return h.SQL.Close(handle)
}

func serveZstd(h *host.Host, r *Reader, w *Writer) error {
	if h.Zstd == nil {
		return fault.New(fault.Unsupported, "the host grants no zstd decompressor")
	}
	max := r.I64()
	out, err := h.Zstd.Decompress(r.Bytes(), max)
	w.B = out
	return err
}
