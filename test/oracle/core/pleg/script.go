// Package pleg plays conformance scripts against a pod lifecycle event generator in virtual time.
package pleg

import (
	"bytes"
	"encoding/json"

	"windlass/oracle/core"
)

// Script is one line of the input; docs/conformance.md says what the fields mean.
type Script struct {
	core.Head
	FeatureGates map[string]bool `json:"featureGates"`
	Periods
	ChannelCapacity int          `json:"channelCapacity"`
	Drain           string       `json:"drain"`
	Steps           []Step       `json:"steps"`
	Until           *core.Millis `json:"untilMs"`
}

// Periods are how often the PLEG relists, and how long ago the last relist of a healthy one may be.
type Periods struct {
	Relist    core.Millis `json:"relistPeriodMs"`
	Threshold core.Millis `json:"relistThresholdMs"`
}

// Step is one action; the other fields are absent.
type Step struct {
	At               core.Millis         `json:"at"`
	Set              *World              `json:"set"`
	GetPodsError     core.Given[string]  `json:"getPodsError"`
	PodStatusError   map[string]Outcomes `json:"podStatusError"`
	Latency          *Latency            `json:"latency"`
	Relist           bool                `json:"relist"`
	Start            bool                `json:"start"`
	Stop             bool                `json:"stop"`
	Update           *Periods            `json:"update"`
	Healthy          bool                `json:"healthy"`
	CacheGet         *string             `json:"cacheGet"`
	GetNewerThan     *NewerThan          `json:"getNewerThan"`
	RequestReinspect *string             `json:"requestReinspect"`
	RequestRelist    *string             `json:"requestRelist"`
	Drain            bool                `json:"drain"`
}

// World is what the runtime holds.
type World struct {
	Pods []Pod `json:"pods"`
}

type Pod struct {
	UID       string `json:"uid"`
	Name      string `json:"name"`
	Namespace string `json:"namespace"`
	Parts
	// What GetPodStatus says where it differs from the list.
	Status *Parts `json:"status"`
}

type Parts struct {
	Containers []Container `json:"containers"`
	Sandboxes  []Container `json:"sandboxes"`
	IPs        []string    `json:"ips"`
}

// Container is a container, or a sandbox, which has no name but may have Ready and IP.
type Container struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	State string `json:"state"`
	Ready *bool  `json:"ready"`
	IP    string `json:"ip"`
}

func (c *Container) isReady() bool {
	if c.Ready != nil {
		return *c.Ready
	}
	return c.State == "running"
}

type Latency struct {
	GetPods      core.Millis `json:"getPodsMs"`
	GetPodStatus core.Millis `json:"getPodStatusMs"`
}

type NewerThan struct {
	UID string `json:"uid"`
	// May lie before the start.
	MinMillis float64 `json:"minTimeMs"`
}

// Outcome is how one call of GetPodStatus ends: null as the world has it, a message without a status, or both.
type Outcome struct {
	Error  string  `json:"error"`
	Status *Status `json:"status"`
}

func (o *Outcome) UnmarshalJSON(text []byte) error {
	if text[0] == '"' {
		return json.Unmarshal(text, &o.Error)
	}
	type plain Outcome
	return json.Unmarshal(text, (*plain)(o))
}

// Outcomes are those of successive calls, the last repeating; one that is no list stands for itself.
type Outcomes []Outcome

func (o *Outcomes) UnmarshalJSON(text []byte) error {
	if text[0] == '[' {
		return json.Unmarshal(text, (*[]Outcome)(o))
	}
	*o = make(Outcomes, 1)
	if bytes.Equal(text, []byte("null")) {
		return nil
	}
	return json.Unmarshal(text, &(*o)[0])
}
