// Package deployment: laid beside the controller's own files, whose steps are not exported (scripts/oracle/record-rollouts.mjs).
package deployment

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	apps "k8s.io/api/apps/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	clientset "k8s.io/client-go/kubernetes"
	appsclient "k8s.io/client-go/kubernetes/typed/apps/v1"
	"k8s.io/client-go/tools/record"
)

type replicas struct {
	Replicas  int32 `json:"replicas"`
	Available int32 `json:"available"`
}

type rollingCase struct {
	Replicas       int32              `json:"replicas"`
	MaxSurge       intstr.IntOrString `json:"maxSurge"`
	MaxUnavailable intstr.IntOrString `json:"maxUnavailable"`
	// The oldest comes first.
	Olds []replicas `json:"olds"`
	New  replicas   `json:"new"`
}

// scales is a client that knows how to update ReplicaSets, and their sizes since.
type scales struct {
	clientset.Interface
	appsclient.AppsV1Interface
	appsclient.ReplicaSetInterface
	sizes map[string]int32
}

func (s *scales) AppsV1() appsclient.AppsV1Interface                { return s }
func (s *scales) ReplicaSets(string) appsclient.ReplicaSetInterface { return s }
func (s *scales) Update(_ context.Context, set *apps.ReplicaSet, _ metav1.UpdateOptions) (*apps.ReplicaSet, error) {
	s.sizes[set.Name] = *set.Spec.Replicas
	return set, nil
}

// SizesOf answers with the sizes of the ReplicaSets after one sync, the new one last.
func SizesOf(line []byte) (any, error) {
	var given rollingCase
	if err := json.Unmarshal(line, &given); err != nil {
		return nil, err
	}
	d := &apps.Deployment{Spec: apps.DeploymentSpec{Replicas: &given.Replicas, Strategy: apps.DeploymentStrategy{
		Type:          apps.RollingUpdateDeploymentStrategyType,
		RollingUpdate: &apps.RollingUpdateDeployment{MaxSurge: &given.MaxSurge, MaxUnavailable: &given.MaxUnavailable},
	}}}
	client := &scales{sizes: map[string]int32{}}
	all := []*apps.ReplicaSet{}
	for i, of := range append(given.Olds, given.New) {
		name := fmt.Sprint(i)
		client.sizes[name] = of.Replicas
		all = append(all, &apps.ReplicaSet{
			ObjectMeta: metav1.ObjectMeta{Name: name, CreationTimestamp: metav1.NewTime(time.Unix(int64(i), 0))},
			Spec:       apps.ReplicaSetSpec{Replicas: &of.Replicas},
			Status:     apps.ReplicaSetStatus{Replicas: of.Replicas, AvailableReplicas: of.Available},
		})
	}
	olds, fresh := all[:len(given.Olds)], all[len(given.Olds)]
	dc := &DeploymentController{client: client, eventRecorder: &record.FakeRecorder{}}
	scaledUp, err := dc.reconcileNewReplicaSet(context.Background(), all, fresh, d)
	if err == nil && !scaledUp {
		_, err = dc.reconcileOldReplicaSets(context.Background(), all, olds, fresh, d)
	}
	sizes := []int32{}
	for i := range all {
		sizes = append(sizes, client.sizes[fmt.Sprint(i)])
	}
	return sizes, err
}
