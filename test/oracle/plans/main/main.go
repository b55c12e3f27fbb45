// Command plans answers each line of JSON on stdin with the plan of the kubelet's computePodActions.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"

	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/kubernetes/pkg/kubelet/kuberuntime"
)

func main() {
	gates := "ContainerRestartRules=true,NodeDeclaredFeatures=true,RestartAllContainersOnContainerExits=true"
	if err := utilfeature.DefaultMutableFeatureGate.Set(gates); err != nil {
		fail(err)
	}
	lines := bufio.NewScanner(os.Stdin)
	answers := json.NewEncoder(os.Stdout)
	for lines.Scan() {
		plan, err := kuberuntime.PlanOf(lines.Bytes())
		if err != nil {
			fail(err)
		}
		if err := answers.Encode(plan); err != nil {
			fail(err)
		}
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
