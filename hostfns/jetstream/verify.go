package jetstream

import (
	"strconv"

	"github.com/heddle-dev/heddle/core/fault"
)

// Verify implements host.Verifier: it reads every event of every stream, and
// counts what the index has of it.
func (j *Journal) Verify(poll func() error, report func(stream string, seq int64, what string)) error {
	heads := map[string]int64{}
	for after := ""; ; {
		list, err := j.Streams(after, pageStreams)
		if err != nil {
			return err
		}
		if len(list) == 0 {
			break
		}
		for _, s := range list {
			after = s.Name
			heads[s.Name] = s.Head
			if err := j.verifyStream(s.Name, s.Head, poll, report); err != nil {
				return err
			}
		}
	}
	return j.verifyIndex(heads, poll, report)
}

func (j *Journal) verifyStream(stream string, head int64, poll func() error, report func(string, int64, string)) error {
	for after := int64(0); after < head; {
		if err := poll(); err != nil {
			return err
		}
		events, err := j.Read(stream, after, 1<<12)
		if fault.CodeOf(err) == fault.ParseError {
			report(stream, after+1, fault.From(err).Message)
			return nil
		}
		if err != nil {
			return err
		}
		if len(events) == 0 {
			break
		}
		after = events[len(events)-1].Seq
	}
	return nil
}

// verifyIndex compares the number of ids of each stream with its head: every
// event that was ever appended has one, those that were freed too. Where they
// differ it looks for each event. Events that were appended meanwhile do not
// count.
func (j *Journal) verifyIndex(heads map[string]int64, poll func() error, report func(string, int64, string)) error {
	counted := map[string]int64{}
	for seq := uint64(1); ; {
		if err := poll(); err != nil {
			return err
		}
		list, err := j.directNext(j.s.prefix+"i.*", seq, pageMessages, pageBytes)
		if err != nil {
			return err
		}
		if len(list) == 0 {
			break
		}
		for _, m := range list {
			seq = m.seq + 1
			runs, ok := parseRuns(m.data)
			if !ok {
				report("", 0, "message "+strconv.FormatUint(m.seq, 10)+" of the index of ids cannot be read")
			}
			for _, r := range runs {
				counted[r.stream] += max(0, min(r.n, heads[r.stream]-r.seq+1))
			}
		}
	}
	for name, head := range heads {
		if counted[name] == head {
			continue
		}
		if err := j.verifyIDs(name, head, poll, report); err != nil {
			return err
		}
	}
	return nil
}

// verifyIDs looks for each event of a stream in the index. In a stream that
// follows another store's, some were freed before they came here, and the index
// may have others in their place.
func (j *Journal) verifyIDs(stream string, head int64, poll func() error, report func(string, int64, string)) error {
	var known []run
	var of family
	for after := int64(0); after < head; {
		if err := poll(); err != nil {
			return err
		}
		events, err := j.Read(stream, after, 1<<12)
		if err != nil || len(events) == 0 {
			return nil // verifyStream has reported it
		}
		for i := range events {
			e := &events[i]
			after = e.Seq
			if f := familyOf(e.ID); f != of || known == nil {
				if known, _, err = j.loadFamily(f); err != nil {
					return err
				}
				of = f
			}
			if !holds(known, stream, e.Seq, e.ID) {
				report(stream, e.Seq, "the index of ids lacks the event")
				return nil
			}
		}
	}
	return nil
}
