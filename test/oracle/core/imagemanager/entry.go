package imagemanager

import "windlass/oracle/core"

// Entry is something that the image manager did, or the harness has to say. Which fields there are depends on Type.
type Entry struct {
	At   float64 `json:"at"`
	Call string  `json:"call,omitempty"`
	Type string  `json:"type"`

	Op             string            `json:"op,omitempty"`
	Image          string            `json:"image,omitempty"`
	Annotations    map[string]string `json:"annotations,omitempty"`
	RuntimeHandler string            `json:"runtimeHandler,omitempty"`

	EventType string `json:"eventType,omitempty"`
	Reason    string `json:"reason,omitempty"`
	State     string `json:"state,omitempty"`

	// Present though they may be empty.
	Ref      *string `json:"ref,omitempty"`
	ImageRef *string `json:"imageRef,omitempty"`
	Error    *string `json:"error,omitempty"`
	Message  *string `json:"message,omitempty"`

	*core.Sample

	// The call's place in the script.
	place int
}
