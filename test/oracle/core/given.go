package core

import (
	"bytes"
	"encoding/json"
)

// Given is a field that tells null from absent. Value is nil for both.
type Given[T any] struct {
	Is    bool
	Value *T
}

func (g *Given[T]) UnmarshalJSON(text []byte) error {
	g.Is = true
	if bytes.Equal(text, []byte("null")) {
		return nil
	}
	g.Value = new(T)
	return json.Unmarshal(text, g.Value)
}

// Or gives the value, or another where there is none.
func (g *Given[T]) Or(other T) T {
	if g.Value == nil {
		return other
	}
	return *g.Value
}
