// Package kubeadm is the real container runtime util of kubeadm behind the conformance protocol, as far as releases that speak CRI agree.
package kubeadm

import (
	"errors"
	"slices"
	"testing"
	_ "unsafe" // go:linkname

	utilerrors "k8s.io/apimachinery/pkg/util/errors"
	"k8s.io/kubernetes/cmd/kubeadm/app/util/runtime"

	harness "windlass/oracle/core/kubeadm"
)

// Serve answers scripts with the release's container runtime util.
func Serve(t *testing.T) {
	spaceProtobufEvenly()
	harness.Serve(t, release{})
}

// What kubeadm does not export of how it finds the socket.
//
//go:linkname detectCRISocketImpl k8s.io/kubernetes/cmd/kubeadm/app/util/runtime.detectCRISocketImpl
func detectCRISocketImpl(isSocket func(string) bool, knownCRISockets []string) (string, error)

//go:linkname defaultKnownCRISockets k8s.io/kubernetes/cmd/kubeadm/app/util/runtime.defaultKnownCRISockets
var defaultKnownCRISockets []string

// Protobuf's text has one space or two, as the program's hash decides; sandboxImage returns some.
//
//go:linkname spaceProtobufEvenly google.golang.org/protobuf/internal/detrand.Disable
func spaceProtobufEvenly()

type release struct{}

func (release) Aggregate(errs []error) string { return utilerrors.NewAggregate(errs).Error() }

func (release) Runtime(host *harness.Host, socket string) (harness.Runtime, error) {
	made := runtime.NewContainerRuntime(socket)
	made.SetImpl(&impl{host})
	return containerRuntime{made}, made.Connect()
}

type containerRuntime struct{ kubeadm runtime.ContainerRuntime }

func (r containerRuntime) Do(call *harness.Call) (result harness.Result, ok bool) {
	switch call.Op {
	case "isRunning":
		result.Err = r.kubeadm.IsRunning()
	case "listKubeContainers":
		ids, err := r.kubeadm.ListKubeContainers()
		if result.Err = err; err == nil {
			result.Value = ids
		}
	case "removeContainers":
		result.Err = r.kubeadm.RemoveContainers(call.IDs)
	case "pullImage":
		result.Err = r.kubeadm.PullImage(call.Image)
	case "pullImagesInParallel":
		result.Err = r.kubeadm.PullImagesInParallel(call.Images, call.IfNotPresent)
	case "imageExists":
		result.Value = r.kubeadm.ImageExists(call.Image)
	case "sandboxImage":
		result.Value, result.Err = r.kubeadm.SandboxImage()
	case "isRuntimeConfigImplemented":
		result.Value, result.Err = r.kubeadm.IsRuntimeConfigImplemented()
	case "detectCRISocket":
		known := defaultKnownCRISockets
		if call.Known != nil {
			known = *call.Known
		}
		result.Value, result.Err = detectCRISocketImpl(func(path string) bool { return slices.Contains(call.Existing, path) }, known)
	default:
		return result, false
	}
	var aggregate utilerrors.Aggregate
	if errors.As(result.Err, &aggregate) {
		result.Errs = slices.Clone(aggregate.Errors())
	}
	return result, true
}
