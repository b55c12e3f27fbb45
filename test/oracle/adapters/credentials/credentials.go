// Package credentials is the image manager with all that handles pull secrets behind the conformance protocol, as far as releases since
// v1.36 agree: a whole kuberuntime manager, because the loop over credentials is its.
package credentials

import (
	"context"
	"maps"
	"reflect"
	"slices"
	"testing"
	_ "unsafe" // go:linkname

	"go.opentelemetry.io/otel/trace/noop"
	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/client-go/tools/record"
	"k8s.io/client-go/util/flowcontrol"
	"k8s.io/component-base/metrics"
	"k8s.io/component-base/metrics/legacyregistry"
	internalapi "k8s.io/cri-api/pkg/apis"
	runtimeapi "k8s.io/cri-api/pkg/apis/runtime/v1"
	"k8s.io/kubernetes/pkg/credentialprovider"
	"k8s.io/kubernetes/pkg/features"
	kubeletconfig "k8s.io/kubernetes/pkg/kubelet/apis/config"
	"k8s.io/kubernetes/pkg/kubelet/images"
	"k8s.io/kubernetes/pkg/kubelet/kuberuntime"

	"windlass/oracle/core"
	harness "windlass/oracle/core/credentials"
)

// Parts are what a release's NewKubeGenericRuntimeManager is given of the script. Credential providers are registered already.
type Parts struct {
	Recorder              record.EventRecorderLogger
	Folder                string
	PodStates             PodStates
	MaxPods               int32
	BackOff               *flowcontrol.Backoff
	MaxParallelImagePulls *int32
	VerificationPolicy    string
	Allowlist             []string
	Runtime               internalapi.RuntimeService
	Images                internalapi.ImageManagerService
	PullingTimes          PullingTimes
}

// New makes the runtime manager of a release.
type New func(Parts) (kuberuntime.KubeGenericRuntime, []images.PostImageGCHook, error)

