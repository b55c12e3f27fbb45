import { describe, expect, test } from 'vitest';
import type { RunRequest } from '../../../src/inputs/run-request.ts';
import { accepted, errorsOf, podYaml, refused, scenarioYaml, stream } from '../reading.ts';

const pod = podYaml('x', '{ containers: [{ name: a, image: redis }] }');
const configuration =
  'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\nfeatureGates: { ImageVolume: true }\nregistryBurst: 7\n';
const faults = (list: string, options?: RunRequest, more = '') =>
  accepted(stream(pod, configuration, scenarioYaml(`${more}faults: ${list}`)), options).input.faults;
const settingsOf = (list: string, options?: RunRequest, more?: string) =>
  faults(list, options, more).map((fault) => (fault.kind === 'kubeletRestart' ? fault.settings : undefined));

describe('a restart of the kubelet with other settings', () => {
  test('lays them over the configuration, for each node that it meets', () => {
    const change = '{ serializeImagePulls: false, maxParallelImagePulls: 3 }';
    const [all, one] = settingsOf(
      `[{ kind: kubeletRestart, at: 1s, kubelet: ${change} }, { kind: kubeletRestart, at: 2s, node: node-2, kubelet: { registryPullQPS: 0 } }]`,
      {},
      'nodes: { count: 2 }\n',
    );
    const changed = { serializeImagePulls: false, maxParallelImagePulls: 3, registryBurst: 7 };
    expect(all).toMatchObject({ 'node-1': changed, 'node-2': changed });
    expect(Object.keys(one ?? {})).toEqual(['node-2']);
    expect(one).toMatchObject({ 'node-2': { ...changed, registryPullQPS: 0 } });
  });

  test('adds to the changes of earlier restarts, in order of time; of feature gates only those named change', () => {
    const gates = (gate: string) => `{ featureGates: { ${gate}: false } }`;
    const [later, earlier] = settingsOf(
      `[{ kind: kubeletRestart, at: 9s, kubelet: ${gates('KubeletCrashLoopBackOffMax')} }, { kind: kubeletRestart, kubelet: ${gates('KubeletEnsureSecretPulledImages')} }]`,
    );
    const first = { ImageVolume: true, KubeletEnsureSecretPulledImages: false };
    expect(earlier?.['node-1']?.featureGates).toEqual(first);
    expect(later?.['node-1']?.featureGates).toEqual({ ...first, KubeletCrashLoopBackOffMax: false });
  });

  test('with null goes back to the default, whatever the configuration and earlier restarts say', () => {
    const [, back] = settingsOf(
      '[{ kind: kubeletRestart, at: 1s, kubelet: { maxPods: 5 } }, { kind: kubeletRestart, at: 2s, kubelet: { maxPods: null, registryBurst: null } }]',
    );
    expect(back?.['node-1']).toMatchObject({ maxPods: 110, registryBurst: 10 });
  });

  test('counts above the maxPods of the Node object, but not with other fields', () => {
    const node = 'apiVersion: v1\nkind: Node\nmetadata: { name: n }\nstatus: { capacity: { pods: "20" } }\n';
    const read = (change: string, options: RunRequest = {}) => {
      const text = stream(pod, node, scenarioYaml(`faults: [{ kind: kubeletRestart, kubelet: ${change} }]`));
      const [fault] = accepted(text, options).input.faults;
      return fault?.kind === 'kubeletRestart' ? fault.settings?.n?.maxPods : undefined;
    };
    expect(read('{ maxPods: 5 }')).toBe(5);
    expect(read('{ registryBurst: 5 }')).toBe(20);
    expect(read('{ registryBurst: 5 }', { set: ['maxPods=30'] })).toBe(30);
  });

  test('without them has none', () => {
    expect(faults('[{ kind: kubeletRestart }]')).toEqual([
      { kind: 'kubeletRestart', pulls: 'lost', fromMicros: 0, untilMicros: null },
    ]);
  });

  // Words of ValidateKubeletConfiguration (1.36.3), as for the configuration itself.
  test.each([
    [
      '{ maxParallelImagePulls: 0 }',
      '8:68 KUBELET_CONFIGURATION invalid configuration: maxParallelImagePulls 0 must be a positive number',
    ],
    [
      '{ registryBurst: many }',
      '8:60 KUBELET_CONFIGURATION invalid configuration: registryBurst must be a whole number of 32 bits, not "many"',
    ],
    [
      '{ imageMaximumGCAge: 1s }',
      '8:64 KUBELET_CONFIGURATION invalid configuration: imageMaximumGCAge 1s must be greater than imageMinimumGCAge 2m0s',
    ],
    [
      '{ featureGates: { ImageVolume: false } }',
      '8:74 KUBELET_CONFIGURATION cannot set feature gate ImageVolume to false, feature is locked to true',
    ],
    [
      '{ maxParalelImagePulls: 2 }',
      '8:45 UNKNOWN_FIELD KubeletConfiguration has no field "maxParalelImagePulls"',
    ],
    ['{ kind: KubeletConfiguration }', '8:45 UNKNOWN_FIELD KubeletConfiguration has no field "kind"'],
    ['5', '8:43 WRONG_TYPE faults[0].kubelet must be a mapping, not 5'],
  ])('%s is refused', (change, error) => {
    expect(
      refused(stream(pod, scenarioYaml(`faults: [{ kind: kubeletRestart, kubelet: ${change} }]`))),
    ).toEqual([error]);
  });

  test('is blamed as a whole where what it breaks is written elsewhere', () => {
    const parallel =
      'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\nserializeImagePulls: false\nmaxParallelImagePulls: 4\n';
    const [error, more] = errorsOf(
      stream(
        pod,
        parallel,
        scenarioYaml('faults: [{ kind: kubeletRestart, kubelet: { serializeImagePulls: true } }]'),
      ),
    );
    expect(more).toBeUndefined();
    expect(error).toMatchObject({
      line: 13,
      code: 'KUBELET_CONFIGURATION',
      message: expect.stringContaining('cannot be larger than 1'),
    });
  });

  test('is told where a field changes nothing, and which one a misspelt field may mean', () => {
    const { warnings } = accepted(
      stream(pod, scenarioYaml('faults: [{ kind: kubeletRestart, kubelet: { cgroupDriver: systemd } }]')),
    );
    expect(warnings).toEqual([
      'in.yaml:8:45: cgroupDriver is not simulated: this change of it changes nothing',
    ]);
    const [error] = errorsOf(
      stream(pod, scenarioYaml('faults: [{ kind: kubeletRestart, kubelet: { maxParalelImagePulls: 2 } }]')),
    );
    expect(error?.hint).toBe('did you mean maxParallelImagePulls?');
  });
});
