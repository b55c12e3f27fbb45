// Package byname is the PLEG's runtime in releases before v1.36, which ask for a pod's status by uid, name and namespace.
package byname

import (
	"context"
	"time"

	"k8s.io/apimachinery/pkg/types"
	"k8s.io/kubernetes/pkg/kubelet/container"

	"windlass/oracle/adapters/pleg"
	harness "windlass/oracle/core/pleg"
)

// Runtime is the node's, in the kubelet's words.
type Runtime struct {
	container.Runtime // what the PLEG does not call is nil
	Node              *harness.Node
}

func (r *Runtime) GetPods(context.Context, bool) ([]*container.Pod, error) {
	listed, _, err := r.Node.GetPods()
	if err != nil {
		return nil, err
	}
	pods := make([]*container.Pod, len(listed))
	for i, pod := range listed {
		pods[i] = pleg.PodFrom(pod)
	}
	return pods, nil
}

func (r *Runtime) GetPodStatus(_ context.Context, uid types.UID, name, namespace string) (*container.PodStatus, error) {
	asked := time.Now()
	status, err := r.Node.GetPodStatus(string(uid), name, namespace)
	return pleg.KubeletStatus(status, asked), err
}
