// Package recorder is the kubelet's event recorder, of every release, that tells a script's node of each event.
package recorder

import (
	"fmt"

	"k8s.io/apimachinery/pkg/runtime"
)

// Recorder formats as client-go's does.
type Recorder struct {
	Node interface {
		Event(eventType, reason, message string)
	}
}

func (r Recorder) Event(_ runtime.Object, eventType, reason, message string) {
	r.Node.Event(eventType, reason, message)
}

func (r Recorder) Eventf(_ runtime.Object, eventType, reason, format string, args ...any) {
	r.Node.Event(eventType, reason, fmt.Sprintf(format, args...))
}

func (r Recorder) AnnotatedEventf(_ runtime.Object, _ map[string]string, eventType, reason, format string, args ...any) {
	r.Node.Event(eventType, reason, fmt.Sprintf(format, args...))
}
