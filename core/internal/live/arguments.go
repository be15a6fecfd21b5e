package live

import "github.com/heddle-dev/heddle/core/session"

// arguments are those of an agent's program.
type arguments struct {
	list  []string
	files []session.LivePrivateFile
}

// add adds flags without a value.
func (a *arguments) add(flags ...string) { a.list = append(a.list, flags...) }

// set adds a flag with its value, unless that is empty.
func (a *arguments) set(flag, value string) {
	if value != "" {
		a.list = append(a.list, flag, value)
	}
}

// setFile adds a flag with the path of a private file, unless the content is
// empty. Until the driver has written the file, its name stands for the path.
func (a *arguments) setFile(flag, name, content string) {
	if content != "" {
		a.list = append(a.list, flag, name)
		a.files = append(a.files, session.LivePrivateFile{Name: name, Content: content, Arg: int64(len(a.list) - 1)})
	}
}
