import { describe, expect, it } from 'vitest';
import { validateKubeletSettings } from '../../../../src/rules/kubelet/configuration/kubelet-configuration.ts';
import { type BackOffTable, emptyBackOffTable } from '../../../../src/rules/kubelet/images/back-off.ts';
import { checkCrashLoop, crashLoopRules } from '../../../../src/rules/kubelet/pods/crash-loop.ts';
import type { ContainerRuntimeStatus } from '../../../../src/rules/kubelet/pods/pod-runtime-status.ts';
import { profiles } from '../../../../src/rules/kubelet/profiles/profiles.ts';
import { container, statusOf } from '../pod-fixtures.ts';

// doBackOff of pkg/kubelet/kuberuntime/kuberuntime_manager.go with Backoff.IsInBackOffSince and Next of
// client-go, v1.36.3.

const rules = { initialMicros: 10_000_000, maxMicros: 300_000_000 };
const key = 'app app:1';
const pod = { namespace: 'default', name: 'web', uid: 'uid-1' };
const exited = (seconds: number): ContainerRuntimeStatus => ({
  ...statusOf('app', 1),
  finishedAtMicros: seconds * 1_000_000,
});
const check = (table: BackOffTable, status: ContainerRuntimeStatus | undefined, seconds: number) =>
  checkCrashLoop(table, rules, pod, container('app'), status, seconds * 1_000_000);
const allowed = (table: BackOffTable, status: ContainerRuntimeStatus, seconds: number): BackOffTable => {
  const verdict = check(table, status, seconds);
  if (verdict.backsOff) throw new Error(verdict.message);
  return verdict.table;
};

describe('a container that did not exit', () => {
  it.each([undefined, statusOf('app', '+'), statusOf('app', 'c')])('has no back-off (%#)', (status) => {
    expect(check(emptyBackOffTable, status, 5)).toEqual({ backsOff: false, table: emptyBackOffTable });
  });
});

describe('a container that exited', () => {
  it('is started at once the first time, and its next window is 10 s', () => {
    expect([...allowed(emptyBackOffTable, exited(1), 1)]).toEqual([
      [key, { backOffMicros: 10_000_000, lastUpdateMicros: 1_000_000 }],
    ]);
  });

  it('rests from its exit on, and may start when the window is just over', () => {
    const table = allowed(emptyBackOffTable, exited(1), 1);
    expect(check(table, exited(5), 14.999)).toEqual({
      backsOff: true,
      message: 'back-off 10s restarting failed container=app pod=web_default(uid-1)',
      event: 'Back-off restarting failed container app in pod web_default(uid-1)',
      untilMicros: 15_000_000,
    });
    expect(check(table, exited(5), 15).backsOff).toBe(false);
  });

  it('doubles with each start: 10, 20, 40, 80, 160, 300, 300 s', () => {
    let table = emptyBackOffTable;
    let second = 0;
    const windows = Array.from({ length: 7 }, () => {
      table = allowed(table, exited(second), second + 300);
      second += 300;
      return (table.get(key)?.backOffMicros ?? 0) / 1_000_000;
    });
    expect(windows).toEqual([10, 20, 40, 80, 160, 300, 300]);
  });

  it('words a long back-off as Go does', () => {
    const table = new Map([[key, { backOffMicros: 160_000_000, lastUpdateMicros: 0 }]]);
    expect(check(table, exited(5), 6)).toMatchObject({
      message: 'back-off 2m40s restarting failed container=app pod=web_default(uid-1)',
    });
  });

  it('is forgiven when it ran for more than ten minutes since its last start, by the time of its exit', () => {
    const table = new Map([[key, { backOffMicros: 300_000_000, lastUpdateMicros: 0 }]]);
    expect(check(table, exited(600), 600).backsOff).toBe(true);
    expect(allowed(table, exited(600.000_001), 600.000_001).get(key)?.backOffMicros).toBe(10_000_000);
  });

  // HandlePodCleanups, v1.36.3: crashLoopBackOff.GC() drops what is older than ten minutes, though its window
  // is not over.
  it('is forgiven in the middle of its rest once its last start is ten minutes ago', () => {
    const table = new Map([[key, { backOffMicros: 300_000_000, lastUpdateMicros: 0 }]]);
    expect(check(table, exited(500), 600).backsOff).toBe(true);
    expect(allowed(table, exited(500), 600.000_001).get(key)?.backOffMicros).toBe(10_000_000);
  });

  it('starts again with another image: its key has the hash of the spec (GetBackoffKey)', () => {
    const table = allowed(emptyBackOffTable, exited(1), 1);
    const other = container('app', { image: 'app:2' });
    expect(checkCrashLoop(table, rules, pod, other, exited(2), 2_000_000).backsOff).toBe(false);
  });

  it.each([
    [1, 60, [1, 2, 4, 8, 16, 32, 60]],
    [10, 20, [10, 20, 20, 20, 20, 20, 20]],
    [5, 5, [5, 5, 5, 5, 5, 5, 5]],
  ])('doubles from %i s to the longest of its rules, %i s', (initial, max, expected) => {
    const own = { initialMicros: initial * 1_000_000, maxMicros: max * 1_000_000 };
    let table = emptyBackOffTable;
    const windows = expected.map((_, index) => {
      const verdict = checkCrashLoop(
        table,
        own,
        pod,
        container('app'),
        exited(index * 100),
        (index * 100 + 60) * 1_000_000,
      );
      if (!verdict.backsOff) table = verdict.table;
      return (table.get(key)?.backOffMicros ?? 0) / 1_000_000;
    });
    expect(windows).toEqual(expected);
  });

  it('does not share its window with another container of the pod', () => {
    const table = allowed(emptyBackOffTable, exited(1), 1);
    expect(checkCrashLoop(table, rules, pod, container('other'), exited(2), 2_000_000).backsOff).toBe(false);
  });
});

// newCrashLoopBackOff of pkg/kubelet/kubelet.go, v1.36.3.

const rulesOf = (release: string, raw: Readonly<Record<string, unknown>> = {}) => {
  const result = validateKubeletSettings(
    raw,
    profiles.find((profile) => profile.release === release),
  );
  if ('errors' in result) throw new Error(JSON.stringify(result.errors));
  const { initialMicros, maxMicros } = crashLoopRules(result.settings, release);
  return [initialMicros / 1_000_000, maxMicros / 1_000_000];
};
const limit = (maxContainerRestartPeriod: string, gates = {}) => ({
  crashLoopBackOff: { maxContainerRestartPeriod },
  featureGates: gates,
});
const reduced = { ReduceDefaultCrashLoopBackOffDecay: true };

it.each(profiles.map(({ release }) => release))('%s: 10 s to 300 s', (release) => {
  expect(rulesOf(release)).toEqual([10, 300]);
});

it('are what maxContainerRestartPeriod says, the first rest too where it is longer', () => {
  expect(rulesOf('1.36', limit('60s'))).toEqual([10, 60]);
  expect(rulesOf('1.36', limit('5s'))).toEqual([5, 5]);
});

it('begin at 1 s with the gate ReduceDefaultCrashLoopBackOffDecay; 60 s at most only without the setting, whose default is 300 s', () => {
  expect(rulesOf('1.36', { featureGates: reduced })).toEqual([1, 300]);
  expect(rulesOf('1.36', { featureGates: { ...reduced, KubeletCrashLoopBackOffMax: false } })).toEqual([
    1, 60,
  ]);
  expect(rulesOf('1.36', limit('30s', reduced))).toEqual([1, 30]);
  expect(rulesOf('1.31', { featureGates: reduced })).toEqual([10, 300]);
});
