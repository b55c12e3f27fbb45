package kubeadm

// Entry is something that kubeadm did. Which fields there are depends on Type.
type Entry struct {
	At   float64 `json:"at"`
	Call *int    `json:"call,omitempty"`
	Type string  `json:"type"`

	Op   string   `json:"op,omitempty"`
	File string   `json:"file,omitempty"`
	Args []string `json:"args,omitempty"`
	// The image or the sandbox.
	Subject *string `json:"subject,omitempty"`
	// How far away the call's deadline is.
	TimeoutMs *float64 `json:"timeoutMs,omitempty"`
	Verbose   *bool    `json:"verbose,omitempty"`

	Value   any      `json:"value,omitempty"`
	Error   *string  `json:"error,omitempty"`
	Errors  []string `json:"errors,omitempty"`
	Message *string  `json:"message,omitempty"`

	// Which image of a parallel pull it belongs to.
	place int
}
