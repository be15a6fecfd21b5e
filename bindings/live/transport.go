package live

import (
	"github.com/heddle-dev/heddle/core/session"
	"github.com/heddle-dev/heddle/internal/process"
)

// processTransport starts processes of this system.
type processTransport struct {
	registry *process.Registry
	entry    process.Entry
	environ  []string
}

func (t *processTransport) Start(spawn *session.LiveSpawn, output func([]byte)) (Connection, error) {
	env := process.Environment(t.environ, spawn.Env, spawn.Unset)
	path, err := process.Find(spawn.Program, spawn.Cwd, env, spawn.Install)
	if err != nil {
		return nil, err
	}
	o := process.Options{Path: path, Args: spawn.Args, Dir: spawn.Cwd, Env: env, Output: output, Entry: t.entry, Registry: t.registry}
	for _, f := range spawn.Files {
		o.Files = append(o.Files, process.PrivateFile{Name: f.Name, Content: f.Content, Arg: int(f.Arg)})
	}
	p, err := process.Start(o)
	if err != nil {
		return nil, err
	}
	return connection{p}, nil
}

// connection is a process of this system.
type connection struct{ *process.Process }

func (c connection) Signal(s session.LiveSignal) {
	switch s {
	case session.LiveSignalInterrupt:
		c.Process.Signal(process.Interrupt)
	case session.LiveSignalTerminate:
		c.Process.Signal(process.Terminate)
	case session.LiveSignalKill:
		c.Process.Signal(process.Kill)
	}
}

func (c connection) Wait() Exit {
	end := c.Process.Wait()
	return Exit{Status: end.Status, Stderr: end.Stderr, Gone: end.Gone, Left: end.Left}
}
