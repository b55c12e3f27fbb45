package pleg

import (
	"encoding/json"

	"windlass/oracle/core"
)

// Entry is something that the PLEG did, or an answer. Which fields there are depends on Type.
type Entry struct {
	At   float64 `json:"at"`
	Type string  `json:"type"`

	Op        string `json:"op,omitempty"`
	UID       string `json:"uid,omitempty"`
	EventType string `json:"eventType,omitempty"`

	// Present though they may be empty; the status may also be null.
	Data    *string         `json:"data,omitempty"`
	Status  json.RawMessage `json:"status,omitempty"`
	Error   *string         `json:"error,omitempty"`
	OK      *bool           `json:"ok,omitempty"`
	Message *string         `json:"message,omitempty"`
	Step    *int            `json:"step,omitempty"`
	Count   int             `json:"count,omitempty"`

	// Times in ms from the start: the one that the PLEG gives to the cache, and those that the cache holds.
	Timestamp *float64 `json:"timestampMs,omitempty"`
	Modified  *float64 `json:"modifiedMs,omitempty"`
	Observed  *float64 `json:"observedMs,omitempty"`
	Global    *float64 `json:"globalMs,omitempty"`

	place place
}

// metricEntry is a metric's; apart, because its count would hide the other.
type metricEntry struct {
	At   float64 `json:"at"`
	Type string  `json:"type"`
	core.Sample
}

// Status is a PodStatus.
type Status struct {
	UID        string            `json:"uid"`
	Name       string            `json:"name"`
	Namespace  string            `json:"namespace"`
	IPs        []string          `json:"ips"`
	Containers []ContainerStatus `json:"containers"`
	Sandboxes  []SandboxStatus   `json:"sandboxes"`
}

type ContainerStatus struct {
	ID    string `json:"id"`
	Name  string `json:"name,omitempty"`
	State string `json:"state"`
}

type SandboxStatus struct {
	ID string `json:"id"`
	// ready or notReady
	State string `json:"state"`
	IP    string `json:"ip,omitempty"`
}

// text writes a status down as it is now; lists that are nil become empty ones.
func text(status *Status) json.RawMessage {
	var full *Status
	if status != nil {
		full = &Status{UID: status.UID, Name: status.Name, Namespace: status.Namespace}
		full.IPs = append([]string{}, status.IPs...)
		full.Containers = append([]ContainerStatus{}, status.Containers...)
		full.Sandboxes = append([]SandboxStatus{}, status.Sandboxes...)
	}
	written, err := json.Marshal(full)
	if err != nil {
		panic(err)
	}
	return written
}

func messageOf(err error) *string {
	if err == nil {
		return nil
	}
	message := err.Error()
	return &message
}
