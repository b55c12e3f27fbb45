// Package statefulset: laid beside the controller's own files, whose steps are not exported (scripts/oracle/record-rollouts.mjs).
package statefulset

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"time"

	apps "k8s.io/api/apps/v1"
	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/record"
	"k8s.io/kubernetes/pkg/controller"
)

type orderedCase struct {
	Partition  int32 `json:"partition"`
	IsParallel bool  `json:"isParallel"`
	// `old ready`, `new starting`, `old deleting`, `old over` or empty: there is none.
	Pods []string `json:"pods"`
}

type moves struct {
	StatefulPodControlObjectManager `json:"-"`
	mutex                           sync.Mutex
	Creates                         []string `json:"creates"`
	Deletes                         []string `json:"deletes"`
}

func (m *moves) CreatePod(_ context.Context, pod *v1.Pod, _ *apps.StatefulSet) error {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.Creates = append(m.Creates, fmt.Sprintf("%d %s", getOrdinal(pod), getPodRevision(pod)))
	return nil
}

func (m *moves) UpdatePod(*v1.Pod, *apps.StatefulSet) error { return nil }

func (m *moves) DeletePod(pod *v1.Pod) error {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.Deletes = append(m.Deletes, fmt.Sprintf("%d %s", getOrdinal(pod), getPodRevision(pod)))
	return nil
}

// MovesOf answers with what one sync makes and deletes.
func MovesOf(line []byte) (any, error) {
	var given orderedCase
	if err := json.Unmarshal(line, &given); err != nil {
		return nil, err
	}
	set := setOf(given, "new")
	before, err := newRevision(setOf(given, "old"), 1, nil)
	if err != nil {
		return nil, err
	}
	after, err := newRevision(set, 2, nil)
	if err != nil {
		return nil, err
	}
	before.Name, after.Name = "old", "new"
	now := time.Unix(1000, 0)
	pods := []*v1.Pod{}
	for ordinal, words := range given.Pods {
		var revision, state string
		if count, _ := fmt.Sscan(words, &revision, &state); count < 2 {
			continue
		}
		pod := newStatefulSetPod(set, ordinal)
		setPodRevision(pod, revision)
		controller.SetPodState(pod, state)
		pods = append(pods, pod)
	}
	made := &moves{Creates: []string{}, Deletes: []string{}}
	control := &defaultStatefulSetControl{podControl: &StatefulPodControl{made, &record.FakeRecorder{}}}
	_, err = control.updateStatefulSet(context.Background(), set, before, after, 0, pods, now)
	slices.Sort(made.Creates)
	slices.Sort(made.Deletes)
	// With Parallel a pod that is over may be deleted twice.
	made.Deletes = slices.Compact(made.Deletes)
	return made, err
}

func setOf(given orderedCase, image string) *apps.StatefulSet {
	count := int32(len(given.Pods))
	labels := map[string]string{"app": "web"}
	policy := apps.OrderedReadyPodManagement
	if given.IsParallel {
		policy = apps.ParallelPodManagement
	}
	return &apps.StatefulSet{
		TypeMeta:   metav1.TypeMeta{APIVersion: "apps/v1", Kind: "StatefulSet"},
		ObjectMeta: metav1.ObjectMeta{Name: "web", Namespace: "default", UID: "web"},
		Spec: apps.StatefulSetSpec{
			Replicas:            &count,
			Selector:            &metav1.LabelSelector{MatchLabels: labels},
			PodManagementPolicy: policy,
			Template: v1.PodTemplateSpec{
				ObjectMeta: metav1.ObjectMeta{Labels: labels},
				Spec:       v1.PodSpec{Containers: []v1.Container{{Name: "app", Image: image}}},
			},
			UpdateStrategy: apps.StatefulSetUpdateStrategy{
				Type:          apps.RollingUpdateStatefulSetStrategyType,
				RollingUpdate: &apps.RollingUpdateStatefulSetStrategy{Partition: &given.Partition},
			},
		},
	}
}
