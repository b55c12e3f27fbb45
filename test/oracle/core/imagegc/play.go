package imagegc

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"windlass/oracle/core"
)

// Release is the image garbage collection of one Kubernetes release.
type Release interface {
	// Reset empties the metrics.
	Reset()
	Samples() []core.Sample
	// Manager makes a new one on the node, or refuses the policy.
	Manager(node *Node, script *Script) (Manager, error)
}

type Manager interface {
	// Start starts the manager's own loops, and gives what ends them.
	Start() (stop func())
	GarbageCollect(ctx context.Context, beganGC time.Time) error
	DeleteUnusedImages(ctx context.Context) error
	// Kubelet gives the kubelet's own manager.
	Kubelet() any
}

// Serve is the body of the only test.
func Serve(t *testing.T, release Release) {
	core.Serve(t, "imagegc", func(script *Script) (entries []Entry, races []string, err error) {
		release.Reset()
		synctest.Test(t, func(*testing.T) {
			p := &player{Node: newNode(script), release: release, script: script, stop: func() {}}
			races, err = p.play()
			p.stop()
			entries = p.entries
		})
		return entries, races, err
	})
}

// player plays one script.
type player struct {
	*Node
	release Release
	script  *Script
	// When the kubelet has started, and what ends its loops.
	began time.Time
	stop  func()
}

func (p *player) play() (races []string, err error) {
	if !p.startKubelet() {
		return nil, nil
	}
	for i := range p.script.Steps {
		step := &p.script.Steps[i]
		left := time.Until(p.start.Add(step.At.Duration()))
		if left < 0 {
			return nil, fmt.Errorf("steps[%d]: its time is past", i)
		}
		time.Sleep(left)
		synctest.Wait() // the manager's own loop goes first
		if race := p.take(step); race != "" {
			return []string{race}, nil
		}
	}
	for _, sample := range p.release.Samples() {
		p.note(Entry{Type: "metric", Sample: &sample})
	}
	return nil, nil
}

func (p *player) startKubelet() bool {
	p.stop()
	p.stop, p.began = func() {}, time.Now()
	var err error
	if p.manager, err = p.release.Manager(p.Node, p.script); err != nil {
		message := err.Error()
		p.note(Entry{Type: "result", Op: "NewImageGCManager", Error: &message})
		return false
	}
	if p.script.DetectLoop {
		p.stop = p.manager.Start()
		synctest.Wait()
	}
	return true
}

func (p *player) take(step *Step) (race string) {
	p.change(step)
	if step.Restart {
		p.startKubelet()
	}
	if step.GarbageCollect {
		race = p.operate("GarbageCollect", func(ctx context.Context) error { return p.manager.GarbageCollect(ctx, p.began) })
	}
	if step.DeleteUnusedImages && race == "" {
		race = p.operate("DeleteUnusedImages", p.manager.DeleteUnusedImages)
	}
	return race
}

// operate runs one operation; where its outcome is not defined it takes back what was noted of it.
func (p *player) operate(name string, run func(context.Context) error) (race string) {
	from := len(p.entries)
	p.operation = operation{name: name, policy: p.script.Policy}
	err := run(context.Background())
	if race = p.operation.settle(p.Node, time.Now()); race != "" {
		p.entries = p.entries[:from]
		return race
	}
	if err == nil {
		err = errors.New("")
	}
	message := err.Error()
	p.note(Entry{Type: "result", Op: name, Error: &message})
	p.noteState()
	return ""
}
