import { stringify } from 'yaml';
import type { SourceText } from '../../src/inputs/read-input.ts';
import { kubeletFieldTypes } from '../../src/rules/kubelet/configuration/kubelet-configuration.ts';
import { simulatedFields } from '../../src/rules/kubelet/configuration/kubelet-fields.ts';
import { Canaries, type FixedFields, filledObject } from './filled-object.ts';

/** What a run reads, and what an API server would refuse otherwise. */
const fixed: FixedFields = {
  'ObjectMeta.name': 'web',
  'ObjectMeta.namespace': 'default',
  'ObjectMeta.generateName': undefined,
  'ObjectMeta.uid': undefined,
  'ObjectMeta.deletionTimestamp': undefined,
  'ObjectMeta.ownerReferences': undefined,
  'NodeSystemInfo.osImage': 'Debian GNU/Linux 12',
  'PodOS.name': 'linux',
  'PodSpec.nodeName': undefined,
  'PodSpec.nodeSelector': undefined,
  'PodSpec.restartPolicy': 'Always',
  'PodSpec.runtimeClassName': undefined,
  'PodSpec.serviceAccount': 'builder',
  'PodSpec.serviceAccountName': 'builder',
  'PodSpec.tolerations': [{ operator: 'Exists' }],
  'PodSpec.topologySpreadConstraints': undefined,
  'PodSpec.imagePullSecrets': [{ name: 'pull' }],
  'PodStatus.phase': 'Running',
  'NodeAffinity.requiredDuringSchedulingIgnoredDuringExecution': undefined,
  'LocalObjectReference.name': 'pull',
  'Container.name': 'app',
  'Container.image': 'ghcr.io/acme/web:1',
  'Container.imagePullPolicy': 'IfNotPresent',
  'Container.restartPolicy': undefined,
  'Container.restartPolicyRules': undefined,
  'EphemeralContainer.name': 'debug',
  'EphemeralContainer.image': 'ghcr.io/acme/debug:1',
  'EphemeralContainer.imagePullPolicy': 'IfNotPresent',
  'EphemeralContainer.restartPolicy': undefined,
  'EphemeralContainer.restartPolicyRules': undefined,
  'PodSpec.initContainers': [{ name: 'init', image: 'ghcr.io/acme/init:1' }],
  'VolumeMount.name': 'data',
  'Volume.name': 'data',
  'Volume.image': undefined,
  'LabelSelector.matchExpressions': undefined,
  'LabelSelector.matchLabels': { app: 'web' },
  'PodTemplateSpec.metadata': undefined,
  'ReplicationControllerSpec.selector': undefined,
  'DeploymentSpec.selector': undefined,
  'ReplicaSetSpec.selector': undefined,
  'StatefulSetSpec.selector': undefined,
  'DaemonSetSpec.selector': undefined,
  'JobSpec.selector': undefined,
  'DeploymentStrategy.type': 'RollingUpdate',
  'RollingUpdateDeployment.maxSurge': 1,
  'RollingUpdateDeployment.maxUnavailable': 1,
  'StatefulSetUpdateStrategy.type': 'RollingUpdate',
  'StatefulSetUpdateStrategy.rollingUpdate': undefined,
  'StatefulSetSpec.podManagementPolicy': 'Parallel',
  'DaemonSetUpdateStrategy.type': 'RollingUpdate',
  'RollingUpdateDaemonSet.maxSurge': 0,
  'RollingUpdateDaemonSet.maxUnavailable': 1,
  'JobSpec.completionMode': 'NonIndexed',
  'JobSpec.suspend': false,
  'CronJobSpec.schedule': '* * * * *',
  'CronJobSpec.timeZone': undefined,
  'CronJobSpec.concurrencyPolicy': 'Allow',
  'CronJobSpec.suspend': false,
  'NodeSpec.taints': undefined,
  'NodeSpec.unschedulable': false,
  'NodeStatus.images': [{ names: ['ghcr.io/acme/other:1'], sizeBytes: 5_000_000 }],
  'NodeStatus.capacity': { cpu: '4', pods: '110' },
  'NodeStatus.allocatable': { cpu: '4', pods: '110' },
  'NodeSystemInfo.kubeletVersion': 'v1.36.0',
  'NodeSystemInfo.containerRuntimeVersion': 'containerd://2.4.0',
  'NodeSystemInfo.operatingSystem': 'linux',
  'NodeSystemInfo.architecture': 'amd64',
  'Secret.type': 'Opaque',
};

