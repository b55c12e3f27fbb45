package credentials

import (
	"cmp"
	"encoding/json"
	"math"
	"slices"
)

// Entry is something that a kubelet did, or that its records show. Which fields there are depends on Type.
type Entry struct {
	At   float64 `json:"at"`
	Call string  `json:"call,omitempty"`
	Type string  `json:"type"`

	Op        string `json:"op,omitempty"`
	Image     string `json:"image,omitempty"`
	EventType string `json:"eventType,omitempty"`
	Reason    string `json:"reason,omitempty"`
	State     string `json:"state,omitempty"`

	// Present though they may be empty; without credentials there are neither.
	Username *string `json:"username,omitempty"`
	Password *string `json:"password,omitempty"`
	Ref      *string `json:"ref,omitempty"`
	ImageRef *string `json:"imageRef,omitempty"`
	Error    *string `json:"error,omitempty"`
	Message  *string `json:"message,omitempty"`

	// The records of each kind, by file name, where they have changed.
	Pulling *map[string]json.RawMessage `json:"pulling,omitempty"`
	Pulled  *map[string]json.RawMessage `json:"pulled,omitempty"`

	Metric string            `json:"metric,omitempty"`
	Labels map[string]string `json:"labels,omitempty"`
	Value  float64           `json:"value,omitempty"`

	// Which event of the script it follows, and the call's place in the script.
	moment, place int
}

// What belongs to no call stands behind what belongs to one.
const ofNoCall = math.MaxInt

func sortCanonically(entries []Entry) {
	slices.SortStableFunc(entries, func(a, b Entry) int {
		return cmp.Or(cmp.Compare(a.moment, b.moment), cmp.Compare(a.place, b.place))
	})
}
