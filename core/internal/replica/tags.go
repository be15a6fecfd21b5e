package replica

import "github.com/heddle-dev/heddle/core/internal/store"

// visitTags brings the stream up to date that has the tags of all sessions. Where
// it grew differently in both stores, only tags that the written store lacks count
// as a difference, and keeping both means to add them.
func (p *puller) visitTags(s *stream, to int64) error {
	at := min(s.have, to)
	same, err := p.compare(s.name, at)
	if err != nil {
		return err
	}
	if same {
		s.checked = at
		return p.advance(s, to)
	}
	missing, err := p.missingTags()
	if err != nil || len(missing) == 0 {
		return err
	}
	position, err := p.common(s.name, at)
	if err != nil {
		return err
	}
	d := Divergence{SessionID: s.name, Position: position, From: to, Into: s.have}
	if p.options.KeepBoth {
		for _, m := range missing {
			if _, err := p.store.Tag(m.unified, m.tags, nil, store.Request{}); err != nil {
				return err
			}
		}
		d.Kept, d.KeptAs = true, s.name
		p.report.Sessions++
		p.report.Events += int64(len(missing))
		p.progress()
	}
	p.report.Diverged = append(p.report.Diverged, d)
	return nil
}

type tagged struct {
	unified string
	tags    []string
}

// missingTags returns the tags that only the other store has.
func (p *puller) missingTags() (out []tagged, err error) {
	own := map[string]bool{}
	if err := p.store.Tags(func(unified string, tags []string) {
		for _, t := range tags {
			own[unified+"\x00"+t] = true
		}
	}); err != nil {
		return nil, err
	}
	err = p.source.Tags(func(unified string, tags []string) {
		var list []string
		for _, t := range tags {
			if !own[unified+"\x00"+t] {
				list = append(list, t)
			}
		}
		if len(list) > 0 {
			out = append(out, tagged{unified, list})
		}
	})
	return out, err
}
