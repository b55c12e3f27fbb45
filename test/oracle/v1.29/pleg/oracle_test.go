// Package pleg is the real generic PLEG of Kubernetes v1.31.14 behind the conformance protocol.
package pleg

import (
	"os"
	"testing"

	"github.com/go-logr/logr"
	"k8s.io/component-base/featuregate"
	"k8s.io/klog/v2"
	"k8s.io/kubernetes/pkg/features"
	"k8s.io/kubernetes/pkg/kubelet/pleg"
	"k8s.io/utils/clock"

	adapter "windlass/oracle/adapters/pleg"
	"windlass/oracle/adapters/pleg/byname"
	"windlass/oracle/core"
	harness "windlass/oracle/core/pleg"
)

func TestMain(m *testing.M) {
	klog.SetLogger(logr.Discard())
	os.Exit(core.Main(m))
}

func TestOracle(t *testing.T) {
	adapter.Serve(t, adapter.Release{Gates: []featuregate.Feature{features.EventedPLEG}, New: newPLEG})
}

func newPLEG(node *harness.Node, events chan *pleg.PodLifecycleEvent, periods *pleg.RelistDuration, cache adapter.Cache) harness.PLEG {
	made := pleg.NewGenericPLEG(&byname.Runtime{Node: node}, events, periods, cache, clock.RealClock{})
	return adapter.NewGeneric(made, cache, events)
}
