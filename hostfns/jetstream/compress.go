package jetstream

import (
	"sync"

	"github.com/klauspost/compress/zstd"
)

// Bodies are compressed with zstd where that is worth it.
const (
	// leastCompressed is the size from which on a body is compressed: an event alone rarely shrinks.
	leastCompressed = 1 << 10
	// maxCompressed is the most that a compressed body may contain, so that a small message which a
	// stranger made takes no more memory than that. Larger bodies, which have one event, are not compressed.
	maxCompressed = 16 << 20
)

// The encoder and the decoder work on the goroutines of their callers.
var (
	newEncoder = sync.OnceValues(func() (*zstd.Encoder, error) {
		return zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderCRC(false), zstd.WithWindowSize(1<<20), zstd.WithLowerEncoderMem(true))
	})
	newDecoder = sync.OnceValues(func() (*zstd.Decoder, error) {
		return zstd.NewReader(nil, zstd.WithDecoderMaxMemory(maxCompressed), zstd.WithDecoderMaxWindow(maxCompressed), zstd.WithDecoderLowmem(true))
	})
)

// compress returns a shorter body, if it finds one.
func compress(body []byte) (short []byte, ok bool) {
	if len(body) < leastCompressed || len(body) > maxCompressed {
		return nil, false
	}
	encoder, err := newEncoder()
	if err != nil {
		return nil, false
	}
	short = encoder.EncodeAll(body, make([]byte, 0, len(body)/4))
	return short, len(short) < len(body)-len(body)/8
}

// decompress returns the body of so many bytes, nil when it is not what was compressed.
func decompress(short []byte, size int64) []byte {
	decoder, err := newDecoder()
	if err != nil || size > maxCompressed {
		return nil
	}
	body, err := decoder.DecodeAll(short, make([]byte, 0, min(size, 64*int64(len(short)))))
	if err != nil || int64(len(body)) != size {
		return nil
	}
	return body
}
