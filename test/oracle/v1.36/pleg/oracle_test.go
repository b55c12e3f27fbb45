// Package pleg is the real generic PLEG of Kubernetes v1.36.3 behind the conformance protocol.
package pleg

import (
	"os"
	"testing"
	"time"

	"github.com/go-logr/logr"
	"k8s.io/apimachinery/pkg/types"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/component-base/featuregate"
	"k8s.io/component-base/metrics"
	"k8s.io/klog/v2"
	"k8s.io/kubernetes/pkg/features"
	"k8s.io/kubernetes/pkg/kubelet/container"
	kubeletmetrics "k8s.io/kubernetes/pkg/kubelet/metrics"
	"k8s.io/kubernetes/pkg/kubelet/pleg"
	"k8s.io/utils/clock"

	"windlass/oracle/core"
	harness "windlass/oracle/core/pleg"
)

func TestMain(m *testing.M) {
	klog.SetLogger(logr.Discard())
	os.Exit(core.Main(m))
}

func TestOracle(t *testing.T) {
	r := &release{defaults: map[featuregate.Feature]bool{}}
	for _, gate := range gates {
		r.defaults[gate] = utilfeature.DefaultFeatureGate.Enabled(gate)
	}
	harness.Serve(t, r)
}

// gates are those that change what the PLEG or the pod cache does.
var gates = []featuregate.Feature{features.PLEGOnDemandRelist, features.EventedPLEG}

type release struct {
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
	for _, histogram := range []**metrics.Histogram{
		&kubeletmetrics.PLEGRelistDuration, &kubeletmetrics.PLEGRelistInterval, &kubeletmetrics.PLEGPodRelistDuration,
	} {
		*histogram = metrics.NewHistogram((*histogram).HistogramOpts)
	}
	for _, gauge := range []**metrics.Gauge{&kubeletmetrics.PLEGLastSeen, &kubeletmetrics.RunningPodCount} {
		*gauge = metrics.NewGauge((*gauge).GaugeOpts)
	}
	kubeletmetrics.RunningContainerCount.Reset()
	kubeletmetrics.PLEGDiscardEvents = metrics.NewCounter(kubeletmetrics.PLEGDiscardEvents.CounterOpts)
	r.metrics = metrics.NewKubeRegistry()
	r.metrics.MustRegister(
		kubeletmetrics.PLEGRelistDuration, kubeletmetrics.PLEGRelistInterval, kubeletmetrics.PLEGPodRelistDuration,
		kubeletmetrics.PLEGLastSeen, kubeletmetrics.PLEGDiscardEvents,
		kubeletmetrics.RunningPodCount, kubeletmetrics.RunningContainerCount,
	)
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
	made := pleg.NewGenericPLEG(klog.Background(), &runtime{node: node}, events, durations(periods), cache{podCache, node}, clock.RealClock{})
	return &generic{made.(*pleg.GenericPLEG), podCache, events}
}

func durations(periods harness.Periods) *pleg.RelistDuration {
	return &pleg.RelistDuration{RelistPeriod: periods.Relist.Duration(), RelistThreshold: periods.Threshold.Duration()}
}

type generic struct {
	kubelet *pleg.GenericPLEG
	cache   container.Cache
	events  chan *pleg.PodLifecycleEvent
}

func (g *generic) Start()                 { g.kubelet.Start() }
func (g *generic) Stop()                  { g.kubelet.Stop() }
func (g *generic) Relist()                { g.kubelet.Relist() }
func (g *generic) Healthy() (bool, error) { return g.kubelet.Healthy() }

func (g *generic) RequestReinspect(uid string) { g.kubelet.RequestReinspect(types.UID(uid)) }
func (g *generic) RequestRelist(uid string)    { g.kubelet.RequestRelist(types.UID(uid)) }

func (g *generic) Update(periods harness.Periods) { g.kubelet.Update(durations(periods)) }

func (g *generic) Waiting() int { return len(g.events) }

func (g *generic) Take() []harness.Entry {
	var taken []harness.Entry
	for len(g.events) > 0 {
		event := <-g.events
		taken = append(taken, harness.Event(string(event.ID), string(event.Type), event.Data))
	}
	return taken
}

func (g *generic) Get(uid string) (*harness.Status, error) {
	status, err := g.cache.Get(types.UID(uid))
	return statusFrom(status), err
}

func (g *generic) GetNewerThan(uid string, min time.Time) (*harness.Status, error) {
	status, err := g.cache.GetNewerThan(types.UID(uid), min)
	return statusFrom(status), err
}

func (g *generic) Times(uid string) harness.Times { return harness.TimesIn(g.cache, uid) }

func (g *generic) Release() { g.cache.UpdateTime(time.Unix(1<<40, 0)) }

// cache is the kubelet's own, and tells the node what the PLEG writes to it.
type cache struct {
	container.Cache
	node *harness.Node
}

func (c cache) Set(uid types.UID, status *container.PodStatus, err error, timestamp time.Time) bool {
	c.node.CacheSet(string(uid), statusFrom(status), err, timestamp)
	return c.Cache.Set(uid, status, err, timestamp)
}

func (c cache) Delete(uid types.UID) {
	c.node.CacheDelete(string(uid))
	c.Cache.Delete(uid)
}

func (c cache) SetObservedTime(uid types.UID, timestamp time.Time) {
	c.node.CacheSetObservedTime(string(uid), timestamp)
	c.Cache.SetObservedTime(uid, timestamp)
}

func (c cache) UpdateTime(timestamp time.Time) {
	c.node.CacheUpdateTime(timestamp)
	c.Cache.UpdateTime(timestamp)
}
