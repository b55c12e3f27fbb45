// Package kubeadm is the real container runtime util of kubeadm v1.38.0-beta.0, which speaks CRI, behind the conformance protocol.
package kubeadm

import (
	"os"
	"testing"

	"github.com/go-logr/logr"
	"k8s.io/klog/v2"

	"windlass/oracle/adapters/kubeadm"
	"windlass/oracle/core"
)

func TestMain(m *testing.M) {
	klog.SetLogger(logr.Discard())
	os.Exit(core.Main(m))
}

func TestOracle(t *testing.T) { kubeadm.Serve(t) }
