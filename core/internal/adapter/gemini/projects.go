package gemini

import (
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/scan"
)

// projects maps the folders below tmp to working directories. A folder is
// named by a slug, which the registry or a file in it explains, or by the
// SHA-256 of the directory, which is found by trying the known ones.
type projects struct {
	cwd  map[string]string // by folder
	slug map[string]string // by the hash of the same directory
}

func (p *projects) addFolder(folder, cwd string) {
	if cwd == "" || p.cwd[folder] != "" {
		return
	}
	p.cwd[folder] = cwd
	hash := hashOf(cwd)
	if folder == hash {
		return
	}
	p.cwd[hash] = cwd
	if p.slug[hash] == "" {
		p.slug[hash] = folder
	}
}

// canonicalFolder returns one name for the folders of one directory: an upgrade copies
// the hashed one to one with a slug.
func (p *projects) canonicalFolder(folder string) string {
	if s := p.slug[folder]; s != "" {
		return s
	}
	return folder
}

// cwdOf returns the working directory of a file below tmp.
func (p *projects) cwdOf(path string) string {
	rest, ok := strings.CutPrefix(path, tmpPath+"/")
	if !ok {
		return ""
	}
	if i := strings.IndexByte(rest, '/'); i >= 0 {
		rest = rest[:i]
	}
	return p.cwd[rest]
}

// readProjects reads the registry.
func readProjects(env *adapter.Env) (*projects, error) {
	p := &projects{cwd: map[string]string{}, slug: map[string]string{}}
	b, err := readSide(env, registryPath)
	if err != nil {
		return nil, err
	}
	if v, err := scan.Parse(b); err == nil {
		v.Get("projects").EachMember(func(cwd, folder scan.Value) bool {
			p.addFolder(folder.String(), cwd.String())
			return true
		})
	}
	return p, nil
}

// readSide returns a small file; nothing when it cannot be read, which is a
// diagnostic unless there is no such file.
func readSide(env *adapter.Env, path string) ([]byte, error) {
	b, err := adapter.ReadFile(env, path, MaxSideBytes)
	switch fault.CodeOf(err) {
	case "":
		return scan.TrimBOM(b), nil
	case fault.BadRef:
	case fault.Timeout:
		return nil, err
	default:
		env.Diagnose(fault.DiagnosticOf(env.Agent, err))
	}
	return nil, nil
}

func notRegular(path string) *fault.Error {
	return fault.New(fault.BadRef, "not a regular file inside the mount; it is not opened").At(path, 0, 0)
}
