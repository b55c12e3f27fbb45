package core

import (
	"encoding/json"
	"fmt"
	"math"
	"time"
)

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

// InMillis gives a duration as entries write it.
func InMillis(d time.Duration) float64 { return float64(d) / 1e6 }
