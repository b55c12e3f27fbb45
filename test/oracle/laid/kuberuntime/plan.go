package kuberuntime

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/go-logr/logr"
	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/klog/v2"
	"k8s.io/kubernetes/pkg/kubelet/allocation/state"
	"k8s.io/kubernetes/pkg/kubelet/cm"
	kubecontainer "k8s.io/kubernetes/pkg/kubelet/container"
	proberesults "k8s.io/kubernetes/pkg/kubelet/prober/results"
)

type planStatus struct {
	Name     string `json:"name"`
	State    string `json:"state"`
	ExitCode int    `json:"exitCode"`
	Image    string `json:"image"`
	IsActive bool   `json:"isActive"`
}

type planCase struct {
	IsReset  bool         `json:"isReset"`
	Sandbox  string       `json:"sandbox"`
	Statuses []planStatus `json:"statuses"`
}

// Plan is what a sync sets out to do. A pod that is killed is spared nothing else, so its other actions are left out.
type Plan struct {
	CreateSandbox bool     `json:"createSandbox"`
	KillsPod      bool     `json:"killsPod"`
	Changed       []string `json:"changed"`
	Resets        []string `json:"resets"`
	Starts        []string `json:"starts"`
}

// noResources says that no container has been given resources, none of which anything here asks for.
type noResources struct{ state.State }

func (noResources) GetContainerResources(types.UID, string) (v1.ResourceRequirements, bool) {
	return v1.ResourceRequirements{}, false
}

func (noResources) GetPodLevelResources(types.UID) (*v1.ResourceRequirements, bool) {
	return nil, false
}

// PlanOf asks computePodActions about the pod and the status in a line of JSON.
func PlanOf(line []byte) (Plan, error) {
	klog.SetLogger(logr.Discard())
	var given planCase
	if err := json.Unmarshal(line, &given); err != nil {
		return Plan{}, err
	}
	m := &kubeGenericRuntimeManager{
		livenessManager:   proberesults.NewManager(),
		startupManager:    proberesults.NewManager(),
		internalLifecycle: cm.NewFakeInternalContainerLifecycle(),
		actuatedState:     noResources{},
	}
	pod, err := PodOf(line)
	if err != nil {
		return Plan{}, err
	}
	status := statusOf(given, pod)
	actions := m.computePodActions(context.Background(), pod, status, given.IsReset)

	// A sandbox that is not ready is killed too, which changes nothing any more.
	kills := actions.KillPod && given.Sandbox == "ready"
	plan := Plan{CreateSandbox: actions.CreateSandbox, KillsPod: kills, Changed: []string{}, Resets: []string{}, Starts: []string{}}
	if kills {
		return plan, nil
	}
	if !actions.KillPod {
		for _, kill := range actions.ContainersToKill {
			plan.Changed = append(plan.Changed, kill.name)
		}
		slices.Sort(plan.Changed)
		for _, reset := range actions.ContainersToReset {
			plan.Resets = append(plan.Resets, reset.container.Name)
		}
	}
	for _, index := range actions.EphemeralContainersToStart {
		plan.Starts = append(plan.Starts, pod.Spec.EphemeralContainers[index].Name)
	}
	for _, index := range actions.InitContainersToStart {
		plan.Starts = append(plan.Starts, pod.Spec.InitContainers[index].Name)
	}
	for _, index := range actions.ContainersToStart {
		plan.Starts = append(plan.Starts, pod.Spec.Containers[index].Name)
	}
	return plan, nil
}

func statusOf(given planCase, pod *v1.Pod) *kubecontainer.PodStatus {
	status := &kubecontainer.PodStatus{ID: pod.UID, Name: pod.Name, Namespace: pod.Namespace}
	SetSandbox(status, given.Sandbox)
	specs := map[string]*v1.Container{}
	for _, containers := range [][]v1.Container{pod.Spec.InitContainers, pod.Spec.Containers} {
		for i := range containers {
			specs[containers[i].Name] = &containers[i]
		}
	}
	states := map[string]kubecontainer.State{
		"created": kubecontainer.ContainerStateCreated,
		"running": kubecontainer.ContainerStateRunning,
		"exited":  kubecontainer.ContainerStateExited,
	}
	for _, container := range given.Statuses {
		made := &kubecontainer.Status{
			ID:       kubecontainer.ContainerID{Type: "recorded", ID: container.Name},
			Name:     container.Name,
			State:    states[container.State],
			ExitCode: container.ExitCode,
			Image:    container.Image,
		}
		if spec, ok := specs[container.Name]; ok {
			before := *spec
			before.Image = container.Image
			made.Hash = kubecontainer.HashContainer(&before)
		}
		status.ContainerStatuses = append(status.ContainerStatuses, made)
		if container.IsActive && given.Sandbox == "ready" {
			status.ActiveContainerStatuses = append(status.ActiveContainerStatuses, made)
		}
	}
	return status
}
