package credentials

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"windlass/oracle/core"
	"windlass/oracle/core/orders"
)

// Life is the container runtime and the recorder of events as one life of the kubelet has them. A dead kubelet's
// goroutines unwind unheard.
type Life struct {
	*Node
	// Folder is the kubelet's root directory.
	Folder string

	dead   chan struct{}
	isDead bool
	// Pulls under way, in the order in which they began.
	underWay []*pullUnderWay
	// The end of the removal that goes on.
	removal *core.Appointment
	// Held by a round of garbage collection that goes on beside calls.
	collecting orders.Mutex
}

type pullUnderWay struct {
	end *core.Appointment
	// What it will bring; nil where it will fail.
	image *Image
}

type callKey struct{}

func (l *Life) hear(e Entry) {
	if !l.isDead {
		l.note(e)
	}
}

func (l *Life) hearCall(ctx context.Context, op, image string) Entry {
	call, _ := ctx.Value(callKey{}).(string)
	e := Entry{Call: call, Type: "runtime", Op: op, Image: image}
	l.hear(e)
	return e
}

// Images are those present, the names of one ref together, by ref and name.
func (l *Life) Images() (names map[string][]string, sizes map[string]uint64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	names, sizes = map[string][]string{}, map[string]uint64{}
	for _, name := range slices.Sorted(maps.Keys(l.images)) {
		image := l.images[name]
		names[image.Ref] = append(names[image.Ref], name)
		sizes[image.Ref] = image.Size
	}
	return names, sizes
}

// ImageStatus gives the image of that name.
func (l *Life) ImageStatus(ctx context.Context, name string) (image Image, ok bool, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.hearCall(ctx, "ImageStatus", name)
	image, ok = l.images[name]
	return image, ok, ctx.Err()
}

// RemoveImage takes away all names of the ref.
func (l *Life) RemoveImage(ctx context.Context, ref string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.isDead {
		return
	}
	if l.removing != nil {
		l.removing()
	}
	l.hearCall(ctx, "RemoveImage", ref)
	maps.DeleteFunc(l.images, func(_ string, image Image) bool { return image.Ref == ref })
	takes := l.removeTakes[ref]
	if takes == 0 {
		return
	}
	ended := make(chan struct{})
	l.removal = l.plan(time.Now().Add(takes.Duration()), func() { close(ended) })
	l.mu.Unlock()
	select {
	case <-ended:
	case <-l.dead:
	}
	l.mu.Lock()
}

// PullImage asks the registry, then takes as long as the script says, and ends as it says. auth is nil without credentials.
func (l *Life) PullImage(ctx context.Context, name string, auth *Auth) (ref string, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	call, _ := ctx.Value(callKey{}).(string)
	e := Entry{Call: call, Type: "runtime", Op: "PullImage", Image: name}
	who := "anonymous"
	if auth != nil {
		who = auth.Username
		e.Username, e.Password = &auth.Username, &auth.Password
	}
	l.hear(e)
	e.Type = "runtime-return"
	outcome := Pull{Error: "401 Unauthorized: " + who}
	if err := ctx.Err(); err != nil {
		outcome.Error = err.Error()
	} else if l.mayPull(name, auth) && !l.isDead {
		outcome = l.pull(ctx, name)
	}
	if l.isDead {
		return "", errors.New("the kubelet is dead")
	}
	if outcome.Error != "" {
		e.Error = &outcome.Error
		l.hear(e)
		return "", errors.New(outcome.Error)
	}
	e.Ref = &outcome.Ref
	l.hear(e)
	l.images[name] = Image{name, outcome.Ref, outcome.Size}
	return outcome.Ref, nil
}

// pull waits for the end of the next pull of the image, of its call's context, or of the kubelet.
func (l *Life) pull(ctx context.Context, name string) Pull {
	outcome := Pull{Error: "not found"}
	if left := l.pulls[name]; len(left) > 0 {
		outcome = left[0]
		l.pulls[name] = left[min(1, len(left)-1):]
	}
	if outcome.Takes == 0 {
		return outcome
	}
	ended := make(chan struct{})
	pull := &pullUnderWay{end: l.plan(time.Now().Add(outcome.Takes.Duration()), func() { close(ended) })}
	if outcome.Error == "" {
		pull.image = &Image{name, outcome.Ref, outcome.Size}
	}
	l.underWay = append(l.underWay, pull)
	l.mu.Unlock()
	select {
	case <-ended:
	case <-ctx.Done():
		pull.end.Cancel()
		outcome.Error = ctx.Err().Error()
	case <-l.dead:
	}
	l.mu.Lock()
	l.underWay = slices.DeleteFunc(l.underWay, func(other *pullUnderWay) bool { return other == pull })
	return outcome
}

// die ends the kubelet. Of the pulls under way only the images are left, where they complete.
func (l *Life) die(pullsComplete bool) {
	l.mu.Lock()
	l.isDead = true
	for _, pull := range l.underWay {
		pull.end.Cancel()
		if pullsComplete && pull.image != nil {
			l.images[pull.image.Name] = *pull.image
		}
	}
	if l.removal != nil {
		l.removal.Cancel()
	}
	l.mu.Unlock()
	close(l.dead)
}

// InUse are the refs that containers use.
func (l *Life) InUse() []string { return l.inUse }

// FieldPath is what the event's object of a call refers to, by which Event knows the call.
func FieldPath(call *Call) string { return "spec.containers{" + call.ID + "}" }

// Event is what the event recorder is told.
func (l *Life) Event(fieldPath, eventType, reason, message string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	call := strings.TrimSuffix(strings.TrimPrefix(fieldPath, "spec.containers{"), "}")
	l.hear(Entry{Call: call, Type: "event", EventType: eventType, Reason: reason, Message: &message})
}
