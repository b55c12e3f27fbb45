package credentials

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/record"
	internalapi "k8s.io/cri-api/pkg/apis"
	runtimeapi "k8s.io/cri-api/pkg/apis/runtime/v1"
	"k8s.io/klog/v2"
	"k8s.io/kubernetes/pkg/kubelet/container"

	harness "windlass/oracle/core/credentials"
)

type runtimeService struct {
	internalapi.RuntimeService // what is not called is nil
}

func (runtimeService) Version(context.Context, string) (*runtimeapi.VersionResponse, error) {
	return &runtimeapi.VersionResponse{
		Version: "0.1.0", RuntimeName: "fake", RuntimeVersion: "1.0.0", RuntimeApiVersion: "v1",
	}, nil
}

// imageService is the life's container runtime behind the CRI.
type imageService struct {
	internalapi.ImageManagerService
	life *harness.Life
}

func (s imageService) ListImages(context.Context, *runtimeapi.ImageFilter) ([]*runtimeapi.Image, error) {
	names, sizes := s.life.Images()
	var list []*runtimeapi.Image
	for _, ref := range slices.Sorted(maps.Keys(names)) {
		image := &runtimeapi.Image{Id: ref, Size: sizes[ref]}
		for _, name := range names[ref] {
			if strings.Contains(name, "@") {
				image.RepoDigests = append(image.RepoDigests, name)
			} else {
				image.RepoTags = append(image.RepoTags, name)
			}
		}
		list = append(list, image)
	}
	return list, nil
}

func (s imageService) ImageStatus(ctx context.Context, spec *runtimeapi.ImageSpec, _ bool) (*runtimeapi.ImageStatusResponse, error) {
	image, ok, err := s.life.ImageStatus(ctx, spec.Image)
	if err != nil {
		return nil, err
	}
	if !ok {
		return &runtimeapi.ImageStatusResponse{}, nil
	}
	return &runtimeapi.ImageStatusResponse{Image: &runtimeapi.Image{Id: image.Ref, Size: image.Size}}, nil
}

func (s imageService) PullImage(ctx context.Context, spec *runtimeapi.ImageSpec, auth *runtimeapi.AuthConfig, _ *runtimeapi.PodSandboxConfig) (string, error) {
	if auth == nil {
		return s.life.PullImage(ctx, spec.Image, nil)
	}
	return s.life.PullImage(ctx, spec.Image, &harness.Auth{Username: auth.Username, Password: auth.Password})
}

func (s imageService) RemoveImage(ctx context.Context, spec *runtimeapi.ImageSpec) error {
	s.life.RemoveImage(ctx, spec.Image)
	return nil
}

// gcRuntime is the kubelet's own runtime manager, with one pod that uses what the script says.
type gcRuntime struct {
	container.Runtime
	life *harness.Life
	// Called between the listing of the images and their detection.
	detecting func()
}

func (r *gcRuntime) GetPods(context.Context, bool) ([]*container.Pod, error) {
	if r.detecting != nil {
		r.detecting()
	}
	pod := &container.Pod{ID: "p"}
	for i, ref := range r.life.InUse() {
		id := container.ContainerID{Type: "fake", ID: fmt.Sprint(i)}
		pod.Containers = append(pod.Containers, &container.Container{ID: id, ImageID: ref})
	}
	return []*container.Pod{pod}, nil
}

func (*gcRuntime) GetContainerStatus(context.Context, types.UID, container.ContainerID) (*container.Status, error) {
	return &container.Status{}, nil
}

type recorder struct{ life *harness.Life }

func (r recorder) Event(object runtime.Object, eventType, reason, message string) {
	r.life.Event(object.(*v1.ObjectReference).FieldPath, eventType, reason, message)
}
func (r recorder) Eventf(object runtime.Object, eventType, reason, format string, args ...any) {
	r.Event(object, eventType, reason, fmt.Sprintf(format, args...))
}
func (r recorder) AnnotatedEventf(object runtime.Object, _ map[string]string, eventType, reason, format string, args ...any) {
	r.Event(object, eventType, reason, fmt.Sprintf(format, args...))
}
func (r recorder) WithLogger(klog.Logger) record.EventRecorderLogger { return r }

// PullingTimes are not looked at.
type PullingTimes struct{}

func (PullingTimes) RecordImageStartedPulling(types.UID)  {}
func (PullingTimes) RecordImageFinishedPulling(types.UID) {}

// PodStates are those of pods that stay.
type PodStates struct{}

func (PodStates) IsPodTerminationRequested(types.UID) bool { return false }
func (PodStates) ShouldPodContentBeRemoved(types.UID) bool { return false }
func (PodStates) ShouldPodRuntimeBeRemoved(types.UID) bool { return false }
