// Package pleg is the real generic PLEG of Kubernetes v1.38.0-beta.0 behind the conformance protocol.
package pleg

import (
	"os"
	"testing"
	"time"

	"github.com/go-logr/logr"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/component-base/featuregate"
	"k8s.io/component-base/metrics"
	"k8s.io/klog/v2"
	"k8s.io/kubernetes/pkg/features"
	kubeletmetrics "k8s.io/kubernetes/pkg/kubelet/metrics"
	"k8s.io/kubernetes/pkg/kubelet/pleg"
	"k8s.io/utils/clock"

	adapter "windlass/oracle/adapters/pleg"
	"windlass/oracle/adapters/pleg/bypod"
	"windlass/oracle/core"
	harness "windlass/oracle/core/pleg"
)

func TestMain(m *testing.M) {
	klog.SetLogger(logr.Discard())
	os.Exit(core.Main(m))
}

func TestOracle(t *testing.T) {
	adapter.Serve(t, adapter.Release{
		Gates:      []featuregate.Feature{features.EventedPLEG}, // PLEGOnDemandRelist is locked on
		Histograms: []**metrics.Histogram{&kubeletmetrics.PLEGPodRelistDuration},
		New:        newPLEG,
	})
}

func newPLEG(node *harness.Node, events chan *pleg.PodLifecycleEvent, periods *pleg.RelistDuration, cache adapter.Cache) harness.PLEG {
	observed := observedCache{cache}
	made := pleg.NewGenericPLEG(&bypod.Runtime{Node: node}, events, periods, observed, clock.RealClock{})
	return onDemand{adapter.NewGeneric(made, cache, events)}
}

// onDemand can be asked to look at one pod.
type onDemand struct{ *adapter.Generic }

func (g onDemand) RequestReinspect(uid string) { g.Kubelet.RequestReinspect(types.UID(uid)) }
func (g onDemand) RequestRelist(uid string) {
	g.Kubelet.RequestRelist(klog.Background(), types.UID(uid))
}

// observedCache has the time at which each pod was looked at, too.
type observedCache struct{ adapter.Cache }

func (c observedCache) SetObservedTime(uid types.UID, timestamp time.Time) {
	c.Node.CacheSetObservedTime(string(uid), timestamp)
	c.Cache.Cache.SetObservedTime(uid, timestamp)
}
