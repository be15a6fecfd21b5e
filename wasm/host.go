//go:build wasip1

package main

import (
	"runtime"
	"unsafe"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/wasm/abi"
)

// Sizes of the buffer for the host's answers.
const (
	scratchBytes     = 16 << 10 // what it starts with: most answers fit
	keepScratchBytes = 1 << 20  // a larger one is dropped after the call
	maxAnswerBytes   = 1 << 30  // of one answer of the host
	// After so many bytes of answers that were handed over, garbage is
	// collected here and now. The collector works beside the program, and there
	// is one thread: a large message would outrun it.
	collectBytes = 64 << 20
)

var (
	powerBits uint32     // what the host grants, and powersKnown once it has said so
	scratch   []byte     // answers of the host
	asked     abi.Writer // requests to the host
	handed    int        // bytes of answers handed over since the last collection
)

// powersKnown is no power of the ABI.
const powersKnown = 1 << 31

// granted returns the host's powers, which it is asked for once. When it does not
// know them yet, the operation runs without any and the next call asks again.
func granted() *host.Host {
	if powerBits&powersKnown == 0 {
		answer, err := ask(abi.CallPowers, nil)
		if err != nil {
			return &host.Host{}
		}
		r := abi.Reader{B: answer}
		bits := r.U32()
		if r.Err() != nil {
			return &host.Host{}
		}
		powerBits = bits | powersKnown
	}
	bits := powerBits
	h := &host.Host{}
	if bits&abi.PowerFiles != 0 {
		h.Files = files{}
	}
	if bits&abi.PowerSQL != 0 {
		h.SQL = sql{}
	}
	if bits&abi.PowerZstd != 0 {
		h.Zstd = zstd{}
	}
	if bits&abi.PowerClock != 0 {
		h.Clock = clock{}
	}
	if bits&abi.PowerEntropy != 0 {
		h.Entropy = entropy{}
	}
	if bits&abi.PowerPoll != 0 {
		h.Poll = progress{}
	}
	h.Prices = bits&abi.PowerPrices != 0
	return h
}

// forget drops buffers that one large answer has made large.
func forget() {
	if len(scratch) > keepScratchBytes {
		scratch = nil
	}
	if cap(asked.B) > keepScratchBytes {
		asked.B = nil
	}
}

// request starts a request to the host in the shared buffer.
func request() *abi.Writer {
	asked.B = asked.B[:0]
	return &asked
}

// ask runs one host call. The answer is in scratch until the next one.
func ask(call uint32, req []byte) ([]byte, error) {
	if len(scratch) == 0 {
		scratch = make([]byte, scratchBytes)
	}
	n := hostCall(call, at(req), uint32(len(req)), at(scratch), uint32(len(scratch)))
	if n < 0 {
		return nil, failure(-n)
	}
	if n > int64(len(scratch)) {
		if err := take(n); err != nil {
			return nil, err
		}
	}
	return scratch[:n], nil
}

// askOwned is ask for answers that outlive the next one.
func askOwned(call uint32, req []byte) ([]byte, error) {
	answer, err := ask(call, req)
	if err != nil {
		return nil, err
	}
	if len(answer) > scratchBytes { // large: hand the buffer over instead of copying it
		scratch = nil
		if handed += len(answer); handed >= collectBytes {
			handed = 0
			runtime.GC()
		}
		return answer, nil
	}
	return append([]byte(nil), answer...), nil
}

// take fetches the n bytes that the host kept into scratch.
func take(n int64) error {
	if n > maxAnswerBytes {
		return fault.New(fault.LimitExceeded, "an answer of the host is larger than 1 GiB")
	}
	if n > int64(len(scratch)) {
		scratch = nil
		scratch = make([]byte, n)
	}
	if got := hostTake(at(scratch), uint32(len(scratch))); int64(got) != n {
		return fault.New(fault.Internal, "the host kept another number of bytes than it said")
	}
	return nil
}

