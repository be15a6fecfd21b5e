package adapter

import "github.com/heddle-dev/heddle/core/host"

// WithFile returns a copy of env in which the file at path has the content
// data, as a file has that was decompressed. All other files are the host's.
func WithFile(env *Env, path string, data []byte) *Env {
	h := *env.Host
	h.Files = memoryFile{h.Files, path, data}
	out := *env
	out.Host, out.Cache = &h, nil
	return &out
}

// memoryFile serves the content of one file from memory.
type memoryFile struct {
	host.Files
	path string
	data []byte
}

// ReadAt implements host.Files.
func (m memoryFile) ReadAt(path string, p []byte, off int64) (int, error) {
	if path != m.path {
		return m.Files.ReadAt(path, p, off)
	}
	if off >= int64(len(m.data)) {
		return 0, nil
	}
	return copy(p, m.data[off:]), nil
}
