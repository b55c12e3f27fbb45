// Package core plays conformance scripts against an image manager in virtual time and writes down what it did.
// It knows no Kubernetes types: the module of each release supplies a Release.
package core

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"time"
)

// Script is one line of the input; docs/conformance.md says what the fields mean.
type Script struct {
	Kind         string          `json:"kind"`
	Name         string          `json:"name"`
	Kubelet      Kubelet         `json:"kubelet"`
	FeatureGates map[string]bool `json:"featureGates"`
	Runtime      Runtime         `json:"runtime"`
	Calls        []Call          `json:"calls"`
}

// Kubelet is what KubeletConfiguration says about images.
type Kubelet struct {
	SerializeImagePulls   bool    `json:"serializeImagePulls"`
	MaxParallelImagePulls *int32  `json:"maxParallelImagePulls"`
	RegistryPullQPS       float32 `json:"registryPullQPS"`
	RegistryBurst         int     `json:"registryBurst"`
	ImagePullBackOff      struct {
		Initial Millis `json:"initialMs"`
		Max     Millis `json:"maxMs"`
	} `json:"imagePullBackOff"`
	VerificationPolicy string `json:"imagePullCredentialsVerificationPolicy"`
}

// Runtime is what the container runtime holds and will answer, by image name with the default tag.
type Runtime struct {
	Images   []Image              `json:"images"`
	Inspect  map[string][]Inspect `json:"inspect"`
	Pulls    map[string][]Pull    `json:"pulls"`
	Removals []Removal            `json:"removals"`
}

type Image struct {
	Name string `json:"image"`
	Ref  string `json:"ref"`
	Size uint64 `json:"size"`
}

type Inspect struct {
	Error string `json:"error"`
}

type Pull struct {
	Takes Millis `json:"takesMs"`
	Error string `json:"error"`
	Ref   string `json:"ref"`
	Size  uint64 `json:"size"`
}

type Removal struct {
	At    Millis `json:"at"`
	Image string `json:"image"`
}

// Call is one call of EnsureImageExists.
type Call struct {
	At             Millis `json:"at"`
	ID             string `json:"id"`
	Pod            Pod    `json:"pod"`
	RuntimeHandler string `json:"runtimeHandler"`
	Image          string `json:"image"`
	Policy         string `json:"policy"`
}

type Pod struct {
	Namespace   string            `json:"namespace"`
	Name        string            `json:"name"`
	UID         string            `json:"uid"`
	Annotations map[string]string `json:"annotations"`
}

// Millis is a time or a duration, written as milliseconds and kept to the nanosecond.
type Millis time.Duration

func (m *Millis) UnmarshalJSON(text []byte) error {
	var ms float64
	if err := json.Unmarshal(text, &ms); err != nil {
		return err
	}
	nanos := math.Round(ms * 1e6)
	if nanos < 0 || nanos > math.MaxInt64/2 {
		return fmt.Errorf("%v ms is no time of a script", ms)
	}
	*m = Millis(nanos)
	return nil
}

// Duration gives the same as Go's own type.
func (m Millis) Duration() time.Duration { return time.Duration(m) }

// parse reads a script; with an error it still gives the name, where there is one.
func parse(line []byte) (*Script, error) {
	script := &Script{}
	if err := json.Unmarshal(line, script); err != nil {
		return script, err
	}
	if script.Kind != "" && script.Kind != "imagemanager" {
		return script, fmt.Errorf("scripts of kind %q are not for this oracle", script.Kind)
	}
	seen := map[string]bool{}
	for _, call := range script.Calls {
		if call.ID == "" {
			return script, errors.New("a call has no id")
		}
		if seen[call.ID] {
			return script, fmt.Errorf("two calls have the id %q", call.ID)
		}
		seen[call.ID] = true
	}
	return script, nil
}
