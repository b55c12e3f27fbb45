package kubeadm

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"windlass/oracle/core"
)

// Release is the container runtime util of one release of kubeadm.
type Release interface {
	// Runtime makes one for the socket.
	Runtime(host *Host, socket string) (Runtime, error)
	// Aggregate makes one error's text of several.
	Aggregate(errs []error) string
}

type Runtime interface {
	// Do makes a call; ok is false where the release has none of that name.
	Do(call *Call) (result Result, ok bool)
}

// Result is what a call returns.
type Result struct {
	// nil where it has no value.
	Value any
	Err   error
	// Those that an aggregate is made of.
	Errs []error
}

// Serve is the body of the only test.
func Serve(t *testing.T, release Release) {
	core.Serve(t, "kubeadm", func(script *Script) (entries []Entry, races []string, err error) {
		synctest.Test(t, func(*testing.T) {
			h := newHost(script)
			err = h.play(release)
			entries = h.entries
		})
		return entries, imagesTwice(script), err
	})
}

// imagesTwice are the races: two pulls of one image count their outcomes together, in no defined order.
func imagesTwice(script *Script) []string {
	var races []string
	for i, call := range script.Calls {
		seen := map[string]bool{}
		for _, image := range call.Images {
			if seen[image] {
				races = append(races, fmt.Sprintf("call %d: %s twice", i, image))
			}
			seen[image] = true
		}
	}
	return races
}

// play makes the runtime, then the calls one after the other.
func (h *Host) play(release Release) error {
	h.forget(nil)
	runtime, err := release.Runtime(h, h.script.Socket)
	h.note(Entry{Type: "new", Error: textOf(err)})
	if err != nil {
		return nil
	}
	for i := range h.script.Calls {
		call := &h.script.Calls[i]
		h.call = &i
		h.forget(call.Images)
		if err := h.make(release, runtime, call); err != nil {
			return fmt.Errorf("calls[%d]: %w", i, err)
		}
	}
	return nil
}

// forget begins a call with these images.
func (h *Host) forget(images []string) {
	h.places, h.ended = map[string]int{}, map[string]time.Time{}
	for place, image := range images {
		h.places[image] = place
	}
}

func (h *Host) make(release Release, runtime Runtime, call *Call) error {
	from := len(h.entries)
	result, ok, panicked := do(runtime, call)
	slices.SortStableFunc(h.entries[from:], func(a, b Entry) int {
		return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.place, b.place))
	})
	switch {
	case panicked != nil:
		message := fmt.Sprint(panicked)
		h.note(Entry{Type: "panic", Message: &message})
		return nil
	case !ok:
		h.note(Entry{Type: "unsupported", Op: call.Op})
		return nil
	}
	e := Entry{Type: "result", Value: result.Value, Error: textOf(result.Err)}
	if call.Op == "pullImagesInParallel" && len(result.Errs) > 0 {
		if err := h.sortErrors(result.Errs, call.Images); err != nil {
			return err
		}
		text := release.Aggregate(result.Errs)
		e.Error = &text
	}
	for _, err := range result.Errs {
		e.Errors = append(e.Errors, err.Error())
	}
	h.note(e)
	return nil
}

func do(runtime Runtime, call *Call) (result Result, ok bool, panicked any) {
	defer func() { panicked = recover() }()
	result, ok = runtime.Do(call)
	return result, ok, nil
}

// sortErrors orders the errors of a parallel pull by when their images ended, those of one instant by the images' places:
// kubeadm leaves the order of those open. Where kubeadm's order is another, the oracle is wrong, unless an image is there
// twice: that is a race, and the end of its first pull is not known.
func (h *Host) sortErrors(errs []error, images []string) error {
	var whose []string
	for _, err := range errs {
		image, ok := imageOf(err.Error(), images)
		if !ok {
			return fmt.Errorf("no image of the call has the error %q", err)
		}
		if last := len(whose) - 1; last >= 0 && !repeats(images) && h.ended[image].Before(h.ended[whose[last]]) {
			return fmt.Errorf("%s ended before %s, but its error comes later", image, whose[last])
		}
		whose = append(whose, image)
	}
	slices.SortStableFunc(errs, func(a, b error) int {
		x, _ := imageOf(a.Error(), images)
		y, _ := imageOf(b.Error(), images)
		return cmp.Or(h.ended[x].Compare(h.ended[y]), cmp.Compare(h.places[x], h.places[y]))
	})
	return nil
}

func repeats(images []string) bool {
	sorted := slices.Sorted(slices.Values(images))
	return len(slices.Compact(sorted)) < len(images)
}

func imageOf(text string, images []string) (image string, ok bool) {
	for _, image := range images {
		if strings.HasPrefix(text, "failed to pull image "+image+": ") {
			return image, true
		}
	}
	return "", false
}

func textOf(err error) *string {
	if err == nil {
		return nil
	}
	text := err.Error()
	return &text
}
