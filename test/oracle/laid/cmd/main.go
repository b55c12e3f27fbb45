// Command windlass answers each line of JSON on stdin with what the kubelet's own code makes of it.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"

	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/kubernetes/pkg/kubelet"
	"k8s.io/kubernetes/pkg/kubelet/kuberuntime"
)

// answers has what may be asked for.
var answers = map[string]func([]byte) (any, error){
	"plans":    func(line []byte) (any, error) { return kuberuntime.PlanOf(line) },
	"statuses": func(line []byte) (any, error) { return kubelet.StatusesOf(line) },
	"events":   func(line []byte) (any, error) { return correlate(line) },
	"rests":    func(line []byte) (any, error) { return kubelet.RestsOf(line) },
}

func main() {
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