const kinds = [
  'v1/Pod',
  'apps/v1/Deployment',
  'apps/v1/ReplicaSet',
  'v1/ReplicationController',
  'apps/v1/StatefulSet',
  'apps/v1/DaemonSet',
  'batch/v1/Job',
  'batch/v1/CronJob',
  'v1/Node',
  'v1/Secret',
  'v1/ConfigMap',
  'v1/Service',
  'networking.k8s.io/v1/Ingress',
  'admissionregistration.k8s.io/v1/MutatingWebhookConfiguration',
];

/**
 * One source for each kind of what can be given, with canaries in every field that no run reads; comments
 * have them too.
 */
export function canaryInputs(): { readonly sources: readonly SourceText[]; readonly canaries: Canaries } {
  const canaries = new Canaries();
  const canary = () => canaries.next();
  const ofKind = (kind: string, index: number) => {
    const ends = /Job$/.test(kind) ? { 'PodSpec.restartPolicy': 'Never' } : {};
    return filledObject(kind, canaries, { ...fixed, ...ends, 'ObjectMeta.name': `web-${index}` });
  };
  const documents = [...kinds.map(ofKind), ...written(canary)];
  const yaml = documents.map((document, index) => ({
    name: `${index}.yaml`,
    text: `# ${canary()}\n${stringify(document, { aliasDuplicateObjects: false })}# password is ${canary()}\n`,
  }));
  return { sources: [...yaml, ...files(canary)], canaries };
}

function written(canary: () => string): readonly object[] {
  const auth = (user: string) => ({
    username: user,
    password: canary(),
    email: canary(),
    auth: btoa(`${canary()}:${canary()}`),
    extra: canary(),
  });
  const config = {
    auths: { 'ghcr.io': auth(canary()), [`https://${canary()}:${canary()}@r.io/v1/`]: auth(canary()) },
    HttpHeaders: { X: canary() },
  };
  const secret = (name: string, more: object) => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name, annotations: { a: canary() }, labels: { a: canary() } },
    type: 'kubernetes.io/dockerconfigjson',
    ...more,
  });
  return [
    secret('pull', { stringData: { '.dockerconfigjson': JSON.stringify(config), other: canary() } }),
    secret('pull-2', { data: { '.dockerconfigjson': btoa(JSON.stringify(config)), other: btoa(canary()) } }),
    {
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { name: 'builder', annotations: { role: canary() } },
      secrets: [{ name: canary() }],
      imagePullSecrets: [{ name: 'pull-2', canaryField: canary() }],
    },
    {
      apiVersion: 'node.k8s.io/v1',
      kind: 'RuntimeClass',
      metadata: { name: 'fast', labels: { a: canary() } },
      handler: 'fast',
      scheduling: { nodeSelector: { a: canary() } },
    },
    {
      apiVersion: 'kubelet.config.k8s.io/v1beta1',
      kind: 'KubeletConfiguration',
      serializeImagePulls: false,
      ...kubeletFreeTexts(canary),
    },
    {
      apiVersion: 'kubelet.config.k8s.io/v1',
      kind: 'CredentialProviderConfig',
      providers: [
        {
          name: 'own-credential-provider',
          apiVersion: 'credentialprovider.kubelet.k8s.io/v1',
          matchImages: ['private.example'],
          defaultCacheDuration: '10m',
          args: [canary()],
          tokenAttributes: {
            serviceAccountTokenAudience: canary(),
            requireServiceAccount: true,
            cacheType: 'Token',
            optionalServiceAccountAnnotationKeys: [canary()],
          },
          env: [{ name: 'AWS_SECRET', value: canary() }],
        },
      ],
    },
    {
      apiVersion: 'windlass.dev/v1alpha1',
      kind: 'Scenario',
      metadata: { name: canary(), notes: canary() },
      horizon: '3m',
      nodes: {
        defaults: { credentials: { auths: { 'ghcr.io': { username: canary(), password: canary() } } } },
        named: {
          'web-8': {
            credentials: { 'ghcr.io': canary(), [`https://${canary()}:${canary()}@s.io`]: canary() },
          },
        },
      },
      serviceAccounts: { 'default/builder': { 'ghcr.io': canary() } },
      faults: [
        {
          kind: 'pullFails',
          image: 'ghcr.io/acme/init:1',
          until: '20s',
          error: `Get "https://u:${canary()}@ghcr.io/v2/?sig=${canary()}&x=${canary()}": Authorization: Bearer ${canary()}`,
        },
        { kind: 'kubeletRestart', at: '90s', kubelet: { serializeImagePulls: true } },
      ],
      registries: { 'ghcr.io': { private: { 'acme/secret': ['secret:default/pull'] } } },
    },
    {
      apiVersion: 'argoproj.io/v1alpha1',
      kind: 'Rollout',
      metadata: { name: 'foreign', annotations: { a: canary() } },
      spec: {
        replicas: 2,
        note: canary(),
        strategy: { canary: { steps: [canary()] } },
        template: {
          metadata: { annotations: { a: canary() }, labels: { a: canary() } },
          spec: {
            containers: [
              {
                name: 'a',
                image: 'ghcr.io/acme/web:1',
                env: [{ name: 'A', value: canary() }],
                args: [canary()],
              },
            ],
            hostname: canary(),
          },
        },
      },
      status: { message: canary() },
    },
    {
      apiVersion: 'example.com/v1',
      kind: 'Database',
      metadata: { name: canary() },
      spec: { password: canary() },
    },
    {
      kind: 'List',
      apiVersion: 'v1',
      metadata: { note: canary() },
      items: [{ kind: 'Service', apiVersion: 'v1', metadata: { name: canary() }, spec: { x: canary() } }],
    },
    {
      mirrors: {
        'docker.io': {
          endpoint: [`https://u:${canary()}@m.example/v2?token=${canary()}`],
          rewrite: { '(.*)': canary() },
        },
      },
      configs: {
        'm.example': { auth: { username: canary(), password: canary() }, tls: { key_file: canary() } },
      },
    },
  ];
}

