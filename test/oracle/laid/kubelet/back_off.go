package kubelet

import (
	"encoding/json"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	kubeletconfiginternal "k8s.io/kubernetes/pkg/kubelet/apis/config"
	"k8s.io/kubernetes/pkg/kubelet/kuberuntime"
)

// RestsOf asks newCrashLoopBackOff for the configuration in a line of JSON, and doBackOff for the rests of containers that crash.
func RestsOf(line []byte) ([]kuberuntime.Rest, error) {
	var given struct {
		FeatureGates map[string]bool `json:"featureGates"`
		MaxMicros    int64           `json:"maxContainerRestartPeriodMicros"`
	}
	if err := json.Unmarshal(line, &given); err != nil {
		return nil, err
	}
	if err := utilfeature.DefaultMutableFeatureGate.SetFromMap(given.FeatureGates); err != nil {
		return nil, err
	}
	configuration := &kubeletconfiginternal.KubeletConfiguration{}
	period := time.Duration(given.MaxMicros) * time.Microsecond
	configuration.CrashLoopBackOff.MaxContainerRestartPeriod = &metav1.Duration{Duration: period}
	longest, initial := newCrashLoopBackOff(configuration)
	// As in NewMainKubelet.
	hasExpired := func(eventTime, lastUpdate time.Time, _ time.Duration) bool {
		return eventTime.Sub(lastUpdate) > 600*time.Second
	}
	return kuberuntime.RestsOf(line, initial, longest, hasExpired)
}
