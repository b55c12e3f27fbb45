import { expect, it } from 'vitest';
import type { PodLifecycleEventType } from '../../../../src/rules/kubelet/pleg/lifecycle-events.ts';
import { plegErrorsKeepRecords, plegTellsOnce } from '../../../../src/run/invariants/kubelet/pleg-events.ts';
import { fault, type Line, node, traceOf } from '../trace-of.ts';

// reconcilePodRecord of pkg/kubelet/pleg/generic.go (v1.36.3): the record moves on with the events that it
// sends, and only then.

const told = (
  at: number,
  events: readonly (readonly [PodLifecycleEventType, string])[],
  discarded?: number,
): Line => [
  at,
  'node-1/kubelet/pleg',
  {
    type: 'pleg',
    state: 'relisted',
    relists: at,
    periodMs: 1000,
    tookMs: 5,
    events: events.map(([eventType, data]) => ({ uid: 'web', eventType, data })),
    ...(discarded === undefined ? {} : { discarded }),
  },
];
const failed = (at: number): Line => [
  at,
  'node-1/kubelet/pleg',
  { type: 'pleg', state: 'inspectionFailed', relists: at, periodMs: 1000, uid: 'web', error: 'boom' },
];
const violationsOf = (lines: readonly Line[]) => {
  const trace = traceOf([node()], lines);
  return [...plegTellsOnce.check(trace), ...plegErrorsKeepRecords.check(trace)].map(({ record, message }) => [
    record,
    message,
  ]);
};

it('hold for a container’s life, also where inspections fail in between', () => {
  const life = [
    told(1, [['ContainerStarted', 'a']]),
    failed(2),
    told(3, [['ContainerDied', 'a']]),
    told(4, [['ContainerRemoved', 'a']]),
  ];
  expect(violationsOf(life)).toEqual([]);
});

it('start again with a new kubelet, which finds every container again', () => {
  const again = [
    told(1, [['ContainerStarted', 'a']]),
    fault(2, 'kubeletRestart'),
    told(3, [['ContainerStarted', 'a']]),
  ];
  expect(violationsOf(again)).toEqual([]);
});

it('pleg-tells-once finds an event that is sent twice', () => {
  expect(violationsOf([told(1, [['ContainerStarted', 'a']]), told(2, [['ContainerStarted', 'a']])])).toEqual([
    [2, 'ContainerStarted of a is reported a second time'],
  ]);
});

it('pleg-errors-keep-records finds a death that an error has swallowed, but blames no full channel', () => {
  const lost = [told(1, [['ContainerStarted', 'a']]), failed(2), told(3, [['ContainerRemoved', 'a']])];
  expect(violationsOf(lost)).toEqual([[3, 'a is removed, and no event said that it died']]);
  expect(
    violationsOf([told(1, [['ContainerStarted', 'a']], 1), told(3, [['ContainerRemoved', 'a']])]),
  ).toEqual([]);
});
