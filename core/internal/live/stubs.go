package live

func newPi(string) protocol  { return newClaude() }
func newACP(string) protocol { return newClaude() }
