import { describe, expect, it } from 'vitest';
import {
  appYaml,
  podYaml,
  recordsOf,
  scenarioYaml,
  statesOf,
  statusesOf,
  takes,
} from '../../run/simulation/pod-yaml.ts';
import { runYaml } from '../../run/simulation/run-yaml.ts';

// Which pods a kubelet has after others have ended: the pod manager of pkg/kubelet, and killPod of
// kuberuntime, v1.36.3.

const good = takes('sim.local/good:1', '1s');
const job = (name: string, more = '') =>
  podYaml(name, `restartPolicy: Never\n${more}containers: [{ name: app, image: 'sim.local/good:1' }]`);
// A run ends when nothing is to come; this comes late.
const goesOn = 'kind: registryDown, from: 90s, until: 91s';
const runsFor = (...names: string[]) =>
  `containers:\n${names.map((name) => `  - { match: ${name}, container: app, runsFor: 2s }`).join('\n')}`;

describe('a pod that is over', () => {
  it('takes none of the others with it: a kubelet that restarts has them all, and it has not', () => {
    const pods = job('job') + appYaml('web', 'sim.local/good:1') + appYaml('api', 'sim.local/good:1');
    const run = runYaml(pods + scenarioYaml([good, 'kind: kubeletRestart, at: 60s', goesOn], runsFor('job')));
    const added = recordsOf(run, 'sync').filter(
      (record) => record.state === 'started' && record.trigger === 'added' && record.at > 60_000,
    );
    expect(added.map((record) => record.pod.name).sort()).toEqual(['api', 'web']);
    expect(statusesOf(run, 'web').at(-1)).toBe('Running app=running');
    expect(run.end.reason).toBe('settled');
  });

  it('has its sidecars stopped, one event for each, and is over only then', () => {
    const sidecars = `initContainers:
  - { name: one, image: 'sim.local/good:1', restartPolicy: Always }
  - { name: two, image: 'sim.local/good:1', restartPolicy: Always }
`;
    const run = runYaml(job('job', sidecars) + scenarioYaml([good], runsFor('job')), {
      kubeletVersion: '1.36',
    });
    const killing = recordsOf(run, 'event').filter((record) => record.reason === 'Killing');
    expect(killing.map((record) => [record.message, record.fieldPath])).toEqual([
      ['Stopping container one', 'spec.initContainers{one}'],
      ['Stopping container two', 'spec.initContainers{two}'],
    ]);
    const exits = recordsOf(run, 'container', 'job').filter((record) => record.state === 'exited');
    expect(exits.map((record) => [record.container, record.exitCode])).toEqual([
      ['app', 0],
      ['two', 143],
      ['one', 143],
    ]);
    // Both are asked at once, but a sidecar waits for the ones behind it (terminationOrdering, kuberuntime).
    expect(statesOf(run, 'job').slice(-3)).toEqual(['app exited', 'two exited', 'one exited']);
    const over = recordsOf(run, 'pod').find((record) => record.state === 'terminated');
    expect(over?.reason).toBe('Succeeded');
    expect(over?.at).toBeGreaterThanOrEqual(exits.at(-1)?.at ?? Infinity);
  });
});
