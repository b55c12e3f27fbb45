package main

import (
	"encoding/json"
	"time"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/record"
	clocktesting "k8s.io/utils/clock/testing"
)

type givenEvent struct {
	AtMicros  int64  `json:"atMicros"`
	Host      string `json:"host"`
	Name      string `json:"name"`
	FieldPath string `json:"fieldPath"`
	Type      string `json:"type"`
	Reason    string `json:"reason"`
	Message   string `json:"message"`
}

// correlated is the event as it is written to the API server; null where it is not.
type correlated struct {
	Message     string `json:"message"`
	Count       int32  `json:"count"`
	FirstMicros int64  `json:"firstMicros"`
	LastMicros  int64  `json:"lastMicros"`
}

// correlate gives the events in a line of JSON to an EventCorrelator, one after the other.
func correlate(line []byte) ([]*correlated, error) {
	var given struct {
		Events []givenEvent `json:"events"`
	}
	if err := json.Unmarshal(line, &given); err != nil {
		return nil, err
	}
	clock := clocktesting.NewFakePassiveClock(time.UnixMicro(0))
	correlator := record.NewEventCorrelatorWithOptions(record.CorrelatorOptions{Clock: clock})
	told := []*correlated{}
	for _, event := range given.Events {
		clock.SetTime(time.UnixMicro(event.AtMicros))
		now := metav1.NewTime(clock.Now())
		result, err := correlator.EventCorrelate(&v1.Event{
			ObjectMeta: metav1.ObjectMeta{Name: event.Name, Namespace: "default"},
			InvolvedObject: v1.ObjectReference{
				Kind: "Pod", APIVersion: "v1", Namespace: "default", Name: event.Name, UID: types.UID("uid-" + event.Name), FieldPath: event.FieldPath,
			},
			Source: v1.EventSource{Component: "kubelet", Host: event.Host},
			Type:   event.Type, Reason: event.Reason, Message: event.Message,
			Count: 1, FirstTimestamp: now, LastTimestamp: now,
		})
		if err != nil {
			return nil, err
		}
		if result.Skip {
			told = append(told, nil)
			continue
		}
		written := result.Event
		told = append(told, &correlated{written.Message, written.Count, written.FirstTimestamp.UnixMicro(), written.LastTimestamp.UnixMicro()})
		correlator.UpdateState(written)
	}
	return told, nil
}
