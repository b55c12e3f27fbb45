import { describe, expect, it } from 'vitest';
import type {
  ContainerRuntimeStatus,
  PodRuntimeStatus,
} from '../../../../src/rules/kubelet/pods/pod-runtime-status.ts';
import { planSync } from '../../../../src/rules/kubelet/pods/sync-plan.ts';
import { v1_36, v1_37 } from '../../../../src/rules/kubelet/profiles/profiles.ts';
import { podOf, statusOf } from '../pod-fixtures.ts';
import { type RecordedPod, recordedIn, specOf } from '../recorded.ts';

interface Plan {
  readonly createSandbox: boolean;
  readonly killsPod: boolean;
  readonly changed: readonly string[];
  readonly resets: readonly string[];
  readonly starts: readonly string[];
}

/**
 * What the real computePodActions of each release plans for a random pod (scripts/oracle/record-plans.mjs).
 */
interface Recorded extends RecordedPod {
  readonly isDeleted: boolean;
  readonly isReset: boolean;
  readonly sandbox: PodRuntimeStatus['sandbox'];
  readonly statuses: readonly Pick<
    ContainerRuntimeStatus,
    'name' | 'state' | 'exitCode' | 'image' | 'isActive'
  >[];
  readonly plans: Readonly<Record<'1.36' | '1.37', Plan>>;
}

const recorded = recordedIn<Recorded>(new URL('recorded-plans.ndjson.gz', import.meta.url));

function ourPlan(given: Recorded, profile: typeof v1_36): Plan {
  const pod = podOf({ ...specOf(given), ...(given.isDeleted ? { deletionGraceMicros: 30_000_000 } : {}) });
  const containers = given.statuses.map((status) => ({
    ...statusOf(status.name, status.exitCode),
    ...status,
  }));
  const plan = planSync(pod, { sandbox: given.sandbox, containers }, profile, given.isReset);
  const { createSandbox, killsPod, resets } = plan;
  return {
    createSandbox,
    killsPod,
    changed: plan.changed.toSorted(),
    resets,
    starts: plan.starts.map(({ spec }) => spec.name),
  };
}

describe.each([
  ['1.36', v1_36],
  ['1.37', v1_37],
] as const)('a sync plans what the kubelet of %s does', (release, profile) => {
  it('for each recorded pod', () => {
    const differing = recorded.filter(
      (one) => JSON.stringify(ourPlan(one, profile)) !== JSON.stringify(one.plans[release]),
    );
    expect(differing).toEqual([]);
  });
});

it('the recorded pods are of many kinds, and some distinguish the releases', () => {
  const counts = {
    all: recorded.length,
    start: recorded.filter(({ plans }) => plans['1.37'].starts.length > 0).length,
    killed: recorded.filter(({ plans }) => plans['1.37'].killsPod).length,
    changed: recorded.filter(({ plans }) => plans['1.37'].changed.length > 0).length,
    reset: recorded.filter(({ plans }) => plans['1.37'].resets.length > 0).length,
    newSandbox: recorded.filter(({ plans }) => plans['1.37'].createSandbox).length,
    differ: recorded.filter(({ plans }) => JSON.stringify(plans['1.36']) !== JSON.stringify(plans['1.37']))
      .length,
  };
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(20);
});