// Serve answers scripts with that release's image manager.
func Serve(t *testing.T, made New) {
	provider, err := registerProvider(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	harness.Serve(t, release{provider, made})
}

type release struct {
	provider *provider
	made     New
}

const gate = features.KubeletEnsureSecretPulledImages

var gateDefault = utilfeature.DefaultFeatureGate.Enabled(gate)

func (release) Reset(gates map[string]bool) error {
	enabled, ok := gates[string(gate)]
	if !ok {
		enabled = gateDefault
	}
	return utilfeature.DefaultMutableFeatureGate.SetFromMap(map[string]bool{string(gate): enabled})
}

func (release) Samples() []core.Sample {
	return core.Samples(legacyregistry.DefaultGatherer,
		"kubelet_image_manager_ensure_image_requests_total", "kubelet_imagemanager_image_mustpull_checks_total",
		"kubelet_imagemanager_ondisk_pullintents", "kubelet_imagemanager_ondisk_pulledrecords",
		"kubelet_imagemanager_inmemory_pullintents_usage_percent", "kubelet_imagemanager_inmemory_pulledrecords_usage_percent")
}

// The gauges of the records keep their values when a kubelet dies in this process.
var (
	//go:linkname fsPullIntentsSize k8s.io/kubernetes/pkg/kubelet/images/pullmanager.fsPullIntentsSize
	fsPullIntentsSize *metrics.Gauge
	//go:linkname fsPulledRecordsSize k8s.io/kubernetes/pkg/kubelet/images/pullmanager.fsPulledRecordsSize
	fsPulledRecordsSize *metrics.Gauge
	//go:linkname inMemIntentsPercent k8s.io/kubernetes/pkg/kubelet/images/pullmanager.inMemIntentsPercent
	inMemIntentsPercent *metrics.Gauge
	//go:linkname inMemPulledRecordsPercent k8s.io/kubernetes/pkg/kubelet/images/pullmanager.inMemPulledRecordsPercent
	inMemPulledRecordsPercent *metrics.Gauge
)

const defaultMaxPods = 110 // KubeletConfiguration's

func (r release) Kubelet(life *harness.Life, script *harness.Script) (harness.Kubelet, error) {
	for _, gauge := range []*metrics.Gauge{fsPullIntentsSize, fsPulledRecordsSize, inMemIntentsPercent, inMemPulledRecordsPercent} {
		gauge.Set(0)
	}
	r.provider.life = life
	config := &script.Kubelet
	maxPods := config.MaxPods
	if maxPods == 0 {
		maxPods = defaultMaxPods
	}
	policy := config.VerificationPolicy
	if policy == "" {
		policy = string(kubeletconfig.NeverVerifyPreloadedImages)
	}
	runtime, hooks, err := r.made(Parts{
		Recorder:              recorder{life},
		Folder:                life.Folder,
		MaxPods:               maxPods,
		BackOff:               flowcontrol.NewBackOff(config.ImagePullBackOff.Initial.Duration(), config.ImagePullBackOff.Max.Duration()),
		MaxParallelImagePulls: config.MaxParallelImagePulls,
		VerificationPolicy:    policy,
		Allowlist:             config.Allowlist,
		Runtime:               runtimeService{},
		Images:                imageService{life: life},
	})
	if err != nil {
		return nil, err
	}
	manager := core.Settable(reflect.ValueOf(runtime).Elem().FieldByName("imagePuller")).Interface().(images.ImageManager)
	setNodeCredentials(manager, script.NodeCredentials)
	inventory := &gcRuntime{Runtime: runtime, life: life}
	gc, err := images.NewImageGCManager(
		inventory, nil, hooks, recorder{life}, &v1.ObjectReference{},
		images.ImageGCPolicy{HighThresholdPercent: 100, LowThresholdPercent: 100}, noop.NewTracerProvider())
	if len(script.Runtime.RemoveTakes) > 0 {
		inventory.detecting = func() {
			names, _ := life.Images()
			core.DetectInOrder(gc, slices.Sorted(maps.Keys(names)))
		}
	}
	return &kubelet{manager, gc}, err
}

// setNodeCredentials gives the image manager a keyring, in place of the one from the node's configuration files.
func setNodeCredentials(manager images.ImageManager, credentials map[string]harness.Auth) {
	config := credentialprovider.DockerConfig{}
	for registry, auth := range credentials {
		config[registry] = credentialprovider.DockerConfigEntry{Username: auth.Username, Password: auth.Password}
	}
	keyring := &credentialprovider.BasicDockerKeyring{}
	keyring.Add(nil, config)
	core.Settable(reflect.ValueOf(manager).Elem().FieldByName("nodeKeyring")).Set(reflect.ValueOf(keyring))
}

type kubelet struct {
	images images.ImageManager
	gc     images.ImageGCManager
}

func (k *kubelet) DeleteUnusedImages(ctx context.Context) error { return k.gc.DeleteUnusedImages(ctx) }

func (k *kubelet) ImageRecords() map[string]core.ImageRecord { return core.ImageRecords(k.gc) }

func (k *kubelet) EnsureImageExists(ctx context.Context, call *harness.Call, pullSecrets []*harness.Secret) (string, string, error) {
	pod := &v1.Pod{
		ObjectMeta: metav1.ObjectMeta{Namespace: call.Pod.Namespace, Name: call.Pod.Name, UID: types.UID(call.Pod.UID)},
		Spec:       v1.PodSpec{ServiceAccountName: call.Pod.ServiceAccount},
	}
	object := &v1.ObjectReference{
		Kind: "Pod", APIVersion: "v1", Namespace: call.Pod.Namespace, Name: call.Pod.Name, UID: pod.UID,
		FieldPath: harness.FieldPath(call),
	}
	sandbox := &runtimeapi.PodSandboxConfig{Metadata: &runtimeapi.PodSandboxMetadata{
		Namespace: call.Pod.Namespace, Name: call.Pod.Name, Uid: call.Pod.UID,
	}}
	var secrets []v1.Secret
	for _, secret := range pullSecrets {
		secrets = append(secrets, secretFrom(secret))
	}
	return k.images.EnsureImageExists(ctx, object, pod, call.Image, secrets, sandbox, "", v1.PullPolicy(call.Policy))
}

func secretFrom(secret *harness.Secret) v1.Secret {
	made := v1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: secret.Namespace, Name: secret.Name, UID: types.UID(secret.UID)}}
	made.Type = v1.SecretTypeDockerConfigJson
	key := v1.DockerConfigJsonKey
	if secret.IsDockercfg() {
		made.Type, key = v1.SecretTypeDockercfg, v1.DockerConfigKey
	}
	made.Data = map[string][]byte{key: secret.Data()}
	return made
}
