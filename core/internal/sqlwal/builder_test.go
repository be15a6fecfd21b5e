package sqlwal_test

import (
	"encoding/binary"
	"math/rand/v2"

	"github.com/heddle-dev/heddle/core/host/hosttest"
)

// builder writes a database and its log as SQLite would, one transaction at
// a time, and remembers every committed state.
type builder struct {
	pageSize int
	order    binary.ByteOrder
	wal      []byte
	sum      [2]uint32
	salts    [8]byte
	states   []state
	random   *rand.Rand
}

// state is the database after a commit.
type state struct {
	end   int // length of the log that holds it
	pages []string
}

func newBuilder(pageSize int, bigEndian bool, seed uint64) *builder {
	b := &builder{pageSize: pageSize, order: binary.LittleEndian, random: rand.New(rand.NewPCG(seed, 1))}
	sumMagic := uint32(0x377f0682)
	if bigEndian {
		b.order, sumMagic = binary.BigEndian, 0x377f0683
	}
	copy(b.salts[:], "saltSALT")
	b.wal = binary.BigEndian.AppendUint32(b.wal, sumMagic)
	b.wal = binary.BigEndian.AppendUint32(b.wal, 3007000)
	b.wal = binary.BigEndian.AppendUint32(b.wal, uint32(pageSize))
	b.wal = binary.BigEndian.AppendUint32(b.wal, 7)
	b.wal = append(b.wal, b.salts[:]...)
	b.add(b.wal)
	b.wal = b.appendSum(b.wal)
	main := []string{b.page(1), b.page(2), b.page(3)}
	b.states = append(b.states, state{pages: main})
	return b
}

// add is SQLite's checksum, written a second time.
func (b *builder) add(p []byte) {
	for i := 0; i < len(p); i += 8 {
		b.sum[0] += b.order.Uint32(p[i:]) + b.sum[1]
		b.sum[1] += b.order.Uint32(p[i+4:]) + b.sum[0]
	}
}

func (b *builder) appendSum(to []byte) []byte {
	to = binary.BigEndian.AppendUint32(to, b.sum[0])
	return binary.BigEndian.AppendUint32(to, b.sum[1])
}

// page makes a page of random content; page 1 has a database header.
func (b *builder) page(number int) string {
	p := make([]byte, b.pageSize)
	for i := range p {
		p[i] = byte(b.random.Uint32())
	}
	if number == 1 {
		copy(p, "SQLite format 3\x00")
		binary.BigEndian.PutUint16(p[16:], uint16(b.pageSize)) // 65536 becomes 0, 1 is set below
		if b.pageSize == 65536 {
			p[16], p[17] = 0, 1
		}
		p[18], p[19] = 2, 2
	}
	return string(p)
}

// frame appends one frame; commit is the size of the database when the
// transaction ends with it, else 0.
func (b *builder) frame(page int, content string, commit int) {
	var head []byte
	head = binary.BigEndian.AppendUint32(head, uint32(page))
	head = binary.BigEndian.AppendUint32(head, uint32(commit))
	b.add(head)
	b.add([]byte(content))
	head = append(head, b.salts[:]...)
	head = b.appendSum(head)
	b.wal = append(append(b.wal, head...), content...)
}

// commit appends a transaction that writes pages and leaves size pages.
func (b *builder) commit(size int, pages ...int) {
	now := append([]string{}, b.states[len(b.states)-1].pages...)
	for len(now) < size {
		now = append(now, string(make([]byte, b.pageSize)))
	}
	for i, page := range pages {
		content, end := b.page(page), 0
		if i == len(pages)-1 {
			end = size
		}
		b.frame(page, content, end)
		if page <= size {
			now[page-1] = content
		}
	}
	b.states = append(b.states, state{end: len(b.wal), pages: now[:size]})
}

// main is the main file: the state before the log.
func (b *builder) main() []byte {
	var out []byte
	for _, p := range b.states[0].pages {
		out = append(out, p...)
	}
	return out
}

// at returns the newest state in the first n bytes of the log.
func (b *builder) at(n int) state {
	newest := b.states[0]
	for _, s := range b.states {
		if s.end <= n {
			newest = s
		}
	}
	return newest
}

func (b *builder) mounts(wal []byte) *hosttest.Mounts {
	return hosttest.NewMounts().File("m/a.db", b.main()).File("m/a.db-wal", wal)
}

// typical is a log with overwritten pages, growth, shrinking and a
// transaction that never ended.
func typical(pageSize int, bigEndian bool) *builder {
	b := newBuilder(pageSize, bigEndian, 1)
	b.commit(3, 2)
	b.commit(5, 1, 4, 5)
	b.commit(5, 2, 3, 2)
	b.commit(4, 1)
	b.commit(6, 6, 5, 1)
	b.frame(2, b.page(2), 0)
	b.frame(3, b.page(3), 0)
	return b
}
