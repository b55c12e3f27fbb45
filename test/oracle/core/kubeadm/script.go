// Package kubeadm plays conformance scripts against kubeadm's container runtime util in virtual time.
package kubeadm

import "windlass/oracle/core"

// Script is one line of the input; docs/conformance.md says what the fields mean.
type Script struct {
	core.Head
	Socket string `json:"socket"`
	Crictl struct {
		Path  string `json:"path"`
		Error string `json:"error"`
	} `json:"crictl"`
	// Outcomes of commands and of CRI calls, by their line or its beginning.
	Exec  map[string][]Outcome `json:"exec"`
	CRI   map[string][]Outcome `json:"cri"`
	Calls []Call               `json:"calls"`
}

// Outcome is how a command or a CRI call ends.
type Outcome struct {
	Takes core.Millis `json:"takesMs"`
	Error string      `json:"error"`

	// A command's.
	ExitCode int    `json:"exitCode"`
	Output   string `json:"output"`

	// A CRI call's; Code is a gRPC status, NotFound.
	Code       string            `json:"code"`
	Present    bool              `json:"present"`
	Sandboxes  []string          `json:"sandboxes"`
	Conditions []Condition       `json:"conditions"`
	Info       map[string]string `json:"info"`
}

type Condition struct {
	Type    string `json:"type"`
	Status  bool   `json:"status"`
	Reason  string `json:"reason"`
	Message string `json:"message"`
}

// Call is one call of the container runtime util.
type Call struct {
	Op           string   `json:"op"`
	Image        string   `json:"image"`
	Images       []string `json:"images"`
	IfNotPresent bool     `json:"ifNotPresent"`
	IDs          []string `json:"ids"`
	Existing     []string `json:"existing"`
	// kubeadm's own when absent.
	Known *[]string `json:"known"`
}
