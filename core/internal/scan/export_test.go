package scan

// CountSteps has Split report its steps to f; nil ends that.
func CountSteps(f func(bytes int)) { countSteps = f }
