package controller

import (
	"time"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// SetPodState makes a pod `starting`, `ready`, `deleting` or `over`, as cases of rollouts say it.
func SetPodState(pod *v1.Pod, state string) {
	pod.Status.Phase = v1.PodRunning
	ready := v1.ConditionFalse
	switch state {
	case "ready":
		ready = v1.ConditionTrue
	case "deleting":
		pod.DeletionTimestamp = &metav1.Time{Time: time.Unix(1, 0)}
	case "over":
		pod.Status.Phase = v1.PodFailed
	}
	pod.Status.Conditions = []v1.PodCondition{{Type: v1.PodReady, Status: ready}}
}
