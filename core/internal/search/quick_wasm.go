package search

// quickIndex says that bytes.IndexByte looks at many bytes at once: here it
// looks at one.
const quickIndex = false
