package jetstream

import (
	"strconv"

	"github.com/heddle-dev/heddle/hostfns"
)

// setup says what a store takes, for people and programs.
func (m *Made) setup(address string) *hostfns.StoreSetup {
	return &hostfns.StoreSetup{Store: address, New: m.New, Replicas: m.Replicas, Storage: m.Storage, MaxBytes: m.MaxBytes,
		Streams: []hostfns.StoreStream{
			{Name: m.Log, Replicas: m.Replicas, Storage: m.Storage, MaxBytes: m.MaxBytes, Purpose: "all events"},
			{Name: m.Cache, Replicas: m.CacheReplicas, Storage: m.Storage, MaxBytes: m.CacheMaxBytes, Purpose: "the newest state of each session; it may be lost"},
		}, Costs: m.costs()}
}

// costs says what takes room, what bounds it, and what happens at the bound.
func (m *Made) costs() []string {
	where := "on the disk"
	if m.Storage == "memory" {
		where = "in the memory"
	}
	nodes := "of the server"
	if m.Replicas > 1 {
		nodes = "of each of " + strconv.Itoa(m.Replicas) + " nodes"
	}
	var out []string
	if m.MaxBytes > 0 {
		out = append(out, "The log takes at most "+showSize(m.MaxBytes)+" "+where+" "+nodes+inAll(m.MaxBytes, m.Replicas)+". When it is full, recording fails with IO_ERROR and nothing is removed.")
	} else {
		out = append(out, "The log takes what is recorded, "+where+" "+nodes+", without a limit but that of the account. max-bytes sets one.")
	}
	if m.Storage == "memory" {
		out = append(out, "The store is lost when all of its nodes stop.")
	}
	if m.Replicas == 1 {
		out = append(out, "There is one copy: while its server is away, the store is too.")
	} else {
		out = append(out, "The store works while "+strconv.Itoa(m.Replicas/2+1)+" of the "+strconv.Itoa(m.Replicas)+" nodes do.")
	}
	cache := "without a limit"
	if m.CacheMaxBytes > 0 {
		cache = "at most " + showSize(m.CacheMaxBytes)
	}
	return append(out, "The cache takes one state for each session, "+where+" of one node, "+cache+". It may be deleted.",
		"The server keeps an index of subjects in memory: one for each session and one for each change, about "+strconv.Itoa(subjectBytes)+" bytes each, on each node.")
}

// subjectBytes is what nats-server 2.15 keeps in memory for a subject with one message, measured with 600,000 subjects.
const subjectBytes = 200

func inAll(limit int64, replicas int) string {
	if replicas == 1 {
		return ""
	}
	return ", " + showSize(limit*int64(replicas)) + " together"
}

// showSize writes bytes as parseSize reads them.
func showSize(n int64) string {
	for _, unit := range sizeUnits {
		if n >= unit.bytes && n%unit.bytes == 0 {
			return strconv.FormatInt(n/unit.bytes, 10) + " " + unit.name
		}
	}
	return strconv.FormatInt(n, 10) + " bytes"
}
