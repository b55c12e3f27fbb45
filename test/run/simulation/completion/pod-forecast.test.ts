import { describe, expect, it } from 'vitest';
import { PodForecast } from '../../../../src/run/simulation/completion/pod-forecast.ts';
import type { Observation } from '../../../../src/trace/observation.ts';
import type { TraceRecord } from '../../../../src/trace/record.ts';
import { container, podOf, sidecar } from '../../../rules/kubelet/pod-fixtures.ts';

// When a pod can still do something: docs of src/run/simulation/completion/pod-forecast.ts.

const pod = { namespace: 'default', name: 'web', uid: 'uid-1' };
const said = (observation: Observation, actor = 'node-1/kubelet'): TraceRecord =>
  ({ id: 1, at: 0, node: 'node-1', actor, ...observation }) as TraceRecord;
const status = (...running: string[]) =>
  said({
    type: 'status',
    pod,
    phase: 'Running',
    containers: running.map((name) => ({ name, kind: 'container', state: 'running', restarts: 0 })),
  });
const containerIs = (state: 'creating' | 'running' | 'exited') =>
  said({ type: 'container', state, pod, container: 'app' });
const podIs = (state: 'added' | 'rejected' | 'terminated') =>
  said({ type: 'pod', state, pod, containers: [] });
const node = (profileRelease: string, featureGates = {}) => ({
  name: 'node-1',
  profileRelease,
  kubelet: { featureGates },
});
const of = (spec = podOf(), nodes = [node('1.36')]) => {
  const forecast = new PodForecast(nodes, [spec]);
  /** Whether it rests after these. */
  const see = (...records: TraceRecord[]) => {
    for (const record of records) forecast.observe(record);
    return !forecast.canAct;
  };
  return { see };
};

describe('a pod whose containers run for ever', () => {
  it('rests once the kubelet has said that they run, not when they merely do', () => {
    const { see } = of();
    expect(see(podIs('added'), containerIs('running'))).toBe(false);
    expect(see(status('app'))).toBe(true);
  });

  it('needs all of them, its sidecars included, its init containers not', () => {
    const { see } = of(
      podOf({ initContainers: [container('i'), sidecar('s')], containers: [container('a'), container('b')] }),
    );
    expect(see(status('a', 'b'))).toBe(false);
    expect(see(status('a', 's'))).toBe(false);
    expect(see(status('a', 'b', 's'))).toBe(true);
  });

  it('is active again when a container is created again or ends, until the kubelet reports that all run', () => {
    const { see } = of();
    see(status('app'));
    expect(see(containerIs('exited'))).toBe(false);
    expect(see(status('app'))).toBe(true);
    expect(see(containerIs('creating'))).toBe(false);
  });

  it('stays at rest after any other record of the pod and its node', () => {
    const { see } = of();
    see(status('app'));
    expect(see(containerIs('running'))).toBe(true);
    expect(see(said({ type: 'node', state: 'started' }, 'node-1'))).toBe(true);
    expect(
      see(said({ type: 'event', eventType: 'Normal', reason: 'Pulled', message: '', pod }, 'node-1')),
    ).toBe(true);
  });

  it('is active again when its own node or kubelet starts, which checks it and publishes its status, not another', () => {
    const { see } = of();
    for (const state of ['rebooting', 'rebooted', 'kubeletRestarted'] as const) {
      expect(see(status('app'))).toBe(true);
      expect(see(said({ type: 'node', state }, 'node-2'))).toBe(true);
      expect(see(said({ type: 'node', state }, 'node-1'))).toBe(false);
    }
  });
});

// `getImageVolumes` in SyncPod, v1.36.3: each round ensures each image volume anew.
describe('a pod with image volumes', () => {
  const withVolume = (policy: string) => podOf({ imageVolumes: [{ name: 'data', image: 'data:1', policy }] });

  it('never rests while it exists: with Always each round pulls, with other policies it writes an event', () => {
    for (const policy of ['Always', 'IfNotPresent', 'Never']) {
      const { see } = of(withVolume(policy));
      expect(see(podIs('added'), status('app'))).toBe(false);
      expect(see(podIs('terminated'))).toBe(true);
    }
  });

  it('rests as any other from 1.37 on, where only a container that is to start asks for them', () => {
    const { see } = of(withVolume('Always'), [node('1.37')]);
    expect(see(podIs('added'), containerIs('running'))).toBe(false);
    expect(see(status('app'))).toBe(true);
  });

  it('rests as any other where its kubelet does not know them, until one comes that does', () => {
    const { see } = of(withVolume('Always'), [node('1.31')]);
    expect(see(status('app'))).toBe(true);
    expect(
      see(
        said(
          { type: 'node', state: 'kubeletRestarted', kubelet: { featureGates: { ImageVolume: true } } },
          'node-1',
        ),
      ),
    ).toBe(false);
    expect(see(status('app'))).toBe(false);
  });
});

describe('a pod that ends by itself', () => {
  const job = podOf({ restartPolicy: 'Never', containers: [container('app', { runsForMicros: 1_000 })] });

  it('does not rest while it runs, and does once it is over, for good', () => {
    const { see } = of(job);
    expect(see(status('app'))).toBe(false);
    expect(see(podIs('terminated'))).toBe(true);
    expect(see(containerIs('exited'), status(), said({ type: 'node', state: 'rebooting' }, 'node-1'))).toBe(
      true,
    );
  });

  it('rests when it was refused', () => {
    expect(of(job).see(podIs('rejected'))).toBe(true);
  });
});

it('a replacement that may never come keeps nothing going', () => {
  const forecast = new PodForecast([node('1.36')], [], [podOf()]);
  expect(forecast.canAct).toBe(false);
  forecast.observe(said({ type: 'node', state: 'rebooted' }, 'node-1'));
  expect(forecast.canAct).toBe(false);
  forecast.observe(podIs('added'));
  expect(forecast.canAct).toBe(true);
});

it('a status of a stranger changes nothing', () => {
  const { see } = of();
  expect(see(said({ type: 'status', pod: { ...pod, uid: 'other' }, phase: 'Running', containers: [] }))).toBe(
    false,
  );
});

describe('a pod whose image was changed', () => {
  const shown = (state: 'added' | 'changed', image: string) =>
    said({
      type: 'pod',
      state,
      pod,
      containers: [{ name: 'app', image, kind: 'container', policy: 'Always' }],
    });
  const round = said({ type: 'sync', state: 'started', pod, trigger: 'updated' });

  it('rests when a round that knows the change has made the container anew, not while the old one runs', () => {
    const { see } = of(podOf({ containers: [{ ...container('app'), image: 'a:1' }] }));
    expect(see(shown('added', 'a:1'), status('app'))).toBe(true);
    expect(see(shown('changed', 'a:2'), status('app'))).toBe(false);
    // Of the round that had begun before.
    expect(see(containerIs('creating'), status('app'))).toBe(false);
    expect(see(round, status('app'))).toBe(false);
    expect(see(containerIs('creating'), containerIs('running'), status('app'))).toBe(true);
  });

  it('rests as before if the change left the image as it was', () => {
    const { see } = of(podOf({ containers: [{ ...container('app'), image: 'a:1' }] }));
    expect(see(shown('added', 'a:1'), status('app'), shown('changed', 'a:1'), status('app'))).toBe(true);
  });
});
