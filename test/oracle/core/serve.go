package core

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime"
	"testing"
)

// Traces go to what was the standard output; what package testing prints would spoil it.
var traces = os.Stdout

// Main is the body of TestMain: it runs the tests with their own output on the standard error.
func Main(m *testing.M) int {
	os.Stdout = os.Stderr
	return m.Run()
}

// Serve is the body of the only test: it answers each script on the standard input with a trace, at once, until the input
// ends. A script that cannot be played is answered with an oracle-error.
func Serve(t *testing.T, release Release) {
	runtime.GOMAXPROCS(1) // goroutines of one instant run in one order
	p := &player{t: t, release: release, counted: release.Samples()}
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	for {
		line, end := in.ReadBytes('\n')
		if line = bytes.TrimSpace(line); len(line) > 0 {
			trace := p.answer(line)
			if err := write(trace); err != nil {
				t.Fatal(err) // nobody reads any more
			}
		}
		if end == io.EOF {
			return
		}
		if end != nil {
			t.Fatal(end)
		}
	}
}

func (p *player) answer(line []byte) *Trace {
	script, err := parse(line)
	if err != nil {
		return failure(script.Name, fmt.Errorf("cannot play the script: %w", err))
	}
	return p.play(script)
}

func write(trace *Trace) error {
	if trace.Trace == nil {
		trace.Trace = []Entry{}
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(trace); err != nil {
		return err
	}
	_, err := traces.Write(text.Bytes())
	return err
}
