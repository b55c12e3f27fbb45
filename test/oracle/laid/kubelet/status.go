// Package kubelet: laid beside the kubelet's own files, since generateAPIPodStatus is not exported (scripts/oracle/record-statuses.mjs).
package kubelet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/go-logr/logr"
	v1 "k8s.io/api/core/v1"
	"k8s.io/klog/v2"
	"k8s.io/kubernetes/pkg/apis/core"
	corev1 "k8s.io/kubernetes/pkg/apis/core/v1"
	"k8s.io/kubernetes/pkg/kubelet/cm"
	kubecontainer "k8s.io/kubernetes/pkg/kubelet/container"
	"k8s.io/kubernetes/pkg/kubelet/kuberuntime"
	kubepod "k8s.io/kubernetes/pkg/kubelet/pod"
	"k8s.io/kubernetes/pkg/kubelet/prober"
	proberesults "k8s.io/kubernetes/pkg/kubelet/prober/results"
	"k8s.io/kubernetes/pkg/kubelet/status"
	"k8s.io/kubernetes/pkg/printers"
	printersinternal "k8s.io/kubernetes/pkg/printers/internalversion"
)

type statusStep struct {
	Kind       string                      `json:"kind"`
	Sandbox    string                      `json:"sandbox"`
	Containers []statusContainer           `json:"containers"`
	Reasons    map[string]statusWhyWaiting `json:"reasons"`
}

type statusWhyWaiting struct {
	Reason  string `json:"reason"`
	Message string `json:"message"`
}

// A container of the pod, the oldest first.
type statusContainer struct {
	ID         int    `json:"id"`
	Name       string `json:"name"`
	State      string `json:"state"`
	ExitCode   int    `json:"exitCode"`
	ExitReason string `json:"exitReason"`
	Restarts   int    `json:"restarts"`
	IsActive   bool   `json:"isActive"`
}

type statusEnd struct {
	ExitCode int32  `json:"exitCode"`
	Reason   string `json:"reason"`
}

type statusView struct {
	Name     string     `json:"name"`
	State    string     `json:"state"`
	Reason   string     `json:"reason,omitempty"`
	Message  string     `json:"message,omitempty"`
	ExitCode *int32     `json:"exitCode,omitempty"`
	Restarts int32      `json:"restarts"`
	Last     *statusEnd `json:"last,omitempty"`
}

// Published is what the kubelet publishes in a step, and the cells that kubectl makes of it.
type Published struct {
	Phase string `json:"phase"`
	// The types of those that are True.
	Conditions []string     `json:"conditions"`
	Containers []statusView `json:"containers"`
	Cells      []string     `json:"cells"`
}

// StatusesOf asks generateAPIPodStatus and the status manager about the pod in a line of JSON, step by step.
func StatusesOf(line []byte) ([]Published, error) {
	klog.SetLogger(logr.Discard())
	var given struct {
		Steps []statusStep `json:"steps"`
	}
	if err := json.Unmarshal(line, &given); err != nil {
		return nil, err
	}
	pod, err := kuberuntime.PodOf(line)
	if err != nil {
		return nil, err
	}
	statuses := status.NewManager(nil, kubepod.NewBasicPodManager(), nil, nil)
	results := proberesults.NewManager()
	kl := &Kubelet{
		statusManager:    statuses,
		containerManager: cm.NewStubContainerManager(),
		probeManager:     prober.NewManager(statuses, results, results, results, nil, nil),
	}
	published := []Published{}
	for _, step := range given.Steps {
		one, err := kl.publish(pod, step)
		if err != nil {
			return nil, err
		}
		published = append(published, one)
	}
	return published, nil
}

