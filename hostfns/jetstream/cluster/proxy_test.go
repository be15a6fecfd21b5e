//go:build linux

package cluster_test

import (
	"net"
	"sync"
	"testing"
)

// proxy passes the connections to one address, until it is cut.
type proxy struct {
	listener net.Listener
	target   string

	mu     sync.Mutex
	cut    bool
	silent bool // while it is cut: bytes are held back, connections stay
	healed *sync.Cond
	conns  map[net.Conn]bool
}

func newProxy(t testing.TB, target string) *proxy {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{listener: l, target: target, conns: map[net.Conn]bool{}}
	p.healed = sync.NewCond(&p.mu)
	t.Cleanup(func() {
		l.Close()
		p.heal()
		p.drop()
	})
	go p.accept()
	return p
}

func (p *proxy) address() string { return p.listener.Addr().String() }

func (p *proxy) accept() {
	for {
		from, err := p.listener.Accept()
		if err != nil {
			return
		}
		go p.connect(from)
	}
}

func (p *proxy) connect(from net.Conn) {
	defer from.Close()
	if !p.wait() {
		return
	}
	to, err := net.Dial("tcp", p.target)
	if err != nil {
		return
	}
	defer to.Close()
	p.mu.Lock()
	p.conns[from], p.conns[to] = true, true
	p.mu.Unlock()
	var both sync.WaitGroup
	both.Go(func() { p.pass(from, to) })
	both.Go(func() { p.pass(to, from) })
	both.Wait()
	p.mu.Lock()
	delete(p.conns, from)
	delete(p.conns, to)
	p.mu.Unlock()
}

// pass copies bytes as long as nothing is cut.
func (p *proxy) pass(from, to net.Conn) {
	defer from.Close()
	defer to.Close()
	buffer := make([]byte, 32<<10)
	for {
		n, err := from.Read(buffer)
		if !p.wait() {
			return
		}
		if n > 0 {
			if _, err := to.Write(buffer[:n]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// wait returns when bytes may pass: at once, or after a silent cut. It reports whether the
// connection still exists.
func (p *proxy) wait() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for p.cut && p.silent {
		p.healed.Wait()
	}
	return !p.cut
}

// sever cuts the proxy. No byte passes after it has returned, but those already on their way.
func (p *proxy) sever(silent bool) {
	p.mu.Lock()
	p.cut, p.silent = true, silent
	p.mu.Unlock()
	if !silent {
		p.drop()
	}
}

func (p *proxy) heal() {
	p.mu.Lock()
	p.cut = false
	p.mu.Unlock()
	p.healed.Broadcast()
}

// drop ends all connections.
func (p *proxy) drop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for c := range p.conns {
		c.Close()
	}
}
