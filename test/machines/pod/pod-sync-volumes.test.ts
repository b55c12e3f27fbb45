import { describe, expect, it } from 'vitest';
import {
  appYaml,
  fails,
  podYaml,
  pullsOf,
  recordsOf,
  scenarioYaml,
  statesOf,
  statusesOf,
  takes,
} from '../../run/simulation/pod-yaml.ts';
import { runYaml } from '../../run/simulation/run-yaml.ts';

// getImageVolumes and toKubeContainerImageVolumes of pkg/kubelet/kuberuntime/kuberuntime_manager.go, v1.36.3

const good = takes('sim.local/good:1', '1s');
const pod = (policy: string, more = '') =>
  podYaml(
    'web',
    `volumes: [{ name: v, image: { reference: 'sim.local/v:1', pullPolicy: ${policy} } }]
containers: [{ name: app, image: 'sim.local/good:1', imagePullPolicy: IfNotPresent, volumeMounts: [{ name: v, mountPath: /v }] }]
${more}`,
  );
// A run is settled once all runs; this one arrives late, and never does.
const late = appYaml('late', 'sim.local/gone:1');
const arrivals = 'arrivals: { interval: 10m }\nhorizon: 10m';

describe('an image volume of policy Always', () => {
  it('is pulled again in every sync, also when nothing is to be started (kubernetes#138644)', () => {
    const run = runYaml(pod('Always') + late + scenarioYaml([good, takes('sim.local/v:1', '1s')], arrivals));
    const syncs = recordsOf(run, 'sync', 'web').filter(({ state }) => state === 'finished');
    expect(syncs.length).toBeGreaterThan(6);
    expect(pullsOf(run, 'v')).toHaveLength(syncs.length);
    expect(pullsOf(run, 'app')).toHaveLength(1);
  });

  it('that fails later is no error while its containers run: the pod is due again after 60 to 90 s', () => {
    const faults = [good, takes('sim.local/v:1', '1s'), fails('sim.local/v:1', ', from: 30s')];
    const run = runYaml(pod('Always') + late + scenarioYaml(faults.toReversed(), arrivals));
    const failed = recordsOf(run, 'pull', 'web').filter(({ state }) => state === 'failed');
    expect(failed.length).toBeGreaterThan(2);
    const after = recordsOf(run, 'sync', 'web').filter(
      ({ state, at }) => state === 'finished' && at > (failed[0]?.at ?? Number.NaN) - 1,
    );
    for (const sync of after) {
      expect(sync).not.toHaveProperty('error');
      const restMs = (sync.dueMs ?? Number.NaN) - sync.at;
      expect(restMs >= 60_000 && restMs < 90_000).toBe(true);
    }
    expect(statusesOf(run, 'web').at(-1)).toBe('Running app=running');
  });
});

it('a volume of a crashing container is ensured before its back-off is checked, and adds none of its reasons', () => {
  const more = 'horizon: 2m\ncontainers: [{ container: app, runsFor: 1s, exitCode: 1 }]';
  const run = runYaml(pod('IfNotPresent') + scenarioYaml([good, takes('sim.local/v:1', '1s')], more));
  const syncs = recordsOf(run, 'sync').filter(({ state }) => state === 'finished');
  const ensured = recordsOf(run, 'event').filter(
    ({ reason, message }) => reason === 'Pulled' && message.includes('sim.local/v:1'),
  );
  expect(ensured).toHaveLength(syncs.length);
  expect(statusesOf(run).some((status) => status.endsWith('app=CrashLoopBackOff'))).toBe(true);
  expect(statesOf(run).filter((state) => state === 'app running').length).toBeGreaterThan(2);
});

// mutateMounts of containerd 2.2 and startContainer of pkg/kubelet/kuberuntime/kuberuntime_container.go,
// v1.37.2
it('a volume whose image is removed while the container pulls: the container is not created, and the next sync pulls again', () => {
  const removed = "kind: imageRemoved, image: 'sim.local/v:1', at: 20s";
  const run = runYaml(
    pod('IfNotPresent') +
      scenarioYaml([takes('sim.local/good:1', '1m'), takes('sim.local/v:1', '1s'), removed]),
  );
  expect(pullsOf(run, 'v')).toHaveLength(2);
  expect(pullsOf(run, 'app')).toHaveLength(1);
  const error =
    /^Error: failed to mount image volume: ImageVolumeMountFailed: failed to resolve image "sha256:[0-9a-f]{64}": not found$/;
  expect(recordsOf(run, 'event').filter(({ message }) => error.test(message))).toHaveLength(1);
  expect(statesOf(run).filter((state) => state === 'app creating')).toHaveLength(1);
  expect(statusesOf(run).some((status) => status.endsWith('app=CreateContainerError'))).toBe(true);
  expect(statusesOf(run).at(-1)).toBe('Running app=running');
});

// newCrashLoopBackOff and completeWork, v1.36.3: the setting, and the rest that follows from it.
describe('how long a container rests after a crash', () => {
  const rests = (settings: string, kubeletVersion = '1.36') => {
    const config = `apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n${settings}\n---\n`;
    const more = 'horizon: 10m\ncontainers: [{ container: app, runsFor: 1s, exitCode: 1 }]';
    const run = runYaml(appYaml('web', 'sim.local/good:1') + config + scenarioYaml([good], more), {
      kubeletVersion,
    });
    const windows = recordsOf(run, 'status').flatMap(
      ({ containers }) => /^back-off (\S+) /.exec(containers[0]?.message ?? '')?.[1] ?? [],
    );
    return [...new Set(windows)];
  };

  it('is at most crashLoopBackOff.maxContainerRestartPeriod', () => {
    expect(rests('crashLoopBackOff: { maxContainerRestartPeriod: 25s }')).toEqual(['10s', '20s', '25s']);
    expect(rests('maxPods: 110').slice(0, 4)).toEqual(['10s', '20s', '40s', '1m20s']);
  });

  it('begins at a second with ReduceDefaultCrashLoopBackOffDecay', () => {
    expect(rests('featureGates: { ReduceDefaultCrashLoopBackOffDecay: true }').slice(-3)).toEqual([
      '1m4s',
      '2m8s',
      '4m16s',
    ]);
  });

  it('shows how the container before ended', () => {
    const more = 'horizon: 30s\ncontainers: [{ container: app, runsFor: 1s, exitCode: 7 }]';
    const run = runYaml(appYaml('web', 'sim.local/good:1') + scenarioYaml([good], more));
    const waiting = recordsOf(run, 'status').find(
      ({ containers }) => containers[0]?.reason === 'CrashLoopBackOff',
    );
    expect(waiting?.containers[0]).toMatchObject({
      state: 'waiting',
      last: { exitCode: 7, reason: 'Error' },
    });
    const again = recordsOf(run, 'status').find(({ containers }) => containers[0]?.restarts === 1);
    expect(again?.containers[0]).toMatchObject({ state: 'running', last: { exitCode: 7, reason: 'Error' } });
  });
});
