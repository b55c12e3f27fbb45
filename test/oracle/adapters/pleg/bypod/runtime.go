// Package bypod is the PLEG's runtime in releases since v1.36, which ask for a pod's status with the pod as it was listed.
package bypod

import (
	"context"
	"time"

	"k8s.io/apimachinery/pkg/types"
	"k8s.io/kubernetes/pkg/kubelet/container"

	adapter "windlass/oracle/adapters/pleg"
	harness "windlass/oracle/core/pleg"
)

// Runtime is the node's, in the kubelet's words.
type Runtime struct {
	container.Runtime // what the PLEG does not call is nil
	Node              *harness.Node
}

func (r *Runtime) GetPods(context.Context, bool) ([]*container.Pod, error) {
	listed, at, err := r.Node.GetPods()
	if err != nil {
		return nil, err
	}
	pods := make([]*container.Pod, len(listed))
	for i, pod := range listed {
		pods[i] = podFrom(pod, at)
	}
	return pods, nil
}

func (r *Runtime) GetPod(_ context.Context, uid types.UID) (*container.Pod, error) {
	pod, at, err := r.Node.GetPod(string(uid), container.ErrPodNotFound)
	if err != nil {
		return nil, err
	}
	return podFrom(pod, at), nil
}

func (r *Runtime) GetPodStatus(_ context.Context, pod *container.Pod) (*container.PodStatus, error) {
	status, err := r.Node.GetPodStatus(string(pod.ID), pod.Name, pod.Namespace)
	return adapter.KubeletStatus(status, pod.Timestamp), err
}

// podFrom stamps the pod with the time of the list, as the kubelet's own runtime does.
func podFrom(pod harness.Pod, at time.Time) *container.Pod {
	made := adapter.PodFrom(pod)
	made.Timestamp = at
	return made
}
