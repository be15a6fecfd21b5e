package jetstream

import "time"

// VacuumOlder is Vacuum with another age of parts that were left over.
func (j *Journal) VacuumOlder(age time.Duration) error { return j.vacuum(age) }
