// Package kuberuntime: laid beside the kubelet's own files, whose functions are not exported.
package kuberuntime

import (
	"encoding/json"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	runtimeapi "k8s.io/cri-api/pkg/apis/runtime/v1"
	kubecontainer "k8s.io/kubernetes/pkg/kubelet/container"
)

type givenRule struct {
	Action    string  `json:"action"`
	Operator  string  `json:"operator"`
	ExitCodes []int32 `json:"exitCodes"`
}

type givenContainer struct {
	Name    string `json:"name"`
	Image   string `json:"image"`
	Sidecar bool   `json:"sidecar"`
	Restart *struct {
		Policy string      `json:"policy"`
		Rules  []givenRule `json:"rules"`
	} `json:"restart"`
}

type givenPod struct {
	RestartPolicy       string           `json:"restartPolicy"`
	IsDeleted           bool             `json:"isDeleted"`
	InitContainers      []givenContainer `json:"initContainers"`
	Containers          []givenContainer `json:"containers"`
	EphemeralContainers []givenContainer `json:"ephemeralContainers"`
}

// PodOf returns the pod in a line of JSON.
func PodOf(line []byte) (*v1.Pod, error) {
	var given givenPod
	if err := json.Unmarshal(line, &given); err != nil {
		return nil, err
	}
	pod := &v1.Pod{ObjectMeta: metav1.ObjectMeta{UID: "uid", Name: "web", Namespace: "default"}}
	pod.Spec.RestartPolicy = v1.RestartPolicy(given.RestartPolicy)
	if given.IsDeleted {
		Delete(pod)
	}
	for _, container := range given.InitContainers {
		pod.Spec.InitContainers = append(pod.Spec.InitContainers, containerOf(container))
	}
	for _, container := range given.Containers {
		pod.Spec.Containers = append(pod.Spec.Containers, containerOf(container))
	}
	for _, container := range given.EphemeralContainers {
		common := v1.EphemeralContainerCommon{Name: container.Name, Image: container.Image}
		pod.Spec.EphemeralContainers = append(pod.Spec.EphemeralContainers, v1.EphemeralContainer{EphemeralContainerCommon: common})
	}
	return pod, nil
}

// Delete makes it a pod that the API server has been told to delete.
func Delete(pod *v1.Pod) {
	now := metav1.Now()
	pod.DeletionTimestamp = &now
}

// SetSandbox gives the pod a sandbox that is ready, notReady, or none.
func SetSandbox(status *kubecontainer.PodStatus, sandbox string) {
	if sandbox == "none" {
		return
	}
	state := runtimeapi.PodSandboxState_SANDBOX_READY
	if sandbox == "notReady" {
		state = runtimeapi.PodSandboxState_SANDBOX_NOTREADY
	}
	status.SandboxStatuses = []*runtimeapi.PodSandboxStatus{{
		Id:       "sandbox",
		State:    state,
		Metadata: &runtimeapi.PodSandboxMetadata{Name: status.Name, Namespace: status.Namespace, Uid: string(status.ID)},
		Network:  &runtimeapi.PodSandboxNetworkStatus{Ip: "10.0.0.1"},
	}}
}

func containerOf(given givenContainer) v1.Container {
	container := v1.Container{Name: given.Name, Image: given.Image}
	if given.Sidecar {
		always := v1.ContainerRestartPolicyAlways
		container.RestartPolicy = &always
	} else if given.Restart != nil {
		policy := v1.ContainerRestartPolicy(given.Restart.Policy)
		container.RestartPolicy = &policy
		for _, rule := range given.Restart.Rules {
			operator := v1.ContainerRestartRuleOnExitCodesOperator(rule.Operator)
			container.RestartPolicyRules = append(container.RestartPolicyRules, v1.ContainerRestartRule{
				Action:    v1.ContainerRestartRuleAction(rule.Action),
				ExitCodes: &v1.ContainerRestartRuleOnExitCodes{Operator: operator, Values: rule.ExitCodes},
			})
		}
	}
	return container
}
