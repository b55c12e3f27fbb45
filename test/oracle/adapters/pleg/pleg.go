// Package pleg is the real generic PLEG behind the conformance protocol, as far as releases since v1.27 agree.
package pleg

import (
	"context"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/types"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/component-base/featuregate"
	"k8s.io/component-base/metrics"
	"k8s.io/kubernetes/pkg/kubelet/container"
	kubeletmetrics "k8s.io/kubernetes/pkg/kubelet/metrics"
	"k8s.io/kubernetes/pkg/kubelet/pleg"

	"windlass/oracle/core"
	harness "windlass/oracle/core/pleg"
)

// Release is what a release has of its own.
type Release struct {
	// Gates are those that change what the PLEG or the pod cache does.
	Gates []featuregate.Feature
	// Histograms are the metrics of its own, beside those that all releases have.
	Histograms []**metrics.Histogram
	// New makes the PLEG and what of it the harness drives.
	New func(node *harness.Node, events chan *pleg.PodLifecycleEvent, periods *pleg.RelistDuration, cache Cache) harness.PLEG
}

// Serve answers scripts with that release's PLEG.
func Serve(t *testing.T, own Release) {
	r := &release{own: own, defaults: map[featuregate.Feature]bool{}}
	for _, gate := range own.Gates {
		r.defaults[gate] = utilfeature.DefaultFeatureGate.Enabled(gate)
	}
	harness.Serve(t, r)
}

type release struct {
	own      Release
	defaults map[featuregate.Feature]bool
	metrics  metrics.KubeRegistry
}

func (r *release) Reset(node *harness.Node, asked map[string]bool) error {
	r.resetMetrics(node)
	enabled := map[string]bool{}
	for gate, isDefault := range r.defaults {
		enabled[string(gate)] = isDefault
		if given, ok := asked[string(gate)]; ok {
			enabled[string(gate)] = given
		}
	}
	return utilfeature.DefaultMutableFeatureGate.SetFromMap(enabled)
}

// resetMetrics makes the metrics of the PLEG anew: histograms without labels cannot be emptied.
func (r *release) resetMetrics(node *harness.Node) {
	histograms := append([]**metrics.Histogram{&kubeletmetrics.PLEGRelistDuration, &kubeletmetrics.PLEGRelistInterval}, r.own.Histograms...)
	for _, histogram := range histograms {
		*histogram = metrics.NewHistogram((*histogram).HistogramOpts)
	}
	for _, gauge := range []**metrics.Gauge{&kubeletmetrics.PLEGLastSeen, &kubeletmetrics.RunningPodCount} {
		*gauge = metrics.NewGauge((*gauge).GaugeOpts)
	}
	kubeletmetrics.RunningContainerCount.Reset()
	kubeletmetrics.PLEGDiscardEvents = metrics.NewCounter(kubeletmetrics.PLEGDiscardEvents.CounterOpts)
	r.metrics = metrics.NewKubeRegistry()
	r.metrics.MustRegister(
		kubeletmetrics.PLEGLastSeen, kubeletmetrics.PLEGDiscardEvents,
		kubeletmetrics.RunningPodCount, kubeletmetrics.RunningContainerCount,
	)
	for _, histogram := range histograms {
		r.metrics.MustRegister(*histogram)
	}
	counter := kubeletmetrics.PLEGDiscardEvents
	counter.CounterMetric = discards{counter.CounterMetric, node}
}

// discards is the counter of discarded events, which tells the node of each.
type discards struct {
	metrics.CounterMetric
	node *harness.Node
}

func (d discards) Inc() {
	d.node.Discarded()
	d.CounterMetric.Inc()
}

func (r *release) Samples() []core.Sample { return core.Samples(r.metrics) }

func (r *release) PLEG(node *harness.Node, periods harness.Periods, channelCapacity int) harness.PLEG {
	podCache := container.NewCache()
	events := make(chan *pleg.PodLifecycleEvent, channelCapacity)
	return r.own.New(node, events, durations(periods), Cache{podCache, node})
}

