package jetstream

import (
	"context"
	"strconv"
	"time"

	"github.com/heddle-dev/heddle/core/host"
)

var _ host.Policed = (*Journal)(nil)
var _ host.Policed = (*callJournal)(nil)

// policyAge is how long a policy is taken for the present one: a request for each change would double
// what a change costs.
const policyAge = 5 * time.Second

// Policy implements host.Policed. It may be policyAge old.
func (j *Journal) Policy() (host.Policy, error) {
	j.s.mu.Lock()
	policy, read := j.s.policy, j.s.policyTime
	j.s.mu.Unlock()
	if time.Since(read) < policyAge {
		return policy, nil
	}
	info, err := j.logInfo()
	if err != nil {
		return host.Policy{}, err
	}
	format, err := j.s.formatOf(info.Config.Metadata)
	if err != nil {
		return host.Policy{}, err
	}
	return j.s.notePolicy(format), nil
}

// notePolicy notes the policy of a store of this format.
func (s *Store) notePolicy(format int) host.Policy {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.policy, s.policyTime = host.Policy{Redact: format == redactFormat}, time.Now()
	return s.policy
}

// SetPolicy implements host.Policed. It changes the stream, which who only records may not.
func (j *Journal) SetPolicy(p host.Policy) error {
	info, err := j.logInfo()
	if err != nil {
		return err
	}
	format, config := FormatVersion, info.Config
	if p.Redact {
		format = redactFormat
	}
	if _, err := j.s.formatOf(config.Metadata); err != nil {
		return err
	}
	config.Metadata[metaFormat] = strconv.Itoa(format)
	err = j.retry(func(ctx context.Context) error {
		_, err := j.s.js.UpdateStream(ctx, config)
		return err
	})
	if err == nil {
		j.s.notePolicy(format)
	}
	return j.s.translate(err)
}

// Policy implements host.Policed.
func (c *callJournal) Policy() (host.Policy, error) {
	j, err := c.open()
	if err != nil {
		return host.Policy{}, err
	}
	return j.Policy()
}

// SetPolicy implements host.Policed.
func (c *callJournal) SetPolicy(p host.Policy) error {
	j, err := c.open()
	if err != nil {
		return err
	}
	return j.SetPolicy(p)
}
