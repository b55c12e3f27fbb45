package pleg

import (
	"time"

	"k8s.io/apimachinery/pkg/types"
	runtimeapi "k8s.io/cri-api/pkg/apis/runtime/v1"
	"k8s.io/kubernetes/pkg/kubelet/container"

	harness "windlass/oracle/core/pleg"
)

func idFrom(id string) container.ContainerID { return container.ContainerID{Type: "fake", ID: id} }

// PodFrom gives a pod of the node in the kubelet's words.
func PodFrom(pod harness.Pod) *container.Pod {
	made := &container.Pod{ID: types.UID(pod.UID), Name: pod.Name, Namespace: pod.Namespace}
	for _, c := range pod.Containers {
		made.Containers = append(made.Containers, &container.Container{ID: idFrom(c.ID), Name: c.Name, State: container.State(c.State)})
	}
	for _, c := range pod.Sandboxes {
		made.Sandboxes = append(made.Sandboxes, &container.Container{ID: idFrom(c.ID), State: container.State(c.State)})
	}
	return made
}

// KubeletStatus gives a status of the node in the kubelet's words, as of then.
func KubeletStatus(status *harness.Status, at time.Time) *container.PodStatus {
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
