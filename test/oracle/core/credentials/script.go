// Package credentials plays conformance scripts with pull secrets against an image manager and its records of pulled
// images, over several lives of the kubelet, in virtual time.
package credentials

import (
	"encoding/json"

	"windlass/oracle/core"
)

// Script is one line of the input; docs/conformance.md says what the fields mean.
type Script struct {
	core.Head
	Kubelet         KubeletConfig   `json:"kubelet"`
	FeatureGates    map[string]bool `json:"featureGates"`
	Secrets         []Secret        `json:"secrets"`
	ServiceAccounts []Secret        `json:"serviceAccounts"`
	NodeCredentials map[string]Auth `json:"nodeCredentials"`
	Runtime         Runtime         `json:"runtime"`
	Calls           []Call          `json:"calls"`
	Steps           []Step          `json:"steps"`
}

// KubeletConfig is what KubeletConfiguration says about images.
type KubeletConfig struct {
	MaxParallelImagePulls *int32 `json:"maxParallelImagePulls"`
	MaxPods               int32  `json:"maxPods"`
	ImagePullBackOff      struct {
		Initial core.Millis `json:"initialMs"`
		Max     core.Millis `json:"maxMs"`
	} `json:"imagePullBackOff"`
	VerificationPolicy string   `json:"imagePullCredentialsVerificationPolicy"`
	Allowlist          []string `json:"preloadedImagesVerificationAllowlist"`
}

// Auth is what a registry is shown.
type Auth struct {
	Username string `json:"username"`
	Password string `json:"password"`
}

// Secret is a pull secret, or a service account with what the credential provider gives for it.
type Secret struct {
	Namespace string          `json:"namespace"`
	Name      string          `json:"name"`
	UID       string          `json:"uid"`
	Auths     map[string]Auth `json:"auths"`
	Type      string          `json:"type"`
	// The data as it is, instead of Auths.
	Raw *string `json:"raw"`
}

func (s *Secret) key() string { return s.Namespace + "/" + s.Name }

// IsDockercfg tells the older of the two formats.
func (s *Secret) IsDockercfg() bool { return s.Type == "dockercfg" }

// Data is what the secret holds, a Docker configuration in its format.
func (s *Secret) Data() []byte {
	if s.Raw != nil {
		return []byte(*s.Raw)
	}
	type entry struct {
		Auth []byte `json:"auth"` // encoded in base64
	}
	auths := map[string]entry{}
	for registry, auth := range s.Auths {
		auths[registry] = entry{[]byte(auth.Username + ":" + auth.Password)}
	}
	var config any = map[string]any{"auths": auths}
	if s.IsDockercfg() {
		config = auths
	}
	data, err := json.Marshal(config)
	if err != nil {
		panic(err)
	}
	return data
}

// Runtime is what the container runtime holds and will answer, by image name with the default tag.
type Runtime struct {
	Images       []Image             `json:"images"`
	Pulls        map[string][]Pull   `json:"pulls"`
	RegistryAuth map[string][]string `json:"registryAuth"`
	// How long the removal of an image takes, by ref. The image is gone at once; the garbage collection goes on later.
	RemoveTakes map[string]core.Millis `json:"removeTakesMs"`
}

type Image struct {
	Name string `json:"image"`
	Ref  string `json:"ref"`
	Size uint64 `json:"size"`
}

type Pull struct {
	Takes core.Millis `json:"takesMs"`
	Error string      `json:"error"`
	Ref   string      `json:"ref"`
	Size  uint64      `json:"size"`
}

// Call is one call of EnsureImageExists.
type Call struct {
	At  core.Millis `json:"at"`
	ID  string      `json:"id"`
	Pod struct {
		Namespace      string `json:"namespace"`
		Name           string `json:"name"`
		UID            string `json:"uid"`
		ServiceAccount string `json:"serviceAccount"`
	} `json:"pod"`
	Image       string   `json:"image"`
	Policy      string   `json:"policy"`
	PullSecrets []string `json:"pullSecrets"`
	// When its context is cancelled.
	CancelAt *core.Millis `json:"cancelAt"`
}

// Step changes the world, then acts, in the order of its fields.
type Step struct {
	At              core.Millis         `json:"at"`
	Secrets         []Secret            `json:"secrets"`
	RemoveSecrets   []string            `json:"removeSecrets"`
	ServiceAccounts []Secret            `json:"serviceAccounts"`
	RegistryAuth    map[string][]string `json:"registryAuth"`
	Images          []Image             `json:"images"`
	RemoveImages    []string            `json:"removeImages"`
	WriteRecords    []RecordFile        `json:"writeRecords"`

	DeleteUnusedImages bool     `json:"deleteUnusedImages"`
	InUse              []string `json:"inUse"`
	// What becomes of pulls under way: complete or lost. "" restarts nothing.
	Restart string `json:"restart"`
}

// RecordFile is a file among the kubelet's records; without content it is deleted.
type RecordFile struct {
	Path    string  `json:"path"`
	Content *string `json:"content"`
}
