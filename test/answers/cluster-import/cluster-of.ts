import { simulate } from '../../../src/run/simulation/simulate.ts';
import type { SimulationInput } from '../../../src/run/simulation-input.ts';
import { eventsJson } from '../calibration/node-files.ts';

const epochMs = Date.UTC(2026, 10, 21, 10);

const time = (atMs: number) =>
  new Date(Math.floor((epochMs + atMs) / 1_000) * 1_000).toISOString().replace('.000Z', 'Z');

/**
 * What `kubectl get nodes,pods,deploy,secrets,events -A -o json` would print at the end of a simulated run,
 * and Secrets beside it.
 */
export function clusterOf(input: SimulationInput): {
  readonly kind: 'List';
  readonly items: readonly Readonly<Record<string, unknown>>[];
} {
  const { records } = simulate(input);
  const nodes = input.nodes.map(({ name, presentImages, kubeletVersion, runtime, cpus }) => {
    const pulled = records.flatMap((record) =>
      record.type === 'runtime-return' &&
      record.op === 'PullImage' &&
      record.node === name &&
      record.error === undefined
        ? [record.image ?? '']
        : [],
    );
    const images = [...new Set([...presentImages, ...pulled])].map((image) => ({
      names: [image],
      sizeBytes: (input.images[image]?.layers ?? []).reduce((sum, { bytes }) => sum + bytes, 0),
    }));
    return {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name, labels: { 'kubernetes.io/hostname': name }, annotations: { note: 'hunter2' } },
      status: {
        nodeInfo: {
          kubeletVersion,
          containerRuntimeVersion: runtime,
          operatingSystem: 'linux',
          architecture: 'amd64',
        },
        capacity: { cpu: String(cpus), memory: '16Gi', pods: '110' },
        allocatable: { pods: '110' },
        addresses: [{ type: 'InternalIP', address: '10.0.0.7' }],
        images,
      },
    };
  });
  const pods = input.pods.map((pod) => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: pod.name,
      namespace: pod.namespace,
      uid: pod.uid,
      creationTimestamp: time(pod.arrivesAtMicros / 1_000),
      annotations: { 'vault.example/token': 'hunter2' },
      ownerReferences: [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web-7d4b', controller: true }],
    },
    spec: {
      nodeName: pod.nodeName,
      restartPolicy: pod.restartPolicy,
      imagePullSecrets: [{ name: 'regcred' }],
      volumes: [{ name: 'kube-api-access', projected: {} }],
      containers: pod.containers.map(({ name, image, policy }) => ({
        name,
        image,
        imagePullPolicy: policy,
        env: [{ name: 'PASSWORD', value: 'hunter2' }],
        args: ['--token=hunter2'],
      })),
    },
    status: { phase: 'Running' },
  }));
  const others = [
    {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'regcred' },
      data: { '.dockerconfigjson': 'aHVudGVyMg==' },
    },
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings' }, data: { password: 'hunter2' } },
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'web' },
      spec: { replicas: 3, template: {} },
    },
  ];
  const events = (
    JSON.parse(eventsJson(records)) as { readonly items: readonly Readonly<Record<string, unknown>>[] }
  ).items;
  return { kind: 'List', items: [...nodes, ...pods, ...others, ...events] };
}
