// Package kubeadm is the real container runtime util of kubeadm v1.30.14, which runs crictl, behind the conformance protocol.
package kubeadm

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"testing"
	_ "unsafe" // go:linkname

	"github.com/go-logr/logr"
	utilerrors "k8s.io/apimachinery/pkg/util/errors"
	"k8s.io/klog/v2"
	"k8s.io/kubernetes/cmd/kubeadm/app/util/runtime"
	utilexec "k8s.io/utils/exec"

	"windlass/oracle/core"
	harness "windlass/oracle/core/kubeadm"
)

func TestMain(m *testing.M) {
	klog.SetLogger(logr.Discard())
	os.Exit(core.Main(m))
}

func TestOracle(t *testing.T) { harness.Serve(t, release{}) }

// What kubeadm does not export of how it finds the socket.
//
//go:linkname detectCRISocketImpl k8s.io/kubernetes/cmd/kubeadm/app/util/runtime.detectCRISocketImpl
func detectCRISocketImpl(isSocket func(string) bool, knownCRISockets []string) (string, error)

//go:linkname defaultKnownCRISockets k8s.io/kubernetes/cmd/kubeadm/app/util/runtime.defaultKnownCRISockets
var defaultKnownCRISockets []string

type release struct{}

func (release) Aggregate(errs []error) string { return utilerrors.NewAggregate(errs).Error() }

func (release) Runtime(host *harness.Host, socket string) (harness.Runtime, error) {
	made, err := runtime.NewContainerRuntime(execer{host: host}, socket)
	return containerRuntime{made}, err
}

type containerRuntime struct{ kubeadm runtime.ContainerRuntime }

func (r containerRuntime) Do(call *harness.Call) (result harness.Result, ok bool) {
	switch call.Op {
	case "socket":
		result.Value = r.kubeadm.Socket()
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
		result.Value, result.Err = r.kubeadm.ImageExists(call.Image)
	case "sandboxImage":
		result.Value, result.Err = r.kubeadm.SandboxImage()
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

// execer runs commands on the host.
type execer struct {
	utilexec.Interface // what kubeadm does not call is nil
	host               *harness.Host
}

func (e execer) LookPath(file string) (string, error) { return e.host.LookPath(file) }

func (e execer) Command(file string, args ...string) utilexec.Cmd {
	return &command{host: e.host, file: file, args: args}
}

type command struct {
	utilexec.Cmd
	host *harness.Host
	file string
	args []string
}

func (c *command) SetEnv([]string) {}

func (c *command) CombinedOutput() ([]byte, error) {
	outcome := c.host.Exec(c.file, c.args)
	switch {
	case outcome.Error != "":
		return []byte(outcome.Output), errors.New(outcome.Error)
	case outcome.ExitCode != 0:
		err := fmt.Errorf("exit status %d", outcome.ExitCode)
		return []byte(outcome.Output), utilexec.CodeExitError{Err: err, Code: outcome.ExitCode}
	}
	return []byte(outcome.Output), nil
}

func (c *command) Run() error {
	_, err := c.CombinedOutput()
	return err
}
