package imagemanager

import (
	"context"
	"fmt"
	"os"
	"testing"
	"testing/synctest"

	"windlass/oracle/core"
)

// Release is the image manager of one Kubernetes release.
type Release interface {
	// Reset sets the feature gates (those not named to their defaults, unknown ones ignored) and empties histograms.
	Reset(gates map[string]bool) error
	// Samples gives the metrics of the image manager; counters count from the start of the process.
	Samples() []core.Sample
	// ImageManager makes a new one on the node; the folder is empty.
	ImageManager(node *Node, kubelet *Kubelet, folder string) (ImageManager, error)
}

type ImageManager interface {
	EnsureImageExists(ctx context.Context, call *Call) (imageRef, message string, err error)
	// Parts gives the kubelet's own image manager, and the image service that it was made with.
	Parts() (imageManager, imageService any)
}

// Serve is the body of the only test.
func Serve(t *testing.T, release Release) {
	p := &player{t: t, release: release, counted: release.Samples()}
	core.Serve(t, "imagemanager", p.play)
}

// player plays scripts one after the other.
type player struct {
	t       *testing.T
	release Release
	// Where the counters stood after the last script.
	counted []core.Sample
}

// play runs one script in virtual time.
func (p *player) play(script *Script) ([]Entry, []string, error) {
	if err := script.check(); err != nil {
		return nil, nil, err
	}
	folder, err := os.MkdirTemp("", "windlass-oracle-")
	if err != nil {
		return nil, nil, err
	}
	defer os.RemoveAll(folder)
	if err := p.release.Reset(script.FeatureGates); err != nil {
		return nil, nil, err
	}
	var node *Node
	synctest.Test(p.t, func(*testing.T) {
		node = newNode(script)
		var manager ImageManager
		if manager, err = p.release.ImageManager(node, &script.Kubelet, folder); err != nil {
			return
		}
		node.run(script, manager)
		if script.Kubelet.SerializeImagePulls {
			endSerialPuller(manager.Parts())
			synctest.Wait()
		}
	})
	counted := p.release.Samples()
	before := p.counted
	p.counted = counted
	if err != nil {
		return nil, nil, err
	}
	sortCanonically(node.entries)
	return append(node.entries, metrics(core.Since(before, counted), node.entries)...), races(script, node.entries), nil
}

// metrics gives what one script counted, as entries at the time of its last one.
func metrics(samples []core.Sample, entries []Entry) []Entry {
	at := 0.0
	if len(entries) > 0 {
		at = entries[len(entries)-1].At
	}
	counted := make([]Entry, len(samples))
	for i := range samples {
		counted[i] = Entry{At: at, Type: "metric", Sample: &samples[i]}
	}
	return counted
}

// run lets one thing happen after the other, each settling before the next: calls in the order of the script, then
// removals, then ends of pulls in the order in which the pulls began.
func (n *Node) run(script *Script, manager ImageManager) {
	returned := 0
	for i := range script.Calls {
		call := &script.Calls[i]
		n.agenda.Add(n.start.Add(call.At.Duration()), func() {
			go func() {
				n.ensure(manager, call)
				n.mu.Lock()
				defer n.mu.Unlock()
				returned++
			}()
		})
	}
	for _, removal := range script.Runtime.Removals {
		n.agenda.Add(n.start.Add(removal.At.Duration()), func() {
			n.mu.Lock()
			defer n.mu.Unlock()
			delete(n.present, removal.Image)
		})
	}
	n.agenda.Run(nil)
	if returned < len(script.Calls) {
		message := fmt.Sprintf("%d of %d calls returned", returned, len(script.Calls))
		n.note(Entry{Type: "stuck", Message: &message})
	}
}

// ensure makes one call, and writes down how it ended.
func (n *Node) ensure(manager ImageManager, call *Call) {
	self := goroutine()
	n.mu.Lock()
	n.callers[self] = call.ID
	n.mu.Unlock()
	defer func() {
		panicked := recover()
		n.mu.Lock()
		defer n.mu.Unlock()
		delete(n.callers, self)
		if panicked != nil {
			message := fmt.Sprint(panicked)
			n.note(Entry{Call: call.ID, Type: "panic", Message: &message})
		}
	}()
	imageRef, message, err := manager.EnsureImageExists(context.WithValue(context.Background(), callKey{}, call.ID), call)
	text := ""
	if err != nil {
		text = err.Error()
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.note(Entry{Call: call.ID, Type: "result", ImageRef: &imageRef, Error: &text, Message: &message})
}
