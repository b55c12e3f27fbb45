// Package imagegc is the real image garbage collection of releases since v1.35 behind the conformance protocol.
package imagegc

import (
	"context"
	"fmt"
	"strconv"
	"testing"
	"time"

	"go.opentelemetry.io/otel/trace/noop"
	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/component-base/metrics"
	runtimeapi "k8s.io/cri-api/pkg/apis/runtime/v1"
	statsapi "k8s.io/kubelet/pkg/apis/stats/v1alpha1"
	"k8s.io/kubernetes/pkg/kubelet/container"
	"k8s.io/kubernetes/pkg/kubelet/images"
	kubeletmetrics "k8s.io/kubernetes/pkg/kubelet/metrics"

	"windlass/oracle/adapters/recorder"
	"windlass/oracle/core"
	harness "windlass/oracle/core/imagegc"
)

// Serve answers scripts with the release's image GC manager.
func Serve(t *testing.T) {
	registry := metrics.NewKubeRegistry()
	registry.MustRegister(kubeletmetrics.ImageGarbageCollectedTotal)
	harness.Serve(t, release{registry})
}

type release struct{ metrics metrics.KubeRegistry }

func (release) Reset() { kubeletmetrics.ImageGarbageCollectedTotal.Reset() }

func (r release) Samples() []core.Sample { return core.Samples(r.metrics) }

func (release) Manager(node *harness.Node, script *harness.Script) (harness.Manager, error) {
	policy := images.ImageGCPolicy{
		HighThresholdPercent: script.Policy.HighThresholdPercent,
		LowThresholdPercent:  script.Policy.LowThresholdPercent,
		MinAge:               script.Policy.MinAge.Duration(),
		MaxAge:               script.Policy.MaxAge.Duration(),
	}
	prune := func(_ context.Context, remaining []string, _ time.Time) { node.Pruned(remaining) }
	made, err := images.NewImageGCManager(
		&criRuntime{node: node}, stats{node}, []images.PostImageGCHook{prune}, recorder.Recorder{Node: node}, &v1.ObjectReference{Kind: "Node", Name: "node"}, policy,
		noop.NewTracerProvider(),
	)
	return manager{made}, err
}

type manager struct{ images.ImageGCManager }

func (m manager) Kubelet() any { return m.ImageGCManager }

// Start gives the loops, which the kubelet never ends, a channel of the bubble's to stop on; since v1.37 they stop with their context.
func (m manager) Start() (stop func()) {
	ended := make(chan struct{})
	wait.NeverStop = ended
	ctx, cancel := context.WithCancel(context.Background())
	m.ImageGCManager.Start(ctx)
	return func() {
		close(ended)
		cancel()
	}
}

type criRuntime struct {
	container.Runtime // what the manager does not call is nil
	node              *harness.Node
}

func (r *criRuntime) ListImages(context.Context) ([]container.Image, error) {
	list, err := r.node.ListImages()
	var made []container.Image
	for _, image := range list {
		made = append(made, container.Image{ID: image.ID, RepoTags: image.RepoTags, Size: image.Size, Pinned: image.Pinned})
	}
	return made, err
}

// GetPods gives each container its place among all as id.
func (r *criRuntime) GetPods(context.Context, bool) ([]*container.Pod, error) {
	containers, err := r.node.Containers()
	if err != nil {
		return nil, err
	}
	pods := map[string]*container.Pod{}
	var list []*container.Pod
	for place, c := range containers {
		pod, ok := pods[c.PodUID]
		if !ok {
			pod = &container.Pod{ID: types.UID(c.PodUID), Namespace: "ns", Name: c.PodUID}
			pods[c.PodUID] = pod
			list = append(list, pod)
		}
		id := container.ContainerID{Type: "fake", ID: fmt.Sprint(place)}
		pod.Containers = append(pod.Containers, &container.Container{ID: id, ImageID: c.ImageID})
	}
	return list, nil
}

func (r *criRuntime) GetContainerStatus(_ context.Context, _ types.UID, id container.ContainerID) (*container.Status, error) {
	place, err := strconv.Atoi(id.ID)
	if err != nil {
		return nil, err
	}
	volumes, err := r.node.ImageVolumes(place)
	if err != nil {
		return nil, err
	}
	status := &container.Status{ID: id}
	for _, image := range volumes {
		status.Mounts = append(status.Mounts, container.Mount{Image: &runtimeapi.ImageSpec{Image: image}})
	}
	return status, nil
}

func (r *criRuntime) RemoveImage(_ context.Context, image container.ImageSpec) error {
	return r.node.RemoveImage(image.Image)
}

type stats struct{ node *harness.Node }

func (s stats) ImageFsStats(context.Context) (*statsapi.FsStats, *statsapi.FsStats, error) {
	capacity, available, err := s.node.ImageFsStats()
	if err != nil {
		return nil, nil, err
	}
	return &statsapi.FsStats{CapacityBytes: capacity, AvailableBytes: available}, nil, nil
}
