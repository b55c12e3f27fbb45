// Command windlass answers each line of JSON on stdin with what the code of Kubernetes makes of it.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	_ "time/tzdata"

	"github.com/go-logr/logr"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/klog/v2"
	"k8s.io/kubernetes/pkg/controller/cronjob"
	"k8s.io/kubernetes/pkg/controller/daemon"
	"k8s.io/kubernetes/pkg/controller/deployment"
	"k8s.io/kubernetes/pkg/controller/job"
	"k8s.io/kubernetes/pkg/controller/statefulset"
	"k8s.io/kubernetes/pkg/kubelet"
	"k8s.io/kubernetes/pkg/kubelet/kuberuntime"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/podtopologyspread"
)

// answers has what may be asked for.
var answers = map[string]func([]byte) (any, error){
	"plans":    func(line []byte) (any, error) { return kuberuntime.PlanOf(line) },
	"statuses": func(line []byte) (any, error) { return kubelet.StatusesOf(line) },
	"events":   func(line []byte) (any, error) { return correlate(line) },
	"rests":    func(line []byte) (any, error) { return kubelet.RestsOf(line) },

	"schedules":    cronjob.ScheduleOf,
	"cronjobs":     cronjob.JobsOf,
	"jobs":         job.PodsOf,
	"deployments":  deployment.SizesOf,
	"daemonsets":   daemon.MovesOf,
	"statefulsets": statefulset.MovesOf,
	"placements":   podtopologyspread.PlacementOf,
}

func main() {
	klog.SetLogger(logr.Discard())
	gates := "ContainerRestartRules=true,NodeDeclaredFeatures=true,RestartAllContainersOnContainerExits=true"
	if err := utilfeature.DefaultMutableFeatureGate.Set(gates); err != nil {
		fail(err)
	}
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	told := json.NewEncoder(os.Stdout)
	for lines.Scan() {
		answer, err := answers[os.Args[1]](lines.Bytes())
		if err != nil {
			fail(err)
		}
		if err := told.Encode(answer); err != nil {
			fail(err)
		}
	}
	if err := lines.Err(); err != nil {
		fail(err)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
