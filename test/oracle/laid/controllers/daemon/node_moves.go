// Package daemon: laid beside the controller's own files, whose steps are not exported (scripts/oracle/record-rollouts.mjs).
package daemon

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	apps "k8s.io/api/apps/v1"
	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/record"
	"k8s.io/client-go/util/flowcontrol"
	"k8s.io/kubernetes/pkg/controller"
)

type nodesCase struct {
	MaxSurge       intstr.IntOrString `json:"maxSurge"`
	MaxUnavailable intstr.IntOrString `json:"maxUnavailable"`
	// The pods of each node: `old ready`, `new starting`, `old deleting`, `old over`.
	Nodes [][]string `json:"nodes"`
}

type nodeMoves struct {
	Creates []string `json:"creates"`
	Deletes []string `json:"deletes"`
}

// MovesOf answers with what syncs make and delete until they have to wait: nodes, and pods. Which of the old pods that are ready comes next,
// chance decides: all are called `one of them`.
func MovesOf(line []byte) (any, error) {
	var given nodesCase
	if err := json.Unmarshal(line, &given); err != nil {
		return nil, err
	}
	labels := map[string]string{"app": "web"}
	ds := &apps.DaemonSet{
		ObjectMeta: metav1.ObjectMeta{Name: "web", Namespace: "default", UID: "web"},
		Spec: apps.DaemonSetSpec{
			Selector: &metav1.LabelSelector{MatchLabels: labels},
			Template: v1.PodTemplateSpec{ObjectMeta: metav1.ObjectMeta{Labels: labels}},
			UpdateStrategy: apps.DaemonSetUpdateStrategy{
				Type:          apps.RollingUpdateDaemonSetStrategyType,
				RollingUpdate: &apps.RollingUpdateDaemonSet{MaxSurge: &given.MaxSurge, MaxUnavailable: &given.MaxUnavailable},
			},
		},
	}
	index := func(obj interface{}) ([]string, error) {
		return []string{controller.PodControllerIndexKey("default", metav1.GetControllerOf(obj.(*v1.Pod)))}, nil
	}
	pods := cache.NewIndexer(cache.MetaNamespaceKeyFunc, cache.Indexers{controller.PodControllerIndex: index})
	nodes := cache.NewIndexer(cache.MetaNamespaceKeyFunc, cache.Indexers{})
	add := func(node, words string) {
		var revision, state string
		fmt.Sscan(words, &revision, &state)
		pod := &v1.Pod{ObjectMeta: metav1.ObjectMeta{
			Name: revision + "-" + node, Namespace: "default",
			Labels:          map[string]string{"app": "web", apps.ControllerRevisionHashLabelKey: revision},
			OwnerReferences: []metav1.OwnerReference{*metav1.NewControllerRef(ds, controllerKind)},
		}}
		pod.Spec.NodeName = node
		controller.SetPodState(pod, state)
		pods.Add(pod)
	}
	list := []*v1.Node{}
	for i, words := range given.Nodes {
		node := &v1.Node{ObjectMeta: metav1.ObjectMeta{Name: fmt.Sprint(i)}}
		list = append(list, node)
		nodes.Add(node)
		for _, of := range words {
			add(node.Name, of)
		}
	}
	control := &controller.FakePodControl{}
	dsc := &DaemonSetsController{
		podControl: control, burstReplicas: 250, expectations: controller.NewControllerExpectations(), eventRecorder: &record.FakeRecorder{},
		podLister: corelisters.NewPodLister(pods), podIndexer: pods, nodeLister: corelisters.NewNodeLister(nodes),
		failedPodsBackoff: flowcontrol.NewBackOff(time.Second, time.Minute),
	}
	nameOf := func(name, node string) string {
		if index, _ := strconv.Atoi(node); slices.Equal(given.Nodes[index], []string{"old ready"}) {
			return "one of them"
		}
		return name
	}
	made := nodeMoves{Creates: []string{}, Deletes: []string{}}
	for {
		before := len(made.Creates) + len(made.Deletes)
		for _, step := range []func() error{
			func() error { return dsc.manage(context.Background(), ds, list, "new") },
			func() error { return dsc.rollingUpdate(context.Background(), ds, list, "new") },
		} {
			control.Clear()
			if err := step(); err != nil {
				return nil, err
			}
			for _, template := range control.Templates {
				terms := template.Spec.Affinity.NodeAffinity.RequiredDuringSchedulingIgnoredDuringExecution.NodeSelectorTerms
				node := terms[0].MatchFields[0].Values[0]
				made.Creates = append(made.Creates, nameOf(node, node))
				add(node, "new starting")
			}
			for _, name := range control.DeletePodName {
				revision, node, _ := strings.Cut(name, "-")
				made.Deletes = append(made.Deletes, nameOf(name, node))
				add(node, revision+" deleting")
			}
		}
		if len(made.Creates)+len(made.Deletes) == before {
			break
		}
	}
	slices.Sort(made.Creates)
	slices.Sort(made.Deletes)
	return made, nil
}
