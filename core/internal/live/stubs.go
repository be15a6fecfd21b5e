package live

func newCodex() protocol     { return newClaude() }
func newPi(string) protocol  { return newClaude() }
func newACP(string) protocol { return newClaude() }
