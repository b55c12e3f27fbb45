// Package podtopologyspread: laid beside the plugin's own files, whose fields are not exported (scripts/oracle/record-placement.mjs).
package podtopologyspread

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	apps "k8s.io/api/apps/v1"
	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/component-helpers/scheduling/corev1"
	"k8s.io/component-helpers/scheduling/corev1/nodeaffinity"
	"k8s.io/klog/v2"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/controller/daemon"
	"k8s.io/kubernetes/pkg/scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework/parallelize"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/helper"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/nodeunschedulable"
	"k8s.io/kubernetes/pkg/scheduler/metrics"
)

type placementCase struct {
	IsDaemon bool              `json:"isDaemon"`
	Labels   map[string]string `json:"labels"`
	Spec     v1.PodSpec        `json:"spec"`
	Nodes    []struct {
		Name   string            `json:"name"`
		Labels map[string]string `json:"labels"`
		Spec   v1.NodeSpec       `json:"spec"`
	} `json:"nodes"`
}

type placement struct {
	// The nodes of the first eight pods, one after the other.
	Chosen []string `json:"chosen"`
	// What keeps the next one away from each node; empty: nothing.
	Reasons []string `json:"reasons"`
}

// PlacementOf answers for the pods of a workload, each on a node that takes it: of those one whose domains have the fewest pods, of those one
// in the domains that come first, and of those the one that has the fewest itself.
func PlacementOf(line []byte) (any, error) {
	var given placementCase
	if err := json.Unmarshal(line, &given); err != nil {
		return nil, err
	}
	answer, pods := placement{Chosen: []string{}}, make([]int, len(given.Nodes))
	for {
		reasons, err := reasonsFor(given, pods)
		if err != nil {
			return nil, err
		}
		answer.Reasons = reasons
		best, least := -1, []int{}
		for i, reason := range reasons {
			if reason != "" {
				continue
			}
			if rank := rankOf(given, reasons, pods, i); best < 0 || slices.Compare(rank, least) < 0 {
				best, least = i, rank
			}
		}
		if best < 0 || given.IsDaemon || len(answer.Chosen) == 8 {
			return answer, nil
		}
		pods[best]++
		answer.Chosen = append(answer.Chosen, given.Nodes[best].Name)
	}
}

func rankOf(given placementCase, reasons []string, pods []int, node int) []int {
	inDomains, first := 0, make([]bool, len(pods))
	for i, reason := range reasons {
		first[i] = reason == "" || reason == ErrReasonConstraintsNotMatch
	}
	for _, constraint := range given.Spec.TopologySpreadConstraints {
		selector, _ := metav1.LabelSelectorAsSelector(constraint.LabelSelector)
		hasLabel := func(key string) bool { return labels.Set(given.Labels).Has(key) }
		isEmpty := selector.Empty() && !slices.ContainsFunc(constraint.MatchLabelKeys, hasLabel)
		isCounted := !isEmpty && selector.Matches(labels.Set(given.Labels))
		for other, count := range pods {
			isSame := given.Nodes[other].Labels[constraint.TopologyKey] == given.Nodes[node].Labels[constraint.TopologyKey]
			if isSame && isCounted {
				inDomains += count
			} else if !isSame && (isCounted || constraint.WhenUnsatisfiable == v1.DoNotSchedule) {
				first[other] = false
			}
		}
	}
	return []int{inDomains, slices.Index(first, true), pods[node]}
}

func reasonsFor(given placementCase, placed []int) ([]string, error) {
	ctx, logger := context.Background(), klog.Background()
	pod := &v1.Pod{Spec: given.Spec}
	pod.Namespace, pod.Labels = "default", given.Labels
	infos := []fwk.NodeInfo{}
	for i, of := range given.Nodes {
		node := &v1.Node{Spec: of.Spec}
		node.Name, node.Labels = of.Name, of.Labels
		// The controllers give a cordoned node its taint.
		if of.Spec.Unschedulable {
			node.Spec.Taints = append(node.Spec.Taints, v1.Taint{Key: v1.TaintNodeUnschedulable, Effect: v1.TaintEffectNoSchedule})
		}
		pods := []*v1.Pod{}
		for range placed[i] {
			pods = append(pods, pod)
		}
		info := framework.NewNodeInfo(pods...)
		info.SetNode(node)
		infos = append(infos, info)
	}
	metrics.Register()
	pl := &PodTopologySpread{
		parallelizer: parallelize.NewParallelizer(1), enableNodeInclusionPolicyInPodTopologySpread: true, enableMatchLabelKeysInPodTopologySpread: true,
	}
	state := framework.NewCycleState()
	_, status := pl.PreFilter(ctx, state, pod, infos)
	if status.IsRejected() || status.AsError() != nil && !status.IsSkip() {
		return nil, status.AsError()
	}
	affinity := nodeaffinity.GetRequiredNodeAffinity(pod)
	reasons := []string{}
	for _, info := range infos {
		node, reason := info.Node(), ""
		if given.IsDaemon {
			ds := &apps.DaemonSet{Spec: apps.DaemonSetSpec{Template: v1.PodTemplateSpec{Spec: *given.Spec.DeepCopy()}}}
			if runs, _ := daemon.NodeShouldRunDaemonPod(logger, node, ds); !runs {
				reason = "no"
			}
			reasons = append(reasons, reason)
			continue
		}
		matches, _ := affinity.Match(node)
		cordon := v1.Taint{Key: v1.TaintNodeUnschedulable, Effect: v1.TaintEffectNoSchedule}
		taint, repels := corev1.FindMatchingUntoleratedTaint(logger, node.Spec.Taints, pod.Spec.Tolerations, helper.DoNotScheduleTaintsFilterFunc(), false)
		switch {
		case node.Spec.Unschedulable && !corev1.TolerationsTolerateTaint(logger, pod.Spec.Tolerations, &cordon, false):
			reason = nodeunschedulable.ErrReasonUnschedulable
		case repels:
			reason = fmt.Sprintf("node(s) had untolerated taint {%s: %s}", taint.Key, taint.Value)
		case !matches:
			reason = "node(s) didn't match Pod's node affinity/selector"
		case !status.IsSkip():
			if refused := pl.Filter(ctx, state, pod, info); !refused.IsSuccess() {
				reason = refused.Message()
			}
		}
		reasons = append(reasons, reason)
	}
	return reasons, nil
}
