package diff

// stepsPerPoll is below the 100,000 that are promised, because a step that is
// under way when the count is reached is finished first.
const stepsPerPoll = 1 << 16

// work counts inner steps and asks the caller now and then whether to continue.
// The first error stays: whoever loops for long looks at it.
type work struct {
	poll  func() error
	err   error
	steps int64 // since the last poll
}

// spendSteps counts steps and reports whether to stop.
func (w *work) spendSteps(steps int) bool {
	if w.steps += int64(steps); w.steps >= stepsPerPoll && w.err == nil {
		w.steps = 0
		if w.poll != nil {
			w.err = w.poll()
		}
	}
	return w.err != nil
}

// The bounds of comparing texts (not messages, which are always compared in
// full). A cell is a token of one text against a token of the other, tokens
// that only one of them has not counted; 64 cells are a step.
const (
	// maxTextBytes bounds what remains of each text once equal ends are off.
	maxTextBytes = 1 << 20
	// maxTextCells bounds one pair of texts: about 8,000 tokens a side.
	maxTextCells = 1 << 26
	// maxCallCells bounds all pairs of one call.
	maxCallCells = 1 << 32
)

// budget bounds the comparison of texts by counting, so that where it ends
// never depends on the machine.
type budget struct{ cells int64 }

func newBudget() *budget { return &budget{cells: maxCallCells} }

// spendCells reports whether a pair of texts may still be compared, and pays for it.
func (b *budget) spendCells(cells int64) bool {
	if cells > maxTextCells || cells > b.cells {
		return false
	}
	b.cells -= cells
	return true
}
