package kubeadm

import (
	"context"
	"errors"
	"strings"
	"sync"
	"time"

	"windlass/oracle/core"
)

// Host is the machine that kubeadm runs on: its crictl, or its container runtime behind the CRI. It obeys the script, and
// writes down what it is asked.
type Host struct {
	start  time.Time
	script *Script

	mu      sync.Mutex
	entries []Entry
	// The call under way; none before the first.
	call *int
	// How often each line has come.
	counts map[string]int
	// Of the images of a parallel pull: their places, and when the last command for each ended.
	places map[string]int
	ended  map[string]time.Time
}

func newHost(script *Script) *Host {
	return &Host{start: time.Now(), script: script, counts: map[string]int{}}
}

func (h *Host) note(e Entry) {
	e.At, e.Call = core.InMillis(time.Since(h.start)), h.call
	h.entries = append(h.entries, e)
}

// next gives the outcome of a line: the longest key decides that is the line or its beginning up to a space, the line's own
// count says which of them, and the last repeats. Without any it succeeds at once.
func (h *Host) next(outcomes map[string][]Outcome, line string) Outcome {
	longest := ""
	for key := range outcomes {
		if strings.HasPrefix(line+" ", key+" ") && len(key) > len(longest) {
			longest = key
		}
	}
	found := outcomes[longest]
	if len(found) == 0 {
		return Outcome{}
	}
	count := h.counts[line]
	h.counts[line]++
	return found[min(count, len(found)-1)]
}

// LookPath finds crictl.
func (h *Host) LookPath(file string) (string, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.note(Entry{Type: "lookPath", File: file})
	if h.script.Crictl.Error != "" {
		return "", errors.New(h.script.Crictl.Error)
	}
	if h.script.Crictl.Path != "" {
		return h.script.Crictl.Path, nil
	}
	return "/usr/bin/crictl", nil
}

// The arguments that say where the sockets are: -r SOCKET -i SOCKET.
const socketArgs = 4

// Exec runs a command of crictl. Its last argument is the image, if it has to do with one.
func (h *Host) Exec(file string, args []string) Outcome {
	h.mu.Lock()
	defer h.mu.Unlock()
	subject := args[len(args)-1]
	h.note(Entry{Type: "exec", File: file, Args: args, place: h.places[subject]})
	outcome := h.next(h.script.Exec, strings.Join(args[socketArgs:], " "))
	h.wait(outcome.Takes.Duration(), subject)
	return outcome
}

// ErrDeadline is how a CRI call ends that takes longer than its context lets it.
var ErrDeadline = errors.New("context deadline exceeded")

// CRI makes a call of the container runtime; subject and verbose are nil where it has none.
func (h *Host) CRI(ctx context.Context, op string, subject *string, verbose *bool) (Outcome, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	e := Entry{Type: "cri", Op: op, Subject: subject, Verbose: verbose}
	line, whose := op, ""
	if subject != nil {
		whose = *subject
		e.place = h.places[whose]
		line += " " + whose
	}
	outcome := h.next(h.script.CRI, line)
	takes := outcome.Takes.Duration()
	var err error
	if deadline, ok := ctx.Deadline(); ok {
		left := time.Until(deadline)
		ms := core.InMillis(left)
		e.TimeoutMs = &ms
		if takes > left {
			takes, err = left, ErrDeadline
		}
	}
	h.note(e)
	h.wait(takes, whose)
	return outcome, err
}

// wait lets a command take its time; the caller holds h.mu, which is free meanwhile.
func (h *Host) wait(takes time.Duration, subject string) {
	if takes > 0 {
		h.mu.Unlock()
		time.Sleep(takes)
		h.mu.Lock()
	}
	h.ended[subject] = time.Now()
}
