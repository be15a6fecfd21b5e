// Package zstd decompresses zstd streams for the core, and compresses snapshots
// for programs.
package zstd

import (
	"bytes"
	"errors"
	"io"
	"slices"

	"github.com/klauspost/compress/zstd"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
)

// Limits of one Decompress.
const (
	// MaxWindowBytes is the largest history a frame may ask the decoder to
	// keep; encoders stay at or below 128 MiB even at their highest level.
	MaxWindowBytes = 128 << 20
	// stepBytes is how much is decompressed between two looks at the limit.
	stepBytes = 256 << 10
)

// Decoder is a host.Zstd. It decodes on the caller's goroutine, holds nothing
// between calls and is safe for concurrent use.
type Decoder struct {
	// Check, when set, is asked between steps of 256 KiB and ends the work
	// with its error.
	Check func() error
}

var _ host.Zstd = Decoder{}

// Decompress implements host.Zstd: any number of frames one after the other,
// skippable ones left out. Damaged or truncated input is PARSE_ERROR, more
// than max bytes of content LIMIT_EXCEEDED; both return no content.
func (d Decoder) Decompress(src []byte, max int64) ([]byte, error) {
	if max < 0 {
		return nil, fault.New(fault.InvalidArgument, "negative limit")
	}
	if len(src) == 0 {
		return nil, fault.New(fault.ParseError, "empty zstd stream")
	}
	r, err := zstd.NewReader(bytes.NewReader(src), zstd.WithDecoderConcurrency(1),
		zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(MaxWindowBytes))
	if err != nil {
		return nil, decodeError(err)
	}
	defer r.Close()
	var parts [][]byte // one growing buffer would hold everything twice, or thrice
	size := int64(0)
	for {
		if d.Check != nil {
			if err := d.Check(); err != nil {
				return nil, err
			}
		}
		part := make([]byte, min(max-size, stepBytes-1)+1)
		n, err := io.ReadFull(r, part)
		parts = append(parts, part[:n])
		if size += int64(n); size > max {
			return nil, fault.New(fault.LimitExceeded, "zstd content is larger than the limit")
		}
		if err == io.EOF || err == io.ErrUnexpectedEOF && atEOF(r) {
			return slices.Concat(parts...), nil
		}
		if err != nil {
			return nil, decodeError(err)
		}
	}
}

// atEOF distinguishes the end of the content from the end of a torn stream, which
// io.ReadFull reports alike: only after the content there is io.EOF.
func atEOF(r io.Reader) bool {
	_, err := r.Read(make([]byte, 1))
	return err == io.EOF
}

func decodeError(err error) error {
	if errors.Is(err, zstd.ErrWindowSizeExceeded) || errors.Is(err, zstd.ErrDecoderSizeExceeded) {
		return fault.New(fault.LimitExceeded, "zstd content is larger than the limit")
	}
	// The library's own words stay out: every host must say the same.
	return fault.New(fault.ParseError, "damaged zstd stream")
}

// Compress returns data as one zstd frame; the same bytes give the same bytes.
// store.import takes such a frame as its field compressed.
func Compress(data []byte) ([]byte, error) {
	enc, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	if err != nil {
		return nil, fault.Wrap(fault.Internal, "zstd cannot be set up", err)
	}
	defer enc.Close()
	return enc.EncodeAll(data, nil), nil
}
