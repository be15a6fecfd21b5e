package live

func newPi(string) protocol { return newClaude() }
