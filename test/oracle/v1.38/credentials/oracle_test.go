// Package credentials is the image manager of Kubernetes v1.38.0-beta.0 with all that handles pull secrets, behind the conformance protocol.
package credentials

import (
	"context"
	"os"
	"testing"

	"github.com/go-logr/logr"
	cadvisorapi "github.com/google/cadvisor/lib/model"
	"go.opentelemetry.io/otel/trace/noop"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/klog/v2"
	"k8s.io/kubernetes/pkg/kubelet/allocation/state"
	"k8s.io/kubernetes/pkg/kubelet/cm"
	"k8s.io/kubernetes/pkg/kubelet/images"
	"k8s.io/kubernetes/pkg/kubelet/kuberuntime"

	"windlass/oracle/adapters/credentials"
	"windlass/oracle/core"
)

func TestMain(m *testing.M) {
	klog.SetLogger(logr.Discard())
	os.Exit(core.Main(m))
}

func TestOracle(t *testing.T) { credentials.Serve(t, runtimeManager) }

func runtimeManager(p credentials.Parts) (kuberuntime.KubeGenericRuntime, []images.PostImageGCHook, error) {
	return kuberuntime.NewKubeGenericRuntimeManager(
		context.Background(), p.Recorder,
		nil, nil, nil, // probes
		p.Folder, p.Folder,
		&cadvisorapi.MachineInfo{}, p.PodStates, p.MaxPods,
		nil, nil, nil, // operating system, helper, HTTP client
		p.BackOff, false, p.MaxParallelImagePulls, 0, 0,
		p.VerificationPolicy, p.Allowlist,
		"", "", // the credential provider is registered already
		nil, false, metav1.Duration{}, nil,
		p.Runtime, p.Images, cm.NewStubContainerManager(),
		nil, nil, false, "", nil, nil, "",
		p.PullingTimes, noop.NewTracerProvider(),
		nil, nil, nil, // tokens, service accounts, init container times
		state.NewNoopStateCheckpoint(),
	)
}
