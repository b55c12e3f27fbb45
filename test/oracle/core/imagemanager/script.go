// Package imagemanager plays conformance scripts against an image manager in virtual time and writes down what it did.
package imagemanager

import (
	"errors"
	"fmt"

	"windlass/oracle/core"
)

// Script is one line of the input; docs/conformance.md says what the fields mean.
type Script struct {
	core.Head
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
		Initial core.Millis `json:"initialMs"`
		Max     core.Millis `json:"maxMs"`
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
	Takes core.Millis `json:"takesMs"`
	Error string      `json:"error"`
	Ref   string      `json:"ref"`
	Size  uint64      `json:"size"`
}

type Removal struct {
	At    core.Millis `json:"at"`
	Image string      `json:"image"`
}

// Call is one call of EnsureImageExists.
type Call struct {
	At             core.Millis `json:"at"`
	ID             string      `json:"id"`
	Pod            Pod         `json:"pod"`
	RuntimeHandler string      `json:"runtimeHandler"`
	Image          string      `json:"image"`
	Policy         string      `json:"policy"`
}

type Pod struct {
	Namespace   string            `json:"namespace"`
	Name        string            `json:"name"`
	UID         string            `json:"uid"`
	Annotations map[string]string `json:"annotations"`
}

// check refuses scripts whose entries could not be told apart.
func (s *Script) check() error {
	seen := map[string]bool{}
	for _, call := range s.Calls {
		if call.ID == "" {
			return errors.New("a call has no id")
		}
		if seen[call.ID] {
			return fmt.Errorf("two calls have the id %q", call.ID)
		}
		seen[call.ID] = true
	}
	return nil
}
