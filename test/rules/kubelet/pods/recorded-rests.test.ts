import { expect, it } from 'vitest';
import { validateKubeletSettings } from '../../../../src/rules/kubelet/configuration/kubelet-configuration.ts';
import { emptyBackOffTable } from '../../../../src/rules/kubelet/images/back-off.ts';
import { checkCrashLoop, crashLoopRules } from '../../../../src/rules/kubelet/pods/crash-loop.ts';
import type { ContainerRuntimeStatus } from '../../../../src/rules/kubelet/pods/pod-runtime-status.ts';
import { v1_36, v1_37 } from '../../../../src/rules/kubelet/profiles/profiles.ts';
import { statusOf } from '../pod-fixtures.ts';
import { recordedIn } from '../recorded.ts';

interface Try {
  readonly atMicros: number;
  readonly finishedAtMicros: number;
  readonly container: string;
  readonly image: string;
  readonly state: ContainerRuntimeStatus['state'] | 'none';
}

/**
 * What newCrashLoopBackOff and doBackOff of the kubelets of 1.36 and of 1.37 do
 * (scripts/oracle/record-rests.mjs).
 */
interface Recorded {
  readonly featureGates: Readonly<Record<string, boolean>>;
  /** Only read with the gate KubeletCrashLoopBackOffMax. */
  readonly maxContainerRestartPeriodMicros: number;
  readonly tries: readonly Try[];
  /** Without a message the container is started. */
  readonly rests: readonly {
    readonly message?: string;
    readonly event?: string;
    readonly untilMicros?: number;
  }[];
}

const recorded = recordedIn<Recorded>(new URL('recorded-rests.ndjson.gz', import.meta.url));
const pod = { namespace: 'default', name: 'web', uid: 'uid-1' };

function ourRests(
  { featureGates, maxContainerRestartPeriodMicros, tries }: Recorded,
  profile: typeof v1_36,
): Recorded['rests'] {
  const crashLoopBackOff = { maxContainerRestartPeriod: `${maxContainerRestartPeriodMicros / 1_000}ms` };
  const read = validateKubeletSettings(
    { featureGates, ...(featureGates.KubeletCrashLoopBackOffMax && { crashLoopBackOff }) },
    profile,
  );
  if ('errors' in read) throw new Error(JSON.stringify(read.errors));
  const rules = crashLoopRules(read.settings, profile.release);
  let table = emptyBackOffTable;
  return tries.map(({ atMicros, finishedAtMicros, container: name, image, state }) => {
    const status = state === 'none' ? undefined : { ...statusOf(name, 1), state, finishedAtMicros };
    const verdict = checkCrashLoop(table, rules, pod, { name, image }, status, atMicros);
    if (!verdict.backsOff) table = verdict.table;
    return verdict.backsOff
      ? {
          message: verdict.message,
          event: `Warning BackOff ${verdict.event}`,
          untilMicros: verdict.untilMicros,
        }
      : {};
  });
}

it.each([v1_36, v1_37])('containers that crash rest as in the kubelet of $release', (profile) => {
  for (const one of recorded) expect(ourRests(one, profile)).toEqual(one.rests);
});

it('the recorded tries are of both kinds, and rests of many lengths', () => {
  const rests = recorded.flatMap((one) => one.rests);
  const told = rests.flatMap(({ message }) => message ?? []);
  expect(Math.min(told.length, rests.length - told.length)).toBeGreaterThan(500);
  expect(new Set(told.map((message) => message.split(' ')[1])).size).toBeGreaterThan(10);
});
