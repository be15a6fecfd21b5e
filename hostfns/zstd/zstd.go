// Package zstd decompresses zstd streams for the core.
package zstd

import (
	"bytes"
	"errors"
	"io"

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
		return nil, damaged(err)
	}
	defer r.Close()
	var out bytes.Buffer
	for {
		if d.Check != nil {
			if err := d.Check(); err != nil {
				return nil, err
			}
		}
		step := min(max-int64(out.Len())+1, stepBytes)
		n, err := io.CopyN(&out, r, step)
		if int64(out.Len()) > max {
			return nil, fault.New(fault.LimitExceeded, "zstd content is larger than the limit")
		}
		if err == io.EOF {
			return out.Bytes(), nil
		}
		if err != nil {
			return nil, damaged(err)
		}
		if n == 0 {
			return nil, damaged(io.ErrNoProgress)
		}
	}
}

func damaged(err error) error {
	if errors.Is(err, zstd.ErrWindowSizeExceeded) || errors.Is(err, zstd.ErrDecoderSizeExceeded) {
		return fault.New(fault.LimitExceeded, "zstd content is larger than the limit")
	}
	// The library's own words stay out: every host must say the same.
	return fault.New(fault.ParseError, "damaged zstd stream")
}
