// Package oracle is the real image manager of Kubernetes v1.38.0-beta.0 behind the conformance protocol.
package oracle

import (
	"os"
	"testing"

	"github.com/go-logr/logr"
	"k8s.io/component-base/metrics/legacyregistry"
	"k8s.io/klog/v2"
	"k8s.io/kubernetes/pkg/kubelet/images/pullmanager"
	kubeletmetrics "k8s.io/kubernetes/pkg/kubelet/metrics"

	"windlass/oracle/adapters/imagemanager"
	"windlass/oracle/core"
)

func TestMain(m *testing.M) {
	klog.SetLogger(logr.Discard())
	legacyregistry.MustRegister(kubeletmetrics.ImagePullDuration)
	os.Exit(core.Main(m))
}

func TestOracle(t *testing.T) {
	imagemanager.Serve(t, imagemanager.RecordsMaker{
		OnDisk: func(folder string) (pullmanager.PullRecordsAccessor, error) {
			return pullmanager.NewFSPullRecordsAccessor(klog.Background(), folder)
		},
		Cached: func(records pullmanager.PullRecordsAccessor, intents, pulled, locks int32) pullmanager.PullRecordsAccessor {
			return pullmanager.NewCachedPullRecordsAccessor(klog.Background(), records, intents, pulled, locks)
		},
	})
}
