package replica

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/store"
)

// Pull brings a store up to date with another one, which is only read. After an
// error everything that was reported is stored, and the next call continues.
func Pull(from, into *store.Store, o Options) (Report, error) {
	p := &puller{from: source{from.Journal(), o.SourcePath}, into: into.Journal(), store: into, source: from, options: o, streams: map[string]*stream{}, listed: map[string]int64{}, erased: map[string]int64{}, limit: maxEvents}
	if p.options.Known == nil {
		p.options.Known = &Known{}
	}
	if p.options.Known.heads == nil {
		p.options.Known.heads = map[string]heads{}
	}
	policy, err := into.Policy()
	if err == nil {
		p.redacts = policy.Redact
		err = p.selectTags()
	}
	if err == nil {
		err = p.run()
		if obeyed := p.obey(); err == nil {
			err = obeyed
		}
	}
	return p.report, err
}

// puller is one call of Pull.
type puller struct {
	from          source
	into          host.Journal
	source, store *store.Store // the same, as stores
	options       Options
	report        Report
	erased        map[string]int64 // see erasedBefore
	suspects      []string         // see suspect
	tagged        map[string]bool  // the tagged names of what is selected
	listed        map[string]int64 // up to where a dry run has listed streams
	redacts       bool             // the written store takes nothing that redaction would change

	streams  map[string]*stream // that this call has looked at
	kept     int                // of these when some were forgotten
	batch    []host.Write
	events   int // in the batch
	bytes    int
	limit    int                     // events of one append
	forks    []fork                  // that were copied
	shared   map[string][]store.Part // what living sessions share, by stream; nil until it is needed
	unshared error                   // why shared is not complete
}

const (
	// maxEvents, maxBytes and maxWrites bound one append.
	maxEvents = 4096
	maxBytes  = 4 << 20
	maxWrites = 256
	// pageStreams is the number of streams of one listing.
	pageStreams = 256
)

// run goes through both lists of streams side by side.
func (p *puller) run() error {
	theirs, ours := lister{journal: p.from}, lister{journal: p.into}
	for {
		info, err := theirs.next()
		if fault.CodeOf(err) == fault.ParseError {
			name := theirs.skip()
			p.problem(name, 0, fault.From(err).Message)
			if name == "" {
				break // nothing after it can be listed
			}
			continue
		}
		if err != nil {
			return err
		}
		if info.Name == "" {
			break
		}
		own, err := ours.find(info.Name)
		if err != nil {
			return err
		}
		if err := p.visit(info, own); err != nil {
			return err
		}
	}
	if err := p.flush(); err != nil {
		return err
	}
	return p.checkForks()
}

// visit brings one stream up to date.
func (p *puller) visit(theirs, own host.StreamInfo) error {
	if selected, err := p.isSelected(theirs, own); !selected || err != nil {
		return err
	}
	p.report.Compared++
	if p.options.DryRun {
		return p.list(theirs, own)
	}
	p.suspect(own)
	name := theirs.Name
	if known, ok := p.options.Known.heads[name]; ok && known == (heads{theirs.Head, own.Head}) && p.streams[name] == nil {
		return nil
	}
	s := p.streams[name]
	if s == nil {
		s = newStream(own)
		p.streams[name] = s
	}
	tags := name == store.TagsID && (own.Head > 0 || p.redacts || p.options.Only != nil)
	var err error
	if tags {
		err = p.visitTags(s, theirs.Head)
	} else {
		err = p.advance(s, theirs.Head)
	}
	settled := s.settled && s.have != theirs.Head // equal heads mean equal streams, see Learn
	if err == nil && (settled || !s.stuck && (tags || s.have >= theirs.Head)) {
		p.options.Known.heads[name] = heads{theirs.Head, s.have}
	}
	if err == nil && len(p.streams) >= max(maxStreams, 2*p.kept) {
		err = p.forget()
	}
	return err
}

// maxStreams bounds the streams that are remembered.
const maxStreams = 1 << 14

// forget bounds the memory of a long call. It runs when the streams have doubled, so
// that its cost remains small.
func (p *puller) forget() error {
	if err := p.flush(); err != nil {
		return err
	}
	for name, s := range p.streams {
		if !s.busy && !s.stuck && !s.counted {
			delete(p.streams, name)
		}
	}
	p.kept = len(p.streams)
	return nil
}

func (p *puller) problem(session string, position int64, message string) {
	p.report.Problems = append(p.report.Problems, Problem{session, position, message})
}

// source is the journal that is read. Its errors say so.
type source struct {
	host.Journal
	path string
}

func (s source) named(err error) error {
	if e := fault.From(err); err != nil && e.Path != "" && s.path != "" {
		named := *e
		named.Path = s.path
		return &named
	}
	return err
}

func (s source) Read(stream string, after, limit int64) ([]host.Event, error) {
	list, err := s.Journal.Read(stream, after, limit)
	return list, s.named(err)
}

func (s source) Stream(name string) (host.StreamInfo, error) {
	info, err := s.Journal.Stream(name)
	return info, s.named(err)
}

func (s source) Streams(after string, limit int64) ([]host.StreamInfo, error) {
	list, err := s.Journal.Streams(after, limit)
	return list, s.named(err)
}

// lister goes through the streams of a journal in the order of their names.
type lister struct {
	journal host.Journal
	page    []host.StreamInfo
	after   string
	ended   bool
}

// fill reads the next page when the last one is used up; it stays empty at the end.
func (l *lister) fill() error {
	limit := int64(pageStreams)
	for len(l.page) == 0 && !l.ended {
		page, err := l.journal.Streams(l.after, limit)
		if fault.CodeOf(err) == fault.ParseError && limit > 1 {
			limit /= 4 // those before the damaged one
			continue
		}
		if err != nil {
			return err
		}
		l.page, l.ended = page, len(page) == 0
	}
	return nil
}

// take takes the first stream of the page.
func (l *lister) take() host.StreamInfo {
	info := l.page[0]
	l.page, l.after = l.page[1:], info.Name
	return info
}

// next returns the next stream; one without a name is the end.
func (l *lister) next() (host.StreamInfo, error) {
	if err := l.fill(); err != nil || l.ended {
		return host.StreamInfo{}, err
	}
	return l.take(), nil
}

// skip passes over the stream that next could not read, and returns its name; "" when
// that is not known.
func (l *lister) skip() string {
	j := l.journal
	if s, ok := j.(source); ok {
		j = s.Journal
	}
	named, ok := host.Unguarded(j).(interface {
		NextStream(after string) (string, error)
	})
	if !ok {
		return ""
	}
	name, err := named.NextStream(l.after)
	if err != nil || name == "" {
		return ""
	}
	l.after = name
	return name
}

// find returns the stream with a name, which must be above that of the call
// before; one that does not exist has no events.
func (l *lister) find(name string) (host.StreamInfo, error) {
	for {
		if err := l.fill(); err != nil {
			return host.StreamInfo{}, err
		}
		if l.ended || l.page[0].Name > name {
			return host.StreamInfo{Name: name}, nil
		}
		if info := l.take(); info.Name == name {
			return info, nil
		}
	}
}