// failure fetches the error record of n bytes that the host kept.
func failure(n int64) error {
	if n < 0 { // the negative of the smallest number
		n = maxAnswerBytes + 1
	}
	if err := take(n); err != nil {
		return err
	}
	r := abi.Reader{B: scratch[:n]}
	return r.Fault()
}

func at(b []byte) unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(b)) }

type files struct{}

func (files) Stat(path string) (host.Info, error) {
	w := request()
	w.Str(path)
	answer, err := ask(abi.CallStat, w.B)
	if err != nil {
		return host.Info{}, err
	}
	r := abi.Reader{B: answer}
	info := r.Info()
	return info, r.Err()
}

func (files) List(path string) ([]host.Info, error) {
	w := request()
	w.Str(path)
	answer, err := ask(abi.CallList, w.B)
	if err != nil {
		return nil, err
	}
	const leastEntry = 1 + 8 + 8 + 4
	r := abi.Reader{B: answer}
	infos := make([]host.Info, r.Count(leastEntry))
	for i := range infos {
		infos[i] = r.Info()
	}
	return infos, r.Err()
}

// ReadAt lets the host fill p itself.
func (files) ReadAt(path string, p []byte, off int64) (int, error) {
	n := fileRead(unsafe.Pointer(unsafe.StringData(path)), uint32(len(path)), off, at(p), uint32(len(p)))
	if n < 0 {
		return 0, failure(-n)
	}
	return int(min(n, int64(len(p))+1)), nil // one too many is an error of the core's
}

type sql struct{}

func (sql) Open(db host.Database) (int64, error) {
	w := request()
	w.Database(db)
	answer, err := ask(abi.CallSQLOpen, w.B)
	if err != nil {
		return 0, err
	}
	r := abi.Reader{B: answer}
	handle := r.I64()
	return handle, r.Err()
}

func (sql) Query(handle int64, query string, args ...host.Value) ([][]host.Value, error) {
	w := request()
	w.I64(handle)
	w.Str(query)
	w.Values(args)
	answer, err := askOwned(abi.CallSQLQuery, w.B) // values alias it
	if err != nil {
		return nil, err
	}
	const leastRow = 4
	r := abi.Reader{B: answer}
	rows := make([][]host.Value, r.Count(leastRow))
	for i := range rows {
		rows[i] = r.Values()
	}
	return rows, r.Err()
}

func (sql) Exec(handle int64, batch []host.Statement) error {
	w := request()
	w.I64(handle)
	w.U32(uint32(len(batch)))
	for _, s := range batch {
		w.Str(s.SQL)
		w.Values(s.Args)
	}
	_, err := ask(abi.CallSQLExec, w.B)
	return err
}

func (sql) Close(handle int64) error {
	w := request()
	w.I64(handle)
	_, err := ask(abi.CallSQLClose, w.B)
	return err
}

type zstd struct{}

func (zstd) Decompress(src []byte, max int64) ([]byte, error) {
	w := request()
	w.I64(max)
	w.Bytes(src)
	return askOwned(abi.CallZstd, w.B)
}

type clock struct{}

// Now returns 0 when the host's deadline has passed; the next Poll says so.
func (clock) Now() int64 {
	answer, err := ask(abi.CallNow, nil)
	if err != nil {
		return 0
	}
	r := abi.Reader{B: answer}
	return r.I64()
}

type entropy struct{}

// ID returns zeros when the host's deadline has passed; every host call after
// it fails, so they are never stored.
func (entropy) ID() (id [16]byte) {
	answer, err := ask(abi.CallID, nil)
	if err == nil && len(answer) == len(id) {
		copy(id[:], answer)
	}
	return id
}

type progress struct{}

// Poll asks any host call for the words of the error: all of them fail once
// poll has answered 1.
func (progress) Poll(done, total int64) error {
	if poll(done, total) == 0 {
		return nil
	}
	if _, err := ask(abi.CallNow, nil); err != nil {
		return err
	}
	return fault.New(fault.Timeout, "deadline passed")
}
