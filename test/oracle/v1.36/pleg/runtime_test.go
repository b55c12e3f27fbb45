package pleg

import (
	"context"
	"time"

	"k8s.io/apimachinery/pkg/types"
	runtimeapi "k8s.io/cri-api/pkg/apis/runtime/v1"
	"k8s.io/kubernetes/pkg/kubelet/container"

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
	return kubeletStatus(status, pod.Timestamp), err
}

func idFrom(id string) container.ContainerID { return container.ContainerID{Type: "fake", ID: id} }

// podFrom stamps the pod with the time of the list, as the kubelet's own runtime does.
func podFrom(pod harness.Pod, at time.Time) *container.Pod {
	made := &container.Pod{ID: types.UID(pod.UID), Name: pod.Name, Namespace: pod.Namespace, Timestamp: at}
	for _, c := range pod.Containers {
		made.Containers = append(made.Containers, &container.Container{ID: idFrom(c.ID), Name: c.Name, State: container.State(c.State)})
	}
	for _, c := range pod.Sandboxes {
		made.Sandboxes = append(made.Sandboxes, &container.Container{ID: idFrom(c.ID), State: container.State(c.State)})
	}
	return made
}

func kubeletStatus(status *harness.Status, at time.Time) *container.PodStatus {
	if status == nil {
		return nil
	}
	made := &container.PodStatus{ID: types.UID(status.UID), Name: status.Name, Namespace: status.Namespace, IPs: status.IPs, TimeStamp: at}
	for _, c := range status.Containers {
		made.ContainerStatuses = append(made.ContainerStatuses, &container.Status{ID: idFrom(c.ID), Name: c.Name, State: container.State(c.State)})
	}
	for _, c := range status.Sandboxes {
		state := runtimeapi.PodSandboxState_SANDBOX_NOTREADY
		if c.State == "ready" {
			state = runtimeapi.PodSandboxState_SANDBOX_READY
		}
		made.SandboxStatuses = append(made.SandboxStatuses, &runtimeapi.PodSandboxStatus{
			Id: c.ID, State: state, Network: &runtimeapi.PodSandboxNetworkStatus{Ip: c.IP},
		})
	}
	return made
}

func statusFrom(status *container.PodStatus) *harness.Status {
	if status == nil {
		return nil
	}
	made := &harness.Status{UID: string(status.ID), Name: status.Name, Namespace: status.Namespace, IPs: status.IPs}
	for _, c := range status.ContainerStatuses {
		made.Containers = append(made.Containers, harness.ContainerStatus{ID: c.ID.ID, Name: c.Name, State: string(c.State)})
	}
	for _, c := range status.SandboxStatuses {
		state := "notReady"
		if c.State == runtimeapi.PodSandboxState_SANDBOX_READY {
			state = "ready"
		}
		made.Sandboxes = append(made.Sandboxes, harness.SandboxStatus{ID: c.Id, State: state, IP: c.GetNetwork().GetIp()})
	}
	return made
}
