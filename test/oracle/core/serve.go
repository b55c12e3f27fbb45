// Package core serves conformance scripts in virtual time; its subfolders play the scripts of one kind each. It knows no
// Kubernetes types: the module of each release supplies what a kind needs.
package core

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"testing"

	"windlass/oracle/core/orders"
)

// Traces go to what was the standard output; what package testing prints would spoil it.
var traces = os.Stdout

// Main is the body of TestMain: it runs the tests with their own output on the standard error.
func Main(m *testing.M) int {
	os.Stdout = os.Stderr
	return m.Run()
}

// Head is what scripts of all kinds begin with.
type Head struct {
	Kind string `json:"kind"`
	Name string `json:"name"`
	// Another order in which goroutines run; programs without points in the kubelet's code refuse it.
	Order *orders.Order `json:"order"`
}

// trace is one line of the output.
type trace struct {
	Script string   `json:"script"`
	Trace  any      `json:"trace"`
	Races  []string `json:"races,omitempty"`
	// How often the order decided who goes next.
	Choices int `json:"choices,omitempty"`
}

// oracleError is the only entry of a trace that could not be made.
type oracleError struct {
	At      float64 `json:"at"`
	Type    string  `json:"type"`
	Message string  `json:"message"`
}

// Serve is the body of the only test: it answers each script on the standard input with a trace, at once, until the input
// ends. A script that cannot be played is answered with an oracle-error.
func Serve[S, E any](t *testing.T, kind string, play func(script *S) (entries []E, races []string, err error)) {
	runtime.GOMAXPROCS(1) // goroutines of one instant run in one order
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	for {
		line, end := in.ReadBytes('\n')
		if line = bytes.TrimSpace(line); len(line) > 0 {
			if err := write(answer(kind, line, play)); err != nil {
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

func answer[S, E any](kind string, line []byte, play func(*S) ([]E, []string, error)) trace {
	var head Head
	script := new(S)
	err := json.Unmarshal(line, &head)
	if err == nil && head.Kind != kind && (head.Kind != "" || kind != "imagemanager") {
		err = fmt.Errorf("scripts of kind %q are not for this oracle", head.Kind)
	}
	if err == nil {
		err = strictly(line, script)
	}
	if err != nil {
		return failure(head.Name, fmt.Errorf("cannot play the script: %w", err))
	}
	end := func() int { return 0 }
	if head.Order != nil {
		if !orders.IsInstrumented {
			return failure(head.Name, errors.New("other orders need a program that was built for them"))
		}
		end = orders.Begin(*head.Order)
	}
	entries, races, err := play(script)
	choices := end()
	if err != nil {
		return failure(head.Name, err)
	}
	if entries == nil {
		entries = []E{}
	}
	return trace{head.Name, entries, races, choices}
}

func failure(script string, err error) trace {
	return trace{Script: script, Trace: []oracleError{{Type: "oracle-error", Message: err.Error()}}}
}

// strictly refuses fields that the harness does not know: what it left undone would look like the kubelet's doing.
func strictly(line []byte, script any) error {
	decoder := json.NewDecoder(bytes.NewReader(line))
	decoder.DisallowUnknownFields()
	return decoder.Decode(script)
}

func write(trace trace) error {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(trace); err != nil {
		return err
	}
	_, err := traces.Write(text.Bytes())
	return err
}