func durations(periods harness.Periods) *pleg.RelistDuration {
	return &pleg.RelistDuration{RelistPeriod: periods.Relist.Duration(), RelistThreshold: periods.Threshold.Duration()}
}

// Generic is the kubelet's PLEG with its cache and its channel.
type Generic struct {
	Kubelet *pleg.GenericPLEG
	cache   container.Cache
	events  chan *pleg.PodLifecycleEvent
}

// NewGeneric takes what a release's NewGenericPLEG has made of the cache and the channel.
func NewGeneric(made any, cache Cache, events chan *pleg.PodLifecycleEvent) *Generic {
	return &Generic{made.(*pleg.GenericPLEG), cache.Cache, events}
}

// Since v1.37 it is started, and relists, with a context.
func (g *Generic) Start() {
	switch kubelet := any(g.Kubelet).(type) {
	case interface{ Start() }:
		kubelet.Start()
	case interface{ Start(context.Context) }:
		kubelet.Start(context.Background())
	}
}

func (g *Generic) Relist() {
	switch kubelet := any(g.Kubelet).(type) {
	case interface{ Relist() }:
		kubelet.Relist()
	case interface{ Relist(context.Context) }:
		kubelet.Relist(context.Background())
	}
}

func (g *Generic) Stop()                  { g.Kubelet.Stop() }
func (g *Generic) Healthy() (bool, error) { return g.Kubelet.Healthy() }

func (g *Generic) Update(periods harness.Periods) { g.Kubelet.Update(durations(periods)) }

func (g *Generic) Waiting() int { return len(g.events) }

func (g *Generic) Take() []harness.Entry {
	var taken []harness.Entry
	for len(g.events) > 0 {
		event := <-g.events
		taken = append(taken, harness.Event(string(event.ID), string(event.Type), event.Data))
	}
	return taken
}

// Since v1.38 the cache is read with a context.
func (g *Generic) Get(uid string) (*harness.Status, error) {
	switch cache := any(g.cache).(type) {
	case interface {
		Get(types.UID) (*container.PodStatus, error)
	}:
		status, err := cache.Get(types.UID(uid))
		return statusFrom(status), err
	case interface {
		Get(context.Context, types.UID) (*container.PodStatus, error)
	}:
		status, err := cache.Get(context.Background(), types.UID(uid))
		return statusFrom(status), err
	}
	panic("the cache of this release is read in another way")
}

func (g *Generic) GetNewerThan(uid string, min time.Time) (*harness.Status, error) {
	switch cache := any(g.cache).(type) {
	case interface {
		GetNewerThan(types.UID, time.Time) (*container.PodStatus, error)
	}:
		status, err := cache.GetNewerThan(types.UID(uid), min)
		return statusFrom(status), err
	case interface {
		GetNewerThan(context.Context, types.UID, time.Time) (*container.PodStatus, error)
	}:
		status, err := cache.GetNewerThan(context.Background(), types.UID(uid), min)
		return statusFrom(status), err
	}
	panic("the cache of this release is read in another way")
}

func (g *Generic) Times(uid string) harness.Times { return harness.TimesIn(g.cache, uid) }

func (g *Generic) Release() { g.cache.UpdateTime(time.Unix(1<<40, 0)) }

// Cache is the kubelet's own, and tells the node what the PLEG writes to it.
type Cache struct {
	container.Cache
	Node *harness.Node
}

func (c Cache) Set(uid types.UID, status *container.PodStatus, err error, timestamp time.Time) bool {
	c.Node.CacheSet(string(uid), statusFrom(status), err, timestamp)
	return c.Cache.Set(uid, status, err, timestamp)
}

func (c Cache) Delete(uid types.UID) {
	c.Node.CacheDelete(string(uid))
	c.Cache.Delete(uid)
}

func (c Cache) UpdateTime(timestamp time.Time) {
	c.Node.CacheUpdateTime(timestamp)
	c.Cache.UpdateTime(timestamp)
}
