import { describe, expect, it } from 'vitest';
import { checkInvariants } from '../../../../src/run/invariants/check-invariants.ts';
import { podYaml, recordsOf, scenarioYaml, statesOf, statusesOf, takes } from '../pod-yaml.ts';
import { runYaml } from '../run-yaml.ts';

// Container-level restartPolicy and restartPolicyRules: kep 5307 and 5532, SyncPod and computePodActions of
// pkg/kubelet/kuberuntime (v1.36.3), from end to end.

const faults = [
  takes('sim.local/app:1', '1s'),
  takes('sim.local/web:1', '1s'),
  takes('sim.local/init:1', '1s'),
];
const app = (more: string) => `{ name: app, image: 'sim.local/app:1', imagePullPolicy: Always, ${more} }`;
const web = `{ name: web, image: 'sim.local/web:1', imagePullPolicy: IfNotPresent }`;
const rule = (action: string, codes: string) =>
  `restartPolicyRules: [{ action: ${action}, exitCodes: { operator: In, values: [${codes}] } }]`;

function run(spec: string, ends: string, options: Parameters<typeof runYaml>[1] = {}, more = 'horizon: 4m') {
  const result = runYaml(
    podYaml('one', spec) + scenarioYaml(faults, `${more}\ncontainers: [${ends}]`),
    options,
  );
  expect(checkInvariants(result.records)).toEqual([]);
  return result;
}

const starts = (result: ReturnType<typeof run>, name: string) =>
  statesOf(result).filter((state) => state === `${name} running`).length;

describe('a container that never restarts in a pod that always does', () => {
  const spec = `containers: [${app('restartPolicy: Never')}, ${web}]`;
  const ends = '{ container: app, runsFor: 2s, exitCode: 1 }';

  it('runs once', () => {
    const result = run(spec, ends);
    expect(starts(result, 'app')).toBe(1);
    expect(statusesOf(result).at(-1)).toBe('Running app=Error web=running');
    expect(result.end.reason).toBe('settled');
  });

  it.each([
    ['1.33', {}],
    ['1.34', {}],
    [
      '1.36',
      {
        set: [
          'featureGates.ContainerRestartRules=false',
          'featureGates.RestartAllContainersOnContainerExits=false',
        ],
      },
    ],
  ])('restarts with back-off on a kubelet that does not know of it: %s %j', (kubeletVersion, options) => {
    const result = run(spec, ends, { kubeletVersion, ...options });
    expect(starts(result, 'app')).toBeGreaterThan(3);
    expect(statusesOf(result)).toContain('Running app=CrashLoopBackOff web=running');
  });

  it('runs once on 1.34 with the gate', () => {
    expect(
      starts(
        run(spec, ends, { kubeletVersion: '1.34', set: ['featureGates.ContainerRestartRules=true'] }),
        'app',
      ),
    ).toBe(1);
  });
});

it('a container with a rule for its exit code restarts in a pod that never does, with back-off, and pulls again', () => {
  const spec = `restartPolicy: Never\ncontainers: [${app(`restartPolicy: Never, ${rule('Restart', '42')}`)}]`;
  const matched = run(spec, '{ container: app, runsFor: 2s, exitCode: 42 }');
  const running = recordsOf(matched, 'container').flatMap(({ at, state }) =>
    state === 'running' ? [at] : [],
  );
  const exits = recordsOf(matched, 'container').flatMap(({ at, state }) => (state === 'exited' ? [at] : []));
  const waits = exits.slice(0, -1).map((at, index) => ((running[index + 1] ?? 0) - at) / 1_000);
  // At once, then after 10 s, 20 s …; each start pulls once more, for the policy Always.
  expect(waits[0]).toBeLessThan(5);
  expect(waits[1]).toBeGreaterThan(10);
  expect(waits[2]).toBeGreaterThan(20);
  expect(recordsOf(matched, 'runtime').filter(({ op }) => op === 'PullImage')).toHaveLength(running.length);
  const other = run(spec, '{ container: app, runsFor: 2s, exitCode: 41 }');
  expect(starts(other, 'app')).toBe(1);
  expect(statusesOf(other).at(-1)).toBe('Failed app=Error');
});

