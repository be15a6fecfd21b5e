package scan

// IndexByte is bytes.IndexByte in the form that is fastest on the machine.
func IndexByte(b []byte, c byte) int { return indexWords(b, c) }
