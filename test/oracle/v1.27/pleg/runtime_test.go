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
	listed, _, err := r.node.GetPods()
	if err != nil {
		return nil, err
	}
	pods := make([]*container.Pod, len(listed))
	for i, pod := range listed {
		pods[i] = podFrom(pod)
	}
	return pods, nil
}

func (r *runtime) GetPodStatus(_ context.Context, uid types.UID, name, namespace string) (*container.PodStatus, error) {
	asked := time.Now()
	status, err := r.node.GetPodStatus(string(uid), name, namespace)
	return kubeletStatus(status, asked), err
}

func idFrom(id string) container.ContainerID { return container.ContainerID{Type: "fake", ID: id} }

func podFrom(pod harness.Pod) *container.Pod {
	made := &container.Pod{ID: types.UID(pod.UID), Name: pod.Name, Namespace: pod.Namespace}
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