func (kl *Kubelet) publish(pod *v1.Pod, step statusStep) (Published, error) {
	ctx := context.Background()
	kl.reasonCache = NewReasonCache()
	for name, why := range step.Reasons {
		kl.reasonCache.add(pod.UID, name, errors.New(why.Reason), why.Message)
	}
	if step.Kind == "deleted" {
		kuberuntime.Delete(pod)
	}
	if step.Kind == "final" {
		kl.statusManager.TerminatePod(klog.Background(), pod)
	} else {
		isTerminal := step.Kind == "stopped"
		kl.statusManager.SetPodStatus(klog.Background(), pod, kl.generateAPIPodStatus(ctx, pod, runtimeStatusOf(pod, step), isTerminal))
	}
	shown, _ := kl.statusManager.GetPodStatus(pod.UID)
	pod.Status = shown
	return publishedOf(pod)
}

func publishedOf(pod *v1.Pod) (Published, error) {
	shown := pod.Status
	published := Published{Phase: string(shown.Phase), Conditions: []string{}, Containers: []statusView{}}
	for _, condition := range shown.Conditions {
		if condition.Status == v1.ConditionTrue {
			published.Conditions = append(published.Conditions, string(condition.Type))
		}
	}
	for _, containers := range [][]v1.ContainerStatus{shown.InitContainerStatuses, shown.ContainerStatuses, shown.EphemeralContainerStatuses} {
		for _, container := range containers {
			published.Containers = append(published.Containers, viewOf(container))
		}
	}
	var internal core.Pod
	if err := corev1.Convert_v1_Pod_To_core_Pod(pod, &internal, nil); err != nil {
		return Published{}, err
	}
	table, err := printers.NewTableGenerator().With(printersinternal.AddHandlers).GenerateTable(&internal, printers.GenerateOptions{})
	if err != nil {
		return Published{}, err
	}
	cells := table.Rows[0].Cells
	published.Cells = []string{fmt.Sprint(cells[1]), fmt.Sprint(cells[2]), fmt.Sprint(cells[3])}
	return published, nil
}

func viewOf(container v1.ContainerStatus) statusView {
	view := statusView{Name: container.Name, Restarts: container.RestartCount}
	if end := container.LastTerminationState.Terminated; end != nil {
		view.Last = &statusEnd{ExitCode: end.ExitCode, Reason: end.Reason}
	}
	switch state := container.State; {
	case state.Running != nil:
		view.State = "running"
	case state.Terminated != nil:
		view.State, view.Reason, view.Message = "terminated", state.Terminated.Reason, state.Terminated.Message
		view.ExitCode = &state.Terminated.ExitCode
	default:
		view.State, view.Reason, view.Message = "waiting", state.Waiting.Reason, state.Waiting.Message
	}
	return view
}

func runtimeStatusOf(pod *v1.Pod, step statusStep) *kubecontainer.PodStatus {
	podStatus := &kubecontainer.PodStatus{ID: pod.UID, Name: pod.Name, Namespace: pod.Namespace}
	kuberuntime.SetSandbox(podStatus, step.Sandbox)
	// Of the containers of a name the newest comes first, as getPodContainerStatuses sorts them.
	for index := len(step.Containers) - 1; index >= 0; index-- {
		container := step.Containers[index]
		id := fmt.Sprintf("%s-%d", container.Name, container.ID)
		made := &kubecontainer.Status{
			ID:           kubecontainer.ContainerID{Type: "recorded", ID: id},
			Name:         container.Name,
			State:        kubecontainer.State(container.State),
			CreatedAt:    time.Unix(int64(1000+index), 0),
			ExitCode:     container.ExitCode,
			Reason:       container.ExitReason,
			RestartCount: container.Restarts,
		}
		if made.State == kubecontainer.ContainerStateExited {
			// So that each is told by an age of its own.
			made.FinishedAt = time.Now().Add(-time.Duration(170-container.ID) * time.Minute)
		}
		podStatus.ContainerStatuses = append(podStatus.ContainerStatuses, made)
		if container.IsActive && step.Sandbox == "ready" {
			podStatus.ActiveContainerStatuses = append(podStatus.ActiveContainerStatuses, made)
		}
	}
	return podStatus
}
