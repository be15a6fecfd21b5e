package terminal

import (
	"io"
	"os"

	"golang.org/x/term"
)

// Streams are the program's ends. Terminal, Width and Color describe Out.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
	Terminal bool
	Width    int  // columns; 0 = unknown
	Color    bool // escape sequences may be used on Out
	ErrTerm  bool // Err is a terminal: progress may be redrawn there
	InTerm   bool // In is a terminal: a person types
}

// OSStreams returns the process's own streams. NO_COLOR and TERM=dumb turn
// colours off.
func OSStreams() Streams {
	s := Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}
	fd := int(os.Stdout.Fd())
	if s.Terminal = term.IsTerminal(fd); s.Terminal {
		if w, _, err := term.GetSize(fd); err == nil {
			s.Width = w
		}
		s.Color = os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
	}
	s.ErrTerm = term.IsTerminal(int(os.Stderr.Fd()))
	s.InTerm = term.IsTerminal(int(os.Stdin.Fd()))
	return s
}
