package imagegc

import "windlass/oracle/core"

// Entry is something that the manager did. Which fields there are depends on Type.
type Entry struct {
	At   float64 `json:"at"`
	Type string  `json:"type"`

	Op        string `json:"op,omitempty"`
	Image     string `json:"image,omitempty"`
	EventType string `json:"eventType,omitempty"`
	Reason    string `json:"reason,omitempty"`

	// Present though they may be empty.
	Error     *string   `json:"error,omitempty"`
	Message   *string   `json:"message,omitempty"`
	Remaining *[]string `json:"remaining,omitempty"`
	Images    *[]string `json:"images,omitempty"`

	AvailableBytes *uint64 `json:"availableBytes,omitempty"`

	*core.Sample
}
