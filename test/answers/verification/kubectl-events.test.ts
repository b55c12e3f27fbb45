import { describe, expect, test } from 'vitest';
import { modelEventObjects } from '../../../src/answers/verification/model-observations.ts';
import { readObservations } from '../../../src/answers/verification/read-observations.ts';
import { verifyEvents } from '../../../src/answers/verification/verify-events.ts';
import { simulate } from '../../../src/run/simulation/simulate.ts';
import type { SimulationInput } from '../../../src/run/simulation-input.ts';
import { inputOf } from '../../run/simulation/run-yaml.ts';

const epochMicros = Date.UTC(2026, 10, 21, 10) * 1_000;
const time = (micros: number) =>
  new Date(Math.floor((epochMicros + micros) / 1e6) * 1_000).toISOString().replace('.000Z', 'Z');

/**
 * What `kubectl get events -A -o json` prints at a moment of a run: whole seconds, equal events counted, some
 * held back.
 */
function kubectlEvents(input: SimulationInput, atMicros: number) {
  const objects = modelEventObjects(simulate(input).records, atMicros);
  return objects.flatMap((observation) => {
    if (observation.what !== 'event') return [];
    const [namespace, name] = observation.pod.split('/');
    return [
      {
        kind: 'Event',
        involvedObject: { kind: 'Pod', namespace, name, fieldPath: observation.fieldPath },
        reason: observation.reason,
        message: observation.message,
        source: { component: 'kubelet', host: observation.node },
        firstTimestamp: time(observation.first.lowMicros),
        lastTimestamp: time(observation.lowMicros),
        count: observation.count,
      },
    ];
  });
}

const pods = (count: number, image: (index: number) => string) =>
  Array.from(
    { length: count },
    (_, index) => `apiVersion: v1
kind: Pod
metadata: { name: web-${index} }
spec: { containers: [{ name: app, image: "${image(index)}", imagePullPolicy: IfNotPresent }] }
---
`,
  ).join('');

function verdict(input: SimulationInput, events: readonly unknown[], runsMax = 60) {
  const { observations, errors } = readObservations([
    { name: 'events.json', text: JSON.stringify({ kind: 'List', items: events }) },
  ]);
  expect(errors).toEqual([]);
  const found = verifyEvents(input, observations, {
    slackMicros: 250_000,
    isWhole: false,
    arrivalsAreKnown: false,
    runsMax,
  });
  expect(found.nodes).toHaveLength(1);
  return found.nodes[0]?.deviation;
}

describe('pods whose pulls wait for each other', () => {
  const yaml = (settings: string) => `${pods(4, (index) => `shop/web:${index}`)}
apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
${settings}
---
apiVersion: windlass.dev/v1alpha1
kind: Scenario
faults:
${[0, 1, 2, 3].map((index) => `  - { kind: pullTakes, image: "shop/web:${index}", takes: ${5 + 3 * index}s }`).join('\n')}
`;
  const serial = inputOf(yaml('serializeImagePulls: true'), { seed: 5 });
  const events = kubectlEvents(serial, 60e6);

  test('are explained by a kubelet that pulls one after the other', () => {
    expect(events).toHaveLength(16);
    expect(verdict(serial, events)).toBeUndefined();
  });

  test('and not by one that pulls all at once: the first pod that waited is named', () => {
    const parallel = inputOf(yaml('serializeImagePulls: false'));
    expect(verdict(parallel, events, 10)?.what).toMatch(/^Pulled of default\/web-1 /);
  });

  test('a Pulled that is gone is missed', () => {
    const gone = events.filter(
      ({ reason, involvedObject: { name } }) => !(reason === 'Pulled' && name === 'web-2'),
    );
    expect(verdict(serial, gone, 10)?.what).toMatch(/of default\/web-2/);
  });
});

// startContainer of pkg/kubelet/kuberuntime/kuberuntime_container.go (v1.30.9, v1.30.10)
describe('a pod of kubelet 1.30.9, whose containers are created without a colon', () => {
  const ofKubelet = (kubeletVersion: string) =>
    inputOf(
      pods(1, () => 'shop/web:1'),
      { kubeletVersion, seed: 5 },
    );
  const events = kubectlEvents(ofKubelet('v1.30.9-eks-1'), 60e6);

  test.each(['1.30.0', 'v1.30.4-gke.7', '1.31.5'])('is explained by %s', (version) => {
    expect(events.find(({ reason }) => reason === 'Created')?.message).toBe('Created container app');
    expect(verdict(ofKubelet(version), events, 5)).toBeUndefined();
  });

  test.each(['1.30.10', '1.30', '1.31.6', '1.32.0'])('and not by %s', (version) => {
    expect(verdict(ofKubelet(version), events, 5)?.what).toMatch(/^Created of default\/web-0 /);
  });
});

describe('a pod whose pull fails for minutes, with its events counted', () => {
  const input = inputOf(`${pods(1, () => 'shop/web:2')}
apiVersion: windlass.dev/v1alpha1
kind: Scenario
horizon: 4m
faults: [{ kind: pullFails, image: "shop/web:2", error: "not found", takes: 1s }]
`);
  const events = kubectlEvents(input, 150e6);

  test('is explained', () => {
    expect(events.map(({ count }) => count).some((count) => count > 3)).toBe(true);
    expect(verdict(input, events)).toBeUndefined();
  });

  test('a back-off that came far too often is not', () => {
    const more = events.map((event) =>
      event.reason === 'BackOff' ? { ...event, count: event.count + 6 } : event,
    );
    expect(verdict(input, more, 20)).toMatchObject({ kind: 'count' });
  });

  test('nor a pull that was tried once more than back-off allows', () => {
    const more = events.map((event) =>
      event.reason === 'Pulling' ? { ...event, count: event.count + 3 } : event,
    );
    expect(verdict(input, more, 20)).toBeDefined();
  });
});

test('events of pods that are not in the input, and of other kinds, are listed and not compared', () => {
  const input = inputOf(pods(1, () => 'shop/web:2'));
  const own = {
    kind: 'Event',
    involvedObject: { kind: 'Pod', namespace: 'default', name: 'web-0' },
    lastTimestamp: time(0),
  };
  const items = [
    { ...own, reason: 'Scheduled', message: 'Successfully assigned default/web-0 to node-1' },
    {
      ...own,
      involvedObject: { kind: 'Pod', namespace: 'default', name: 'other' },
      reason: 'Pulling',
      message: 'Pulling image "x"',
    },
    { ...own, reason: 'BackOff', message: 'Back-off pulling image "shop/web:2"' },
  ];
  const { observations } = readObservations([
    { name: 'events.json', text: JSON.stringify({ kind: 'List', items }) },
  ]);
  const { nodes, notCompared } = verifyEvents(input, observations, {
    slackMicros: 0,
    isWhole: false,
    arrivalsAreKnown: false,
    runsMax: 1,
  });
  expect(nodes).toEqual([]);
  expect(notCompared).toEqual([
    '1 event that the model does not have, such as Scheduled',
    'what was seen of default/other: not in the input',
    'default/web-0: what was seen does not begin with the pod',
  ]);
});
