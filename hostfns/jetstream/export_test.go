package jetstream

import (
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// VacuumOlder is Vacuum with another age of parts that were left over.
func (j *Journal) VacuumOlder(age time.Duration) error { return j.vacuum(age) }

// Translate returns our error for one of the server with a code.
func Translate(code int) error {
	s := &Store{}
	return s.translate(&jetstream.APIError{Code: 400, ErrorCode: jetstream.ErrorCode(code)})
}
