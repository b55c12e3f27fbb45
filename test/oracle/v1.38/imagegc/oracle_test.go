// Package imagegc is the real image garbage collection of Kubernetes v1.38.0-beta.0 behind the conformance protocol.
package imagegc_test

import (
	"os"
	"testing"

	"github.com/go-logr/logr"
	"k8s.io/klog/v2"

	"windlass/oracle/adapters/imagegc"
	"windlass/oracle/core"
)

func TestMain(m *testing.M) {
	klog.SetLogger(logr.Discard())
	os.Exit(core.Main(m))
}

func TestOracle(t *testing.T) { imagegc.Serve(t) }
