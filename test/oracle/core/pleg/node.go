package pleg

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"windlass/oracle/core"
)

// Node stands for everything around the PLEG: the runtime that obeys the script, and the reader of its channel. It writes
// down what the runtime and the cache are told.
type Node struct {
	start time.Time
	pleg  PLEG
	// Whether events stay in the channel until the script reads them.
	drainsByHand bool

	mu      sync.Mutex
	entries []Entry
	races   []string
	// Entries that have their final places.
	settled int

	pods      []Pod
	listError string
	outcomes  map[string]Outcomes
	latency   Latency

	relist      int
	isRelisting bool
	relistEnds  *sync.Cond
	// The pods that this relist has touched, and the events that found the channel full.
	touched   map[string]bool
	discarded int
	// How full the channel was after each relist since it was read.
	fill []int
}

func newNode(script *Script) *Node {
	n := &Node{start: time.Now(), drainsByHand: script.Drain == "manual", outcomes: map[string]Outcomes{}}
	n.relistEnds = sync.NewCond(&n.mu)
	return n
}

// note writes an entry down; the caller holds n.mu.
func (n *Node) note(e Entry, class class, phase phase) {
	e.At = core.InMillis(time.Since(n.start))
	e.place = place{class, n.relist, phase}
	n.entries = append(n.entries, e)
}

func (n *Node) answer(e Entry) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.note(e, ofStep, 0)
}

// millisOf gives a time as entries write it; none for the zero time.
func (n *Node) millisOf(t time.Time) *float64 {
	if t.IsZero() {
		return nil
	}
	ms := core.InMillis(t.Sub(n.start))
	return &ms
}

// takes lets a call take its time; the caller holds n.mu, which is free meanwhile.
func (n *Node) takes(latency core.Millis) {
	if latency > 0 {
		n.mu.Unlock()
		time.Sleep(latency.Duration())
		n.mu.Lock()
	}
}

// GetPods lists the pods of the moment of the call, which it gives too: the kubelet's runtime stamps pods with it.
func (n *Node) GetPods() ([]Pod, time.Time, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	asked, pods, failure := time.Now(), n.pods, n.listError
	n.beginRelist(Entry{Type: "runtime", Op: "GetPods"}, failure)
	if failure != "" {
		return nil, asked, errors.New(failure)
	}
	return pods, asked, nil
}

// GetPod is GetPods for one pod; where there is none it fails with absent.
func (n *Node) GetPod(uid string, absent error) (Pod, time.Time, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	var err error
	asked, pod := time.Now(), n.find(uid)
	if n.listError != "" {
		err = errors.New(n.listError)
	} else if pod == nil {
		err = absent
	}
	if err != nil {
		n.beginRelist(Entry{Type: "runtime", Op: "GetPod", UID: uid}, err.Error())
		return Pod{}, asked, err
	}
	n.beginRelist(Entry{Type: "runtime", Op: "GetPod", UID: uid}, "")
	return *pod, asked, nil
}

// beginRelist notes the call that every relist begins with, and lets it take its time; a relist that fails ends with it.
func (n *Node) beginRelist(call Entry, failure string) {
	n.relist++
	n.touched = map[string]bool{}
	if failure != "" {
		call.Error = &failure
	}
	n.note(call, ofRelist, listing)
	n.isRelisting = true
	n.takes(n.latency.GetPods)
	if failure != "" {
		n.endRelist()
	}
}

func (n *Node) endRelist() {
	n.isRelisting = false
	n.relistEnds.Broadcast()
}

func (n *Node) find(uid string) *Pod {
	if i := slices.IndexFunc(n.pods, func(pod Pod) bool { return pod.UID == uid }); i >= 0 {
		return &n.pods[i]
	}
	return nil
}

// GetPodStatus answers with the world of the moment of the call, or as the script says.
func (n *Node) GetPodStatus(uid, name, namespace string) (*Status, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	var outcome Outcome
	if left := n.outcomes[uid]; len(left) > 0 {
		outcome = left[0]
		n.outcomes[uid] = left[min(1, len(left)-1):]
	}
	call := Entry{Type: "runtime", Op: "GetPodStatus", UID: uid}
	if outcome.Error != "" {
		call.Error = &outcome.Error
	}
	n.note(call, ofRelist, inspecting)
	status := &Status{UID: uid, Name: name, Namespace: namespace}
	if pod := n.find(uid); pod != nil {
		status.fill(pod)
	}
	n.touched[uid] = true
	if n.latency.GetPodStatus > 0 && len(n.touched) == 2 {
		n.race("pods inspected one after the other")
	}
	n.takes(n.latency.GetPodStatus)
	if outcome.Error != "" {
		return outcome.Status, errors.New(outcome.Error)
	}
	return status, nil
}

func (s *Status) fill(pod *Pod) {
	parts := &pod.Parts
	if pod.Status != nil {
		parts = pod.Status
	}
	s.IPs = slices.Clone(parts.IPs)
	for _, c := range parts.Containers {
		s.Containers = append(s.Containers, ContainerStatus{c.ID, c.Name, c.State})
	}
	for _, c := range parts.Sandboxes {
		state := "notReady"
		if c.isReady() {
			state = "ready"
		}
		s.Sandboxes = append(s.Sandboxes, SandboxStatus{c.ID, state, c.IP})
	}
}

func (n *Node) race(what string) {
	n.races = append(n.races, strconv.FormatFloat(core.InMillis(time.Since(n.start)), 'f', -1, 64)+" "+what)
}

// Discarded is told of each event for which the channel had no room.
func (n *Node) Discarded() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.discarded++
}

// readChannel notes what is in the channel when a relist has ended, and what was not let in.
func (n *Node) readChannel() {
	if n.drainsByHand {
		n.fill = append(n.fill, n.pleg.Waiting())
	} else {
		for _, event := range n.pleg.Take() {
			n.note(event, ofRelist, sending)
		}
	}
	if n.discarded > 0 {
		n.note(Entry{Type: "discarded", Count: n.discarded}, ofRelist, ending)
		if len(n.touched) > 1 {
			n.race("events discarded")
		}
	}
	n.discarded = 0
}

// drain reads the channel, each relist's events in the order of the pods.
func (n *Node) drain() {
	n.mu.Lock()
	defer n.mu.Unlock()
	events, from := n.pleg.Take(), 0
	for _, to := range n.fill {
		slices.SortStableFunc(events[from:to], func(a, b Entry) int { return strings.Compare(a.UID, b.UID) })
		from = to
	}
	n.fill = nil
	for _, event := range events {
		n.note(event, ofStep, 0)
	}
}
