package pleg

import (
	"context"
	"time"

	"k8s.io/apimachinery/pkg/types"
	"k8s.io/kubernetes/pkg/kubelet/container"

	adapter "windlass/oracle/adapters/pleg"
	harness "windlass/oracle/core/pleg"
)

// runtime is the node's, in the kubelet's words.
type runtime struct {
	container.Runtime // what the PLEG does not call is nil
	node              *harness.Node
}

func (r *runtime) GetPods(context.Context, bool) ([]*container.Pod, error) {
	listed, at, err := r.node.GetPods()
	if err != nil {
		return nil, err
	}
	pods := make([]*container.Pod, len(listed))
	for i, pod := range listed {
		pods[i] = podFrom(pod, at)
	}
	return pods, nil
}

func (r *runtime) GetPod(_ context.Context, uid types.UID) (*container.Pod, error) {
	pod, at, err := r.node.GetPod(string(uid), container.ErrPodNotFound)
	if err != nil {
		return nil, err
	}
	return podFrom(pod, at), nil
}

func (r *runtime) GetPodStatus(_ context.Context, pod *container.Pod) (*container.PodStatus, error) {
	status, err := r.node.GetPodStatus(string(pod.ID), pod.Name, pod.Namespace)
	return adapter.KubeletStatus(status, pod.Timestamp), err
}

// podFrom stamps the pod with the time of the list, as the kubelet's own runtime does.
func podFrom(pod harness.Pod, at time.Time) *container.Pod {
	made := adapter.PodFrom(pod)
	made.Timestamp = at
	return made
}
