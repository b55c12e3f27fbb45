// Package oracle is the real image manager of Kubernetes v1.29.15 behind the conformance protocol.
package oracle

import (
	"context"
	"os"
	"testing"

	"github.com/go-logr/logr"
	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/util/flowcontrol"
	runtimeapi "k8s.io/cri-api/pkg/apis/runtime/v1"
	"k8s.io/klog/v2"
	_ "k8s.io/kubernetes/pkg/apis/core/install" // events refer to a Pod, which the scheme must know
	"k8s.io/kubernetes/pkg/kubelet/container"
	"k8s.io/kubernetes/pkg/kubelet/images"

	"windlass/oracle/adapters/recorder"
	"windlass/oracle/core"
	"windlass/oracle/core/imagemanager"
)

func TestMain(m *testing.M) {
	klog.SetLogger(logr.Discard())
	os.Exit(core.Main(m))
}

func TestOracle(t *testing.T) { imagemanager.Serve(t, release{}) }

type release struct{}

// Reset has nothing to do: no gate of this release changes what the image manager does, and it has no metrics.
func (release) Reset(map[string]bool) error { return nil }

func (release) Samples() []core.Sample { return nil }

func (release) ImageManager(node *imagemanager.Node, kubelet *imagemanager.Kubelet, _ string) (imagemanager.ImageManager, error) {
	service := &imageService{node: node}
	return &imageManager{service: service, ImageManager: images.NewImageManager(
		recorder.Recorder{Node: node}, service,
		flowcontrol.NewBackOff(kubelet.ImagePullBackOff.Initial.Duration(), kubelet.ImagePullBackOff.Max.Duration()),
		kubelet.SerializeImagePulls, kubelet.MaxParallelImagePulls, kubelet.RegistryPullQPS, kubelet.RegistryBurst,
		pullingTimes{node},
	)}, nil
}

type imageManager struct {
	images.ImageManager
	service *imageService
}

func (m *imageManager) Parts() (any, any) { return m.ImageManager, m.service }

// EnsureImageExists makes the event's object itself, from a container of the pod.
func (m *imageManager) EnsureImageExists(ctx context.Context, call *imagemanager.Call) (string, string, error) {
	pod := &v1.Pod{
		ObjectMeta: metav1.ObjectMeta{
			Namespace: call.Pod.Namespace, Name: call.Pod.Name, UID: types.UID(call.Pod.UID), Annotations: call.Pod.Annotations,
		},
		Spec: v1.PodSpec{Containers: []v1.Container{
			{Name: "app", Image: call.Image, ImagePullPolicy: v1.PullPolicy(call.Policy)},
		}},
	}
	sandbox := &runtimeapi.PodSandboxConfig{Metadata: &runtimeapi.PodSandboxMetadata{
		Namespace: call.Pod.Namespace, Name: call.Pod.Name, Uid: call.Pod.UID,
	}}
	return m.ImageManager.EnsureImageExists(ctx, pod, &pod.Spec.Containers[0], nil, sandbox, call.RuntimeHandler)
}

type imageService struct {
	container.ImageService // what the image manager does not call is nil
	node                   *imagemanager.Node
}

func specOf(image container.ImageSpec) imagemanager.Spec {
	spec := imagemanager.Spec{Image: image.Image, RuntimeHandler: image.RuntimeHandler, Annotations: map[string]string{}}
	for _, annotation := range image.Annotations {
		spec.Annotations[annotation.Name] = annotation.Value
	}
	return spec
}

func (s *imageService) PullImage(ctx context.Context, image container.ImageSpec, _ []v1.Secret, _ *runtimeapi.PodSandboxConfig) (string, error) {
	return s.node.PullImage(ctx, specOf(image))
}

func (s *imageService) GetImageRef(ctx context.Context, image container.ImageSpec) (string, error) {
	return s.node.GetImageRef(ctx, specOf(image))
}

type pullingTimes struct{ node *imagemanager.Node }

func (p pullingTimes) RecordImageStartedPulling(types.UID)  { p.node.Pulling("started") }
func (p pullingTimes) RecordImageFinishedPulling(types.UID) { p.node.Pulling("finished") }
