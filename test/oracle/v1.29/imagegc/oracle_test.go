// Package imagegc is the real image garbage collection of Kubernetes v1.29.15 behind the conformance protocol.
package imagegc

import (
	"context"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/go-logr/logr"
	"go.opentelemetry.io/otel/trace"
	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/component-base/metrics"
	"k8s.io/klog/v2"
	statsapi "k8s.io/kubelet/pkg/apis/stats/v1alpha1"
	"k8s.io/kubernetes/pkg/kubelet/container"
	"k8s.io/kubernetes/pkg/kubelet/images"
	kubeletmetrics "k8s.io/kubernetes/pkg/kubelet/metrics"

	"windlass/oracle/adapters/recorder"
	"windlass/oracle/core"
	harness "windlass/oracle/core/imagegc"
)

func TestMain(m *testing.M) {
	klog.SetLogger(logr.Discard())
	os.Exit(core.Main(m))
}

func TestOracle(t *testing.T) {
	registry := metrics.NewKubeRegistry()
	registry.MustRegister(kubeletmetrics.ImageGarbageCollectedTotal)
	harness.Serve(t, &release{metrics: registry})
}

type release struct {
	metrics metrics.KubeRegistry
	before  []core.Sample
}

// Reset remembers the count: a counter without labels cannot be emptied.
func (r *release) Reset() { r.before = core.Samples(r.metrics) }

func (r *release) Samples() []core.Sample { return core.Since(r.before, core.Samples(r.metrics)) }

func (*release) Manager(node *harness.Node, script *harness.Script) (harness.Manager, error) {
	policy := images.ImageGCPolicy{
		HighThresholdPercent: script.Policy.HighThresholdPercent,
		LowThresholdPercent:  script.Policy.LowThresholdPercent,
		MinAge:               script.Policy.MinAge.Duration(),
		MaxAge:               script.Policy.MaxAge.Duration(),
	}
	made, err := images.NewImageGCManager(
		&criRuntime{node: node}, stats{node}, recorder.Recorder{Node: node}, &v1.ObjectReference{Kind: "Node", Name: "node"}, policy,
		trace.NewNoopTracerProvider(),
	)
	return manager{made}, err
}

type manager struct{ images.ImageGCManager }

func (m manager) Kubelet() any { return m.ImageGCManager }

func (m manager) GarbageCollect(ctx context.Context, _ time.Time) error {
	return m.ImageGCManager.GarbageCollect(ctx)
}

// Start gives the loops, which the kubelet never ends, a channel of the bubble's to stop on.
func (m manager) Start() (stop func()) {
	ended := make(chan struct{})
	wait.NeverStop = ended
	m.ImageGCManager.Start()
	return func() { close(ended) }
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

func (r *criRuntime) GetImageRef(_ context.Context, image container.ImageSpec) (string, error) {
	return r.node.ImageRef(image.Image), nil
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
