package credentials

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"testing/synctest"

	"windlass/oracle/core"
	"windlass/oracle/core/orders"
)

// Release is the image manager of one Kubernetes release, with all that handles credentials.
type Release interface {
	// Reset sets the feature gates: those not named to their defaults, unknown ones ignored.
	Reset(gates map[string]bool) error
	// Kubelet starts one, as far as images go; gauges are 0 then.
	Kubelet(life *Life, script *Script) (Kubelet, error)
	// Samples gives the metrics; counters count from the start of the process.
	Samples() []core.Sample
}

type Kubelet interface {
	EnsureImageExists(ctx context.Context, call *Call, pullSecrets []*Secret) (imageRef, message string, err error)
	// DeleteUnusedImages is the image garbage collection's, with the hook that prunes records.
	DeleteUnusedImages(ctx context.Context) error
	// ImageRecords are the image garbage collection's own, by image id.
	ImageRecords() map[string]core.ImageRecord
}

// Serve is the body of the only test.
func Serve(t *testing.T, release Release) {
	core.Serve(t, "imagemanager-credentials", func(script *Script) (entries []Entry, races []string, err error) {
		folder, err := os.MkdirTemp("", "windlass-oracle-")
		if err != nil {
			return nil, nil, err
		}
		defer os.RemoveAll(folder)
		if err := release.Reset(script.FeatureGates); err != nil {
			return nil, nil, err
		}
		synctest.Test(t, func(*testing.T) {
			p := &player{Node: newNode(script), release: release, script: script, folder: folder, contexts: map[string]callContext{}}
			err = p.play()
			entries = p.entries
		})
		sortCanonically(entries)
		return entries, nil, err
	})
}

// player plays one script.
type player struct {
	*Node
	release Release
	script  *Script
	folder  string
	lives   int
	life    *Life
	kubelet Kubelet
	// Where the counters stood when the kubelet started.
	counted  []core.Sample
	contexts map[string]callContext
	failed   error
}

type callContext struct {
	context.Context
	cancel func()
}

func (p *player) play() error {
	if err := p.startKubelet(false); err != nil {
		return err
	}
	p.life.showRecords()
	for i := range p.script.Calls {
		call := &p.script.Calls[i]
		p.plan(p.start.Add(call.At.Duration()), func() { go p.ensure(p.contextOf(call), p.life, p.kubelet, call) })
	}
	for i := range p.script.Steps {
		step := &p.script.Steps[i]
		planned := p.plan(p.start.Add(step.At.Duration()), func() {
			if err := p.take(step); err != nil && p.failed == nil {
				p.failed = fmt.Errorf("steps[%d]: %w", i, err)
			}
		})
		if step.Restart != "" {
			planned.Alone()
		}
	}
	for i := range p.script.Calls {
		if call := &p.script.Calls[i]; call.CancelAt != nil {
			p.contextOf(call)
			p.plan(p.start.Add(call.CancelAt.Duration()), p.contexts[call.ID].cancel)
		}
	}
	p.agenda.Run(func() { p.life.showRecords() })
	p.moment++
	p.noteMetrics()
	return p.failed
}

// startKubelet starts one, after the death of the former.
func (p *player) startKubelet(pullsComplete bool) (err error) {
	p.lives++
	life := &Life{Node: p.Node, Folder: filepath.Join(p.folder, fmt.Sprint(p.lives)), dead: make(chan struct{})}
	if p.life != nil {
		// A copy: the dead one's goroutines still work on theirs.
		if err := os.CopyFS(life.Folder, os.DirFS(p.life.Folder)); err != nil {
			return err
		}
		p.life.die(pullsComplete)
		synctest.Wait()
	}
	p.life = life
	if p.kubelet, err = p.release.Kubelet(life, p.script); err != nil {
		return err
	}
	p.counted = p.release.Samples()
	return nil
}

// contextOf gives the context of a call, by which the runtime knows it.
func (p *player) contextOf(call *Call) context.Context {
	made, ok := p.contexts[call.ID]
	if !ok {
		made.Context, made.cancel = context.WithCancel(context.WithValue(context.Background(), callKey{}, call.ID))
		p.contexts[call.ID] = made
	}
	return made
}

// ensure makes one call, and writes down how it ended.
func (p *player) ensure(ctx context.Context, life *Life, kubelet Kubelet, call *Call) {
	hear := func(e Entry) {
		life.mu.Lock()
		defer life.mu.Unlock()
		e.Call = call.ID
		life.hear(e)
	}
	defer func() {
		if panicked := recover(); panicked != nil {
			message := fmt.Sprint(panicked)
			hear(Entry{Type: "panic", Message: &message})
		}
	}()
	imageRef, message, err := kubelet.EnsureImageExists(ctx, call, p.pullSecrets(call))
	text := ""
	if err != nil {
		text = err.Error()
	}
	hear(Entry{Type: "result", ImageRef: &imageRef, Error: &text, Message: &message})
}

func (p *player) take(step *Step) error {
	p.change(step)
	if err := p.life.writeRecords(step.WriteRecords); err != nil {
		return err
	}
	if step.DeleteUnusedImages && len(p.script.Runtime.RemoveTakes) > 0 {
		go p.collect(p.life, p.kubelet, step.InUse)
	} else if step.DeleteUnusedImages {
		p.deleteUnusedImages(step.InUse)
	}
	if step.Restart != "" {
		p.noteMetrics()
		if err := p.startKubelet(step.Restart == "complete"); err != nil {
			return err
		}
		p.note(Entry{Type: "kubelet", State: "restarted"})
	}
	return nil
}

func (p *player) deleteUnusedImages(inUse []string) {
	p.inUse = inUse
	from := len(p.entries)
	// With each removal the manager forgets a record.
	var records map[string]core.ImageRecord
	p.removing = func() {
		if records == nil {
			records = p.kubelet.ImageRecords()
		}
	}
	err := p.kubelet.DeleteUnusedImages(context.Background())
	p.removing = nil
	if orders.IsOn() {
		from = len(p.entries) // what other goroutines did stands between
	}
	// The kubelet leaves open in which order images go that it has known, and that were used, for as long: only these are put in order.
	slices.SortStableFunc(p.entries[from:], func(a, b Entry) int {
		return cmp.Or(records[a.Image].Compare(records[b.Image]), cmp.Compare(a.Image, b.Image))
	})
	text := ""
	if err != nil {
		text = err.Error()
	}
	p.note(Entry{Type: "result", Op: "DeleteUnusedImages", Error: &text})
}

// collect deletes unused images while calls go on; one round follows the other. Equal images go in the order of their names.
func (p *player) collect(life *Life, kubelet Kubelet, inUse []string) {
	life.collecting.Lock()
	defer life.collecting.Unlock()
	if life.isDead {
		return
	}
	p.inUse = inUse
	text := ""
	if err := kubelet.DeleteUnusedImages(context.Background()); err != nil {
		text = err.Error()
	}
	life.mu.Lock()
	defer life.mu.Unlock()
	life.hear(Entry{Type: "result", Op: "DeleteUnusedImages", Error: &text})
}

// noteMetrics notes what the kubelet has counted since it started.
func (p *player) noteMetrics() {
	for _, s := range core.Since(p.counted, p.release.Samples()) {
		p.note(Entry{Type: "metric", Metric: s.Metric, Labels: s.Labels, Value: float64(s.Count) + s.Value})
	}
}
