package liveserve

import (
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/heddle-dev/heddle/bindings"
)

// Run serves on the streams of this process, in a process group of its own, until the host is gone or
// this process is asked to end.
func Run(in io.Reader, out io.Writer, open func(bindings.Options) (bindings.Engine, error)) {
	leaveGroup()
	signal.Ignore(os.Interrupt, syscall.SIGPIPE) // Ctrl-C is for the host; a write to nobody is an error
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	Serve(ctx, Options{In: in, Out: out, Open: open})
}