/** Every field that is not simulated and that takes any text. */
function kubeletFreeTexts(canary: () => string): object {
  const names = [...kubeletFieldTypes].filter(
    ([name]) => !simulatedFields.has(name.split('.', 1)[0] ?? '') && !name.includes('.'),
  );
  const free = [
    'address',
    'staticPodURL',
    'staticPodPath',
    'providerID',
    'clusterDomain',
    'podLogsDir',
    'tlsPrivateKeyFile',
    'volumePluginDir',
  ];
  const texts = names
    .filter(([name, type]) => type === 'text' && free.includes(name))
    .map(([name]) => [name, canary()]);
  return {
    ...Object.fromEntries(texts),
    staticPodURLHeader: { Authorization: [`Bearer ${canary()}`], 'X-Key': [canary()] },
    clusterDNS: [canary()],
  };
}

function files(canary: () => string): readonly SourceText[] {
  return [
    {
      name: 'etc/containerd/config.toml',
      text: `# ${canary()}
version = 2
root = "${canary()}"
[plugins."io.containerd.grpc.v1.cri"]
  max_concurrent_downloads = 5 # ${canary()}
  unknown = "${canary()}"
[plugins."io.containerd.grpc.v1.cri".registry.configs."ghcr.io".auth]
  username = "${canary()}"
  password = "${canary()}"
  auth = "${canary()}"
  identitytoken = "${canary()}"
[plugins."io.containerd.grpc.v1.cri".registry.headers]
  X-Key = ["${canary()}"]
[proxy_plugins.x]
  address = "${canary()}"
`,
    },
    {
      name: 'certs.d/quay.io/hosts.toml',
      text: `# ${canary()}
server = "https://u:${canary()}@quay.io/path/${canary()}"
[host."https://u:${canary()}@mirror.example/v2?sig=${canary()}"]
  capabilities = ["pull", "resolve"]
  ca = "${canary()}"
  client = [["${canary()}", "${canary()}"]]
  [host."https://u:${canary()}@mirror.example/v2?sig=${canary()}".header]
    Authorization = "Basic ${canary()}"
    x-custom = ["${canary()}"]
`,
    },
    {
      name: 'kubeadm-flags.env',
      text: `# ${canary()}\nKUBELET_KUBEADM_ARGS="--max-pods=100 --manifest-url=https://u:${canary()}@h --manifest-url-header=Authorization:${canary()} --cloud-config=${canary()}"\n`,
    },
  ];
}
