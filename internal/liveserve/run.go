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
	// Ctrl-C is for the host, and a write to nobody is an error. The agents would inherit signals that are ignored, but not
	// those that are caught.
	signal.Notify(make(chan os.Signal, 1), os.Interrupt, syscall.SIGPIPE)
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	Serve(ctx, Options{In: in, Out: out, Open: open})
}
