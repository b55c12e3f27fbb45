// Package imagemanager is the real image manager of releases since v1.35 behind the conformance protocol.
package imagemanager

import (
	"context"
	"testing"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/client-go/util/flowcontrol"
	"k8s.io/component-base/metrics/legacyregistry"
	runtimeapi "k8s.io/cri-api/pkg/apis/runtime/v1"
	"k8s.io/kubernetes/pkg/credentialprovider"
	"k8s.io/kubernetes/pkg/features"
	kubeletconfig "k8s.io/kubernetes/pkg/kubelet/apis/config"
	"k8s.io/kubernetes/pkg/kubelet/container"
	"k8s.io/kubernetes/pkg/kubelet/images"
	"k8s.io/kubernetes/pkg/kubelet/images/pullmanager"
	kubeletmetrics "k8s.io/kubernetes/pkg/kubelet/metrics"

	"windlass/oracle/adapters/recorder"
	"windlass/oracle/core"
	"windlass/oracle/core/imagemanager"
)

// RecordsMaker makes the accessors of pull records, which releases make in different ways.
type RecordsMaker struct {
	OnDisk func(folder string) (pullmanager.PullRecordsAccessor, error)
	Cached func(records pullmanager.PullRecordsAccessor, intents, pulled, locks int32) pullmanager.PullRecordsAccessor
}

// Serve answers scripts with the release's image manager.
func Serve(t *testing.T, records RecordsMaker) { imagemanager.Serve(t, release{records}) }

type release struct{ records RecordsMaker }

const gate = features.KubeletEnsureSecretPulledImages

var gateDefault = utilfeature.DefaultFeatureGate.Enabled(gate)

// Reset knows one gate: no other changes what the image manager does without pull secrets.
func (release) Reset(gates map[string]bool) error {
	kubeletmetrics.ImagePullDuration.Reset()
	enabled, ok := gates[string(gate)]
	if !ok {
		enabled = gateDefault
	}
	return utilfeature.DefaultMutableFeatureGate.SetFromMap(map[string]bool{string(gate): enabled})
}

func (release) Samples() []core.Sample {
	return core.Samples(legacyregistry.DefaultGatherer,
		"kubelet_image_pull_duration_seconds", "kubelet_image_manager_ensure_image_requests_total")
}

func (r release) ImageManager(node *imagemanager.Node, kubelet *imagemanager.Kubelet, folder string) (imagemanager.ImageManager, error) {
	service := &imageService{node: node}
	pulls, err := r.pullManager(service, kubelet, folder)
	if err != nil {
		return nil, err
	}
	return &imageManager{service: service, ImageManager: images.NewImageManager(
		recorder.Recorder{Node: node}, &credentialprovider.BasicDockerKeyring{}, service, pulls,
		flowcontrol.NewBackOff(kubelet.ImagePullBackOff.Initial.Duration(), kubelet.ImagePullBackOff.Max.Duration()),
		kubelet.SerializeImagePulls, kubelet.MaxParallelImagePulls, kubelet.RegistryPullQPS, kubelet.RegistryBurst,
		pullingTimes{node},
	)}, nil
}

// pullManager is made as NewKubeGenericRuntimeManager makes it on a node of 110 pods.
func (r release) pullManager(service container.ImageService, kubelet *imagemanager.Kubelet, folder string) (pullmanager.ImagePullManager, error) {
	if !utilfeature.DefaultFeatureGate.Enabled(gate) {
		return &pullmanager.NoopImagePullManager{}, nil
	}
	const maxPods = 110
	var maxPulls int32
	if kubelet.MaxParallelImagePulls != nil {
		maxPulls = *kubelet.MaxParallelImagePulls
	}
	policy := kubeletconfig.ImagePullCredentialsVerificationPolicy(kubelet.VerificationPolicy)
	if policy == "" {
		policy = kubeletconfig.NeverVerifyPreloadedImages
	}
	enforcer, err := pullmanager.NewImagePullCredentialVerificationPolicy(policy, nil)
	if err != nil {
		return nil, err
	}
	records, err := r.records.OnDisk(folder)
	if err != nil {
		return nil, err
	}
	records = r.records.Cached(records, max(2*maxPods, 2*maxPulls), 5*maxPods, maxPulls)
	return pullmanager.NewImagePullManager(context.Background(), records, enforcer, service, maxPulls)
}

type imageManager struct {
	images.ImageManager
	service *imageService
}

func (m *imageManager) Parts() (any, any) { return m.ImageManager, m.service }

func (m *imageManager) EnsureImageExists(ctx context.Context, call *imagemanager.Call) (string, string, error) {
	pod := &v1.Pod{ObjectMeta: metav1.ObjectMeta{
		Namespace: call.Pod.Namespace, Name: call.Pod.Name, UID: types.UID(call.Pod.UID), Annotations: call.Pod.Annotations,
	}}
	sandbox := &runtimeapi.PodSandboxConfig{Metadata: &runtimeapi.PodSandboxMetadata{
		Namespace: call.Pod.Namespace, Name: call.Pod.Name, Uid: call.Pod.UID,
	}}
	return m.ImageManager.EnsureImageExists(
		ctx, &v1.ObjectReference{}, pod, call.Image, nil, sandbox, call.RuntimeHandler, v1.PullPolicy(call.Policy))
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

func (s *imageService) PullImage(ctx context.Context, image container.ImageSpec, _ []credentialprovider.TrackedAuthConfig, _ *runtimeapi.PodSandboxConfig) (string, *credentialprovider.TrackedAuthConfig, error) {
	ref, err := s.node.PullImage(ctx, specOf(image))
	return ref, nil, err
}

func (s *imageService) GetImageRef(ctx context.Context, image container.ImageSpec) (string, error) {
	return s.node.GetImageRef(ctx, specOf(image))
}

func (s *imageService) GetImageSize(ctx context.Context, image container.ImageSpec) (uint64, error) {
	return s.node.GetImageSize(ctx, specOf(image))
}

func (s *imageService) ListImages(context.Context) ([]container.Image, error) {
	var list []container.Image
	for _, image := range s.node.Present() {
		list = append(list, container.Image{ID: image.Ref, RepoTags: []string{image.Name}, Size: int64(image.Size)})
	}
	return list, nil
}

type pullingTimes struct{ node *imagemanager.Node }

func (p pullingTimes) RecordImageStartedPulling(types.UID)  { p.node.Pulling("started") }
func (p pullingTimes) RecordImageFinishedPulling(types.UID) { p.node.Pulling("finished") }
