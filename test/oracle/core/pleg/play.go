package pleg

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"windlass/oracle/core"
)

// Release is the PLEG of one Kubernetes release.
type Release interface {
	// Reset sets the feature gates (those not named to their defaults, unknown ones ignored) and makes the metrics anew,
	// which tell the node of events discarded.
	Reset(node *Node, gates map[string]bool) error
	// Samples gives the metrics since then.
	Samples() []core.Sample
	// PLEG makes a new one over a new pod cache and the node's runtime.
	PLEG(node *Node, periods Periods, channelCapacity int) PLEG
}

// PLEG is the kubelet's, with its channel and its cache.
type PLEG interface {
	Start()
	Stop()
	Relist()
	Update(periods Periods)
	Healthy() (bool, error)
	// Waiting is how many events the channel holds; Take empties it.
	Waiting() int
	Take() []Entry
	Get(uid string) (*Status, error)
	GetNewerThan(uid string, min time.Time) (*Status, error)
	Times(uid string) Times
	// Release lets every GetNewerThan return.
	Release()
}

// OnDemand is a PLEG that can be asked to look at one pod.
type OnDemand interface {
	RequestReinspect(uid string)
	RequestRelist(uid string)
}

// Event is what the channel carries, as an entry; data is a container's or a sandbox's id, or nil.
func Event(uid, eventType string, data any) Entry {
	e := Entry{Type: "pleg-event", UID: uid, EventType: eventType}
	if id, ok := data.(string); ok {
		e.Data = &id
	}
	return e
}

// Serve is the body of the only test.
func Serve(t *testing.T, release Release) {
	core.Serve(t, "pleg", func(script *Script) ([]any, []string, error) { return play(t, release, script) })
}

// player plays one script.
type player struct {
	*Node
	pleg      PLEG
	isStarted bool
	relists   chan struct{}
	relisting sync.WaitGroup
	// The steps whose GetNewerThan has not returned.
	blocked map[int]string
}

func play(t *testing.T, release Release, script *Script) ([]any, []string, error) {
	var node *Node
	var samples []core.Sample
	var err error
	synctest.Test(t, func(*testing.T) {
		node = newNode(script)
		if err = release.Reset(node, script.FeatureGates); err != nil {
			return
		}
		node.pleg = release.PLEG(node, script.Periods, script.ChannelCapacity)
		p := &player{Node: node, pleg: node.pleg, relists: make(chan struct{}, len(script.Steps)), blocked: map[int]string{}}
		go p.relistOneAfterTheOther()
		err = p.steps(script)
		if err == nil {
			p.relisting.Wait()
			p.settle()
			samples = release.Samples()
		}
		p.end()
	})
	if err != nil {
		return nil, nil, err
	}
	return withMetrics(node, samples), node.races, nil
}

// steps takes the steps in their order, each settling before the next.
func (p *player) steps(script *Script) error {
	for i := range script.Steps {
		step := &script.Steps[i]
		if err := p.wait(step.At); err != nil {
			return fmt.Errorf("steps[%d]: %w", i, err)
		}
		if err := p.take(i, step); err != nil {
			return fmt.Errorf("steps[%d]: %w", i, err)
		}
		p.settle()
	}
	if script.Until != nil {
		return p.wait(*script.Until)
	}
	return nil
}

func (p *player) wait(until core.Millis) error {
	left := time.Until(p.start.Add(until.Duration()))
	if left < 0 {
		return errors.New("its time is past")
	}
	time.Sleep(left)
	p.settle()
	return nil
}

// settle waits until nothing moves, and gives the entries since the last time their places.
func (p *player) settle() {
	synctest.Wait()
	p.mu.Lock()
	defer p.mu.Unlock()
	sortCanonically(p.entries[p.settled:])
	p.settled = len(p.entries)
}

// relistOneAfterTheOther waits here for the relist under way: a bubble's clock stands still for one who waits in the PLEG,
// for its mutex.
func (p *player) relistOneAfterTheOther() {
	for range p.relists {
		p.mu.Lock()
		for p.isRelisting {
			p.relistEnds.Wait()
		}
		p.mu.Unlock()
		p.relistOnce()
		p.relisting.Done()
	}
}

func (p *player) relistOnce() {
	defer func() {
		if panicked := recover(); panicked != nil {
			p.mu.Lock()
			defer p.mu.Unlock()
			message := fmt.Sprint(panicked)
			p.note(Entry{Type: "panic", Message: &message}, ofRelist, ending)
			p.endRelist()
		}
	}()
	p.pleg.Relist()
}

// end stops everything, unseen, and tells which GetNewerThan never returned.
func (p *player) end() {
	p.mu.Lock()
	ended := p.entries[:p.settled]
	p.mu.Unlock()
	blocked := make([]int, 0, len(p.blocked))
	for step := range p.blocked {
		blocked = append(blocked, step)
	}
	slices.Sort(blocked)
	uids := p.blocked
	p.blocked = nil
	if p.isStarted {
		p.pleg.Stop()
	}
	close(p.relists)
	p.mu.Lock()
	for p.isRelisting {
		p.relistEnds.Wait()
	}
	p.mu.Unlock()
	p.pleg.Release()
	synctest.Wait()

	p.entries = slices.Clip(ended)
	for _, step := range blocked {
		e := Entry{At: p.lastTime(), Type: "blocked", UID: uids[step], Step: &step}
		p.entries = append(p.entries, e)
	}
}

func (n *Node) lastTime() float64 {
	if len(n.entries) == 0 {
		return 0
	}
	return n.entries[len(n.entries)-1].At
}

// withMetrics puts the metrics behind the entries, at the last one's time.
func withMetrics(n *Node, samples []core.Sample) []any {
	all := make([]any, 0, len(n.entries)+len(samples))
	for _, e := range n.entries {
		all = append(all, e)
	}
	for _, s := range samples {
		if s.Metric == "kubelet_pleg_last_seen_seconds" {
			if s.Value -= float64(n.start.Unix()); s.Value == 0 {
				continue
			}
		}
		all = append(all, metricEntry{n.lastTime(), "metric", s})
	}
	return all
}