it('an init container with a rule for its exit code is tried again, where the pod would have failed', () => {
  const init = (more: string) =>
    `restartPolicy: Never\ninitContainers: [{ name: init, image: 'sim.local/init:1', ${more} }]\ncontainers: [${web}]`;
  const ends = '{ container: init, runsFor: 1s, exitCode: 3 }';
  expect(starts(run(init(`restartPolicy: Never, ${rule('Restart', '3')}`), ends), 'init')).toBeGreaterThan(3);
  const failed = run(init(`restartPolicy: Never, ${rule('Restart', '4')}`), ends);
  expect(statusesOf(failed).at(-1)).toMatch(/^Failed init=Error/);
});

describe('a container whose end restarts all', () => {
  const init = `initContainers: [{ name: init, image: 'sim.local/init:1' }]`;
  const spec = `restartPolicy: Never\n${init}\ncontainers: [${app(`restartPolicy: Never, ${rule('RestartAllContainers', '7')}`)}, ${web}]`;
  const ends =
    '{ container: app, runsFor: 20s, exitCode: 7 }, { container: web, stopsIn: 500ms }, { container: init, runsFor: 1s }';

  it('removes all containers, and the pod starts again in its sandbox, without back-off', () => {
    const result = run(spec, ends, {}, 'horizon: 40s');
    const [, exit] = recordsOf(result, 'container').filter(({ state }) => state === 'exited');
    const after = recordsOf(result, 'container').filter(({ id }) => id > (exit?.id ?? 0));
    expect(exit).toMatchObject({ container: 'app', exitCode: 7 });
    expect(after.map(({ container, state }) => `${container} ${state}`)).toEqual([
      'web exited',
      'init creating',
      'init created',
      'init running',
      'init exited',
      'app creating',
      'app created',
      'app running',
      'web creating',
      'web created',
      'web running',
    ]);
    const [killed] = after;
    expect(killed).toMatchObject({ exitCode: 143 });
    expect(after[1]?.at).toBeLessThan((killed?.at ?? 0) + 2_500);
    expect(recordsOf(result, 'sandbox').map(({ state }) => state)).toEqual(['creating', 'ready']);
    expect(recordsOf(result, 'sync').filter(({ trigger }) => trigger === 'reset')).toHaveLength(1);
    expect(recordsOf(result, 'event').filter(({ reason }) => reason === 'Killing')).toMatchObject([
      { message: 'killing' },
    ]);
    expect(statusesOf(result)).toContain(
      'Running init=RestartingAllContainers app=RestartingAllContainers web=RestartingAllContainers',
    );
    expect(
      recordsOf(result, 'status').filter(({ restartsAllContainers }) => restartsAllContainers === true),
    ).toHaveLength(1);
    expect(
      recordsOf(result, 'status')
        .at(-1)
        ?.containers.map(({ restarts }) => restarts),
    ).toEqual([1, 1, 1]);
    // Always pulls again; what is there and may stay is only looked for.
    const pulled = recordsOf(result, 'runtime').flatMap(({ op, image }) =>
      op === 'PullImage' ? [image] : [],
    );
    expect(pulled.filter((image) => image === 'sim.local/app:1')).toHaveLength(2);
    expect(pulled.filter((image) => image === 'sim.local/web:1')).toHaveLength(1);
  });

  it('does so again each time', () => {
    const result = run(spec, ends, {}, 'horizon: 3m');
    expect(starts(result, 'init')).toBeGreaterThan(5);
    expect(recordsOf(result, 'status').at(-1)?.containers[0]?.restarts).toBeGreaterThan(4);
  });

  it.each([
    ['1.35', {}],
    ['1.36', { set: ['featureGates.RestartAllContainersOnContainerExits=false'] }],
  ])(
    'only ends, by its policy, where the kubelet does not know the action: %s %j',
    (kubeletVersion, options) => {
      const result = run(spec, ends, { kubeletVersion, ...options });
      expect(statusesOf(result).at(-1)).toBe('Running init=Completed app=Error web=running');
      expect(recordsOf(result, 'sync').filter(({ trigger }) => trigger === 'reset')).toEqual([]);
    },
  );
});
