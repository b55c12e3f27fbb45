package kuberuntime

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/record"
	"k8s.io/client-go/util/flowcontrol"
	kubecontainer "k8s.io/kubernetes/pkg/kubelet/container"
	testingclock "k8s.io/utils/clock/testing"
)

type backOffTry struct {
	AtMicros         int64  `json:"atMicros"`
	FinishedAtMicros int64  `json:"finishedAtMicros"`
	Container        string `json:"container"`
	Image            string `json:"image"`
	State            string `json:"state"`
}

// Rest is what doBackOff makes of a try to start a container.
type Rest struct {
	Message     string `json:"message,omitempty"`
	Event       string `json:"event,omitempty"`
	UntilMicros int64  `json:"untilMicros,omitempty"`
}

// RestsOf asks doBackOff about the tries in a line of JSON, one after the other.
func RestsOf(line []byte, initial, max time.Duration, hasExpired func(eventTime, lastUpdate time.Time, max time.Duration) bool) ([]Rest, error) {
	var given struct {
		Tries []backOffTry `json:"tries"`
	}
	if err := json.Unmarshal(line, &given); err != nil {
		return nil, err
	}
	clock := testingclock.NewFakeClock(time.UnixMicro(0))
	backOff := flowcontrol.NewFakeBackOff(initial, max, clock)
	backOff.HasExpiredFunc = hasExpired
	recorder := record.NewFakeRecorder(1)
	m := &kubeGenericRuntimeManager{recorder: recorder}
	pod := &v1.Pod{}
	pod.UID, pod.Name, pod.Namespace = "uid-1", "web", "default"
	rests := []Rest{}
	for _, try := range given.Tries {
		clock.SetTime(time.UnixMicro(try.AtMicros))
		// HandlePodCleanups does this every two seconds.
		backOff.GC()
		container := v1.Container{Name: try.Container, Image: try.Image}
		pod.Spec.Containers = []v1.Container{container}
		status := &kubecontainer.PodStatus{}
		if try.State != "none" {
			finished := time.UnixMicro(try.FinishedAtMicros)
			made := &kubecontainer.Status{Name: try.Container, State: kubecontainer.State(try.State), FinishedAt: finished}
			status.ContainerStatuses = []*kubecontainer.Status{made}
		}
		backsOff, message, err := m.doBackOff(context.Background(), pod, &container, status, backOff)
		rest := Rest{Message: message}
		if backsOff {
			rest.Event = <-recorder.Events
			until, _ := kubecontainer.MinBackoffExpiration(errors.Join(err))
			rest.UntilMicros = until.UnixMicro()
		}
		rests = append(rests, rest)
	}
	return rests, nil
}
