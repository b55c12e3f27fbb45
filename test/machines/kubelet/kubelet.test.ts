import { describe, expect, it } from 'vitest';
import {
  appYaml,
  podYaml,
  pullsOf,
  recordsOf,
  scenarioYaml,
  statusesOf,
  takes,
} from '../../run/simulation/pod-yaml.ts';
import { runYaml } from '../../run/simulation/run-yaml.ts';

// HandlePodAdditions and the kubelet's settings (pkg/kubelet/kubelet.go, v1.36.3), from end to end with a
// scripted runtime.

const image = (name: string) => `sim.local/${name}:1`;
const settings = (lines: string) =>
  `apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n${lines}\n---\n`;
const job = (name: string) =>
  podYaml(name, `restartPolicy: Never\ncontainers: [{ name: app, image: '${image('a')}' }]`);
const pods = (...names: string[]) =>
  names.map((name) => appYaml(name, image(name), 'nodeName: node-1')).join('');
const pulls = (...names: string[]) => names.map((name) => takes(image(name), '4s'));

describe('a job’s pod', () => {
  it.each([
    [0, 'Succeeded'],
    [1, 'Failed'],
  ])(
    'exit code %i: the pod ends when PLEG has seen the exit and the sandbox is stopped, with phase %s',
    (code, phase) => {
      const more = `containers:\n  - { container: app, runsFor: 3s, exitCode: ${code} }`;
      const run = runYaml(job('job') + scenarioYaml([takes(image('a'), '1s')], more));
      const exit = recordsOf(run, 'container').find((record) => record.state === 'exited');
      const over = recordsOf(run, 'pod').at(-1);
      expect(over).toMatchObject({ state: 'terminated', reason: phase });
      // Each half of its end waits for a relist, and the sandbox takes 100 ms to stop.
      expect((over?.at ?? 0) - (exit?.at ?? 0)).toBeLessThan(2_130);
      expect(statusesOf(run).at(-1)).toBe(`${phase} app=${code === 0 ? 'Completed' : 'Error'}`);
      expect(run.end.reason).toBe('settled');
    },
  );
});

describe('maxPods', () => {
  it('refuses the pod that is one too many, which is never synced', () => {
    const run = runYaml(pods('a', 'b', 'c') + settings('maxPods: 2') + scenarioYaml(pulls('a', 'b', 'c')));
    expect(recordsOf(run, 'pod').filter((record) => record.state === 'rejected')).toMatchObject([
      { pod: { name: 'c' }, reason: 'OutOfpods' },
    ]);
    expect(recordsOf(run, 'event').filter((event) => event.reason === 'OutOfpods')).toMatchObject([
      {
        eventType: 'Warning',
        message: "Node didn't have enough resource: pods, requested: 1, used: 2, capacity: 2",
      },
    ]);
    expect(recordsOf(run, 'sync', 'c')).toEqual([]);
    expect(run.end.reason).toBe('settled');
  });

  it('counts pods that are over no more', () => {
    const scenario = scenarioYaml(
      [takes(image('a'), '1s')],
      'arrivals: { interval: 20s }\ncontainers:\n  - { match: j1, runsFor: 3s }',
    );
    const run = runYaml(job('j1') + job('j2') + settings('maxPods: 1') + scenario);
    expect(recordsOf(run, 'pod').map((record) => `${record.pod.name} ${record.state}`)).toEqual([
      'j1 added',
      'j1 terminated',
      'j2 added',
    ]);
    expect(recordsOf(run, 'sync', 'j2').length).toBeGreaterThan(0);
  });
});

describe('the puller', () => {
  const spread = (lines: string, version = '1.36') => {
    const run = runYaml(
      pods('a', 'b', 'c', 'd') + settings(lines) + scenarioYaml(pulls('a', 'b', 'c', 'd')),
      { kubeletVersion: version },
    );
    return pullsOf(run, 'app').map((at) => Math.floor(at));
  };

  it('is serial by default', () => {
    expect(spread('maxPods: 110')).toEqual([0, 4, 8, 12]);
  });

  it('pulls as many at once as maxParallelImagePulls says, or all', () => {
    expect(spread('serializeImagePulls: false\nmaxParallelImagePulls: 2')).toEqual([0, 0, 4, 4]);
    expect(spread('serializeImagePulls: false')).toEqual([0, 0, 0, 0]);
  });

  it('has no such limit in 1.14', () => {
    expect(spread('serializeImagePulls: false', '1.14')).toEqual([0, 0, 0, 0]);
  });
});

it('registryPullQPS and registryBurst fail the pulls above them', () => {
  const lines = 'serializeImagePulls: false\nregistryPullQPS: 1\nregistryBurst: 2';
  const run = runYaml(
    pods('a', 'b', 'c') + settings(lines) + scenarioYaml(pulls('a', 'b', 'c'), 'horizon: 3s'),
  );
  expect(pullsOf(run, 'app')).toHaveLength(2);
  expect(recordsOf(run, 'pull').filter((pull) => pull.error === 'pull QPS exceeded')).toMatchObject([
    { pod: { name: 'c' } },
  ]);
});

it.each([
  ['', '1.36', 'already present on machine and can be accessed by the pod'],
  ['featureGates: { KubeletEnsureSecretPulledImages: false }', '1.36', 'already present on machine'],
  ['', '1.31', 'already present on machine'],
])('the gate %s in %s decides the text of a present image', (lines, version, text) => {
  const two = `containers: [{ name: a, image: '${image('a')}' }, { name: b, image: '${image('a')}' }]`;
  const run = runYaml(podYaml('web', two) + settings(`maxPods: 110\n${lines}`) + scenarioYaml(pulls('a')), {
    kubeletVersion: version,
  });
  const messages = recordsOf(run, 'event').flatMap((event) =>
    event.reason === 'Pulled' ? [event.message] : [],
  );
  expect(messages.at(-1)).toBe(`Container image "sim.local/a:1" ${text}`);
});
