// Uses Go's libraries for the network, files, threads and processes, and reports on stderr what works.
package main

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"sync"
	"time"
)

func listen() error {
	for _, address := range []string{"127.0.0.1:0", ":0"} {
		listener, err := net.Listen("tcp", address)
		if err != nil {
			return err
		}
		listener.(*net.TCPListener).SetDeadline(time.Now())
		if _, err = listener.Accept(); !errors.Is(err, os.ErrDeadlineExceeded) {
			return err
		}
		packets, err := net.ListenPacket("udp", address)
		if err != nil {
			return err
		}
		if err = packets.(*net.UDPConn).SetReadBuffer(10000); err != nil {
			return err
		}
	}
	return nil
}

func connect() error {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	go http.Serve(listener, http.NotFoundHandler())
	answer, err := http.Get("http://" + listener.Addr().String())
	if err == nil {
		answer.Body.Close()
	}
	return err
}

func files() error {
	path := filepath.Join(os.TempDir(), "runtime_go")
	if err := os.WriteFile(path, make([]byte, 5000), 0600); err != nil {
		return err
	}
	from, err := os.Open(path)
	if err != nil {
		return err
	}
	to, err := os.Create(path + "_")
	if err != nil {
		return err
	}
	if _, err = io.Copy(to, from); err != nil {
		return err
	}
	if err = to.Sync(); err != nil {
		return err
	}
	_, err = os.ReadDir("/usr")
	return err
}

func threads() error {
	signal.Notify(make(chan os.Signal, 1))
	var group sync.WaitGroup
	for i := 0; i < 8; i++ {
		group.Add(1)
		go func() {
			runtime.LockOSThread()
			time.Sleep(time.Millisecond)
			group.Done()
		}()
	}
	group.Wait()
	runtime.GC()
	return nil
}

func processes() error {
	out, err := exec.Command("/bin/echo", "x").Output()
	if err == nil && string(out) != "x\n" {
		return errors.New("another output")
	}
	return err
}

func tell(what string, err error) {
	if err == nil {
		fmt.Fprintln(os.Stderr, what, "ok")
	} else {
		fmt.Fprintln(os.Stderr, what, err)
	}
}

func main() {
	tell("listen", listen())
	tell("connect", connect())
	tell("files", files())
	tell("threads", threads())
	tell("processes", processes())
	os.Exit(3)
}
