package core

// Trace is one line of the output.
type Trace struct {
	Script string   `json:"script"`
	Trace  []Entry  `json:"trace"`
	Races  []string `json:"races,omitempty"`
}

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

	*Sample

	// The call's place in the script.
	place int
}

// Sample is one series of a metric: a counter, or a histogram with Sum and Buckets.
type Sample struct {
	Metric string            `json:"metric"`
	Labels map[string]string `json:"labels"`
	Count  uint64            `json:"count"`
	Sum    *float64          `json:"sum,omitempty"`
	// Observations by upper bound, each bucket on its own.
	Buckets map[string]uint64 `json:"buckets,omitempty"`
}

func failure(script string, err error) *Trace {
	message := err.Error()
	return &Trace{Script: script, Trace: []Entry{{Type: "oracle-error", Message: &message}}}
}
