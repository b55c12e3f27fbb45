package imagemanager

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"windlass/oracle/core"
)

// Node stands for everything around the image manager: the runtime that obeys the script, and the recorders of events
// and pulling times. It writes down what they are told.
type Node struct {
	start  time.Time
	agenda core.Agenda

	mu      sync.Mutex
	entries []Entry
	present map[string]Image
	inspect map[string][]Inspect
	pulls   map[string][]Pull
	places  map[string]int
	// The goroutines that run EnsureImageExists, and for which call.
	callers map[string]string
}

// Spec is the part of an image spec that the trace shows.
type Spec struct {
	Image          string
	Annotations    map[string]string
	RuntimeHandler string
}

type callKey struct{}

func newNode(script *Script) *Node {
	n := &Node{
		start:   time.Now(),
		present: map[string]Image{},
		inspect: map[string][]Inspect{},
		pulls:   map[string][]Pull{},
		places:  map[string]int{},
		callers: map[string]string{},
	}
	for _, image := range script.Runtime.Images {
		n.present[image.Name] = image
	}
	for image, outcomes := range script.Runtime.Inspect {
		n.inspect[image] = outcomes
	}
	for image, outcomes := range script.Runtime.Pulls {
		n.pulls[image] = outcomes
	}
	for i, call := range script.Calls {
		n.places[call.ID] = i
	}
	return n
}

// note writes an entry down; the caller holds n.mu.
func (n *Node) note(e Entry) {
	e.At = core.InMillis(time.Since(n.start))
	e.place = n.places[e.Call]
	n.entries = append(n.entries, e)
}

// Of successive outcomes the last one repeats.
func take[T any](outcomes map[string][]T, image string) (outcome T, ok bool) {
	left := outcomes[image]
	if len(left) == 0 {
		return outcome, false
	}
	if len(left) > 1 {
		outcomes[image] = left[1:]
	}
	return left[0], true
}

func (n *Node) noteCall(ctx context.Context, op string, spec Spec) string {
	call, _ := ctx.Value(callKey{}).(string)
	n.note(Entry{Call: call, Type: "runtime", Op: op, Image: spec.Image, Annotations: spec.Annotations, RuntimeHandler: spec.RuntimeHandler})
	return call
}

// GetImageRef answers with the ref of a present image, "" for one that is absent, or as the script says.
func (n *Node) GetImageRef(ctx context.Context, spec Spec) (string, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.noteCall(ctx, "GetImageRef", spec)
	if outcome, _ := take(n.inspect, spec.Image); outcome.Error != "" {
		return "", errors.New(outcome.Error)
	}
	return n.present[spec.Image].Ref, nil
}

// GetImageSize answers with the size of a present image, else 0.
func (n *Node) GetImageSize(ctx context.Context, spec Spec) (uint64, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.noteCall(ctx, "GetImageSize", spec)
	return n.present[spec.Image].Size, nil
}

// PullImage takes as long as the script says, and ends as it says.
func (n *Node) PullImage(ctx context.Context, spec Spec) (string, error) {
	if ctx.Value(callKey{}) == nil {
		runtime.Goexit() // see endSerialPuller
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	call := n.noteCall(ctx, "PullImage", spec)
	outcome, ok := take(n.pulls, spec.Image)
	if !ok {
		outcome.Error = "not found"
	}
	if outcome.Takes > 0 {
		ended := make(chan struct{})
		n.agenda.Add(time.Now().Add(outcome.Takes.Duration()), func() { close(ended) })
		n.mu.Unlock()
		<-ended
		n.mu.Lock()
	}
	e := Entry{Call: call, Type: "runtime-return", Op: "PullImage", Image: spec.Image}
	if outcome.Error != "" {
		e.Error = &outcome.Error
		n.note(e)
		return "", errors.New(outcome.Error)
	}
	e.Ref = &outcome.Ref
	n.note(e)
	n.present[spec.Image] = Image{spec.Image, outcome.Ref, outcome.Size}
	return outcome.Ref, nil
}

// Present lists the images of the node by name.
func (n *Node) Present() []Image {
	n.mu.Lock()
	defer n.mu.Unlock()
	images := make([]Image, 0, len(n.present))
	for _, image := range n.present {
		images = append(images, image)
	}
	slices.SortFunc(images, func(a, b Image) int { return strings.Compare(a.Name, b.Name) })
	return images
}

// Event is what the event recorder is told. All releases tell it on the goroutine of EnsureImageExists.
func (n *Node) Event(eventType, reason, message string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.note(Entry{Call: n.callers[goroutine()], Type: "event", EventType: eventType, Reason: reason, Message: &message})
}

// Pulling is what the recorder of pods' pulling times is told, on the same goroutine.
func (n *Node) Pulling(state string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.note(Entry{Call: n.callers[goroutine()], Type: "pulling", State: state})
}

// goroutine names the running goroutine as its stack trace does, "goroutine 7". Only its own call can say whose event it
// is: a pod's UID says too little where two calls of a pod are under way.
func goroutine() string {
	var head [32]byte
	name, _, _ := strings.Cut(string(head[:runtime.Stack(head[:], false)]), " [")
	return name
}
