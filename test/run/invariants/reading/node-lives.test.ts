import { expect, it } from 'vitest';
import { presentIsNotPulled } from '../../../../src/run/invariants/kubelet/pull-policy.ts';
import { slotsRespected } from '../../../../src/run/invariants/kubelet/pull-slots.ts';
import { nodeLives } from '../../../../src/run/invariants/reading/node-lives.ts';
import { admitted, type Line, node, pull, runtime, stored, traceOf } from '../trace-of.ts';

// The kubelet reads its configuration at its start: a restart that changes it makes a new life.

const restarted = (at: number, kubelet?: Readonly<Record<string, unknown>>): Line => [
  at,
  'node-1',
  { type: 'node', state: 'kubeletRestarted', ...(kubelet === undefined ? {} : { kubelet }) },
];

it('a node has the settings of the header until a restart changes some of them', () => {
  const nodes = [node({ serializeImagePulls: true, maxPods: 9 }), node(undefined, '1.31', 'node-2')];
  const lives = nodeLives(
    traceOf(nodes, [
      restarted(1),
      restarted(2, { maxPods: 3 }),
      restarted(3, { serializeImagePulls: false }),
    ]),
  );
  const own = lives.filter((life) => life.node.name === 'node-1');
  expect(
    own.map(({ node: { kubelet }, fromRecord, untilRecord }) => ({ kubelet, fromRecord, untilRecord })),
  ).toEqual([
    { kubelet: { serializeImagePulls: true, maxPods: 9 }, fromRecord: 0, untilRecord: 2 },
    { kubelet: { serializeImagePulls: true, maxPods: 3 }, fromRecord: 2, untilRecord: 3 },
    {
      kubelet: { serializeImagePulls: false, maxPods: 3 },
      fromRecord: 3,
      untilRecord: Number.POSITIVE_INFINITY,
    },
  ]);
  expect(lives.filter((life) => life.node.name === 'node-2')).toHaveLength(1);
});

it('whether a pull may ask the registry for a present image depends on the gate in force', () => {
  const asks = [pull(9, 'a', 'inspecting'), runtime(9, 'a', 'GetImageRef'), pull(11, 'a', 'waiting')];
  const lines = (gate: boolean): Line[] => [
    admitted(0, 'a', 'IfNotPresent'),
    stored(1, 'present'),
    restarted(5, {
      featureGates: { KubeletEnsureSecretPulledImages: gate },
      imagePullCredentialsVerificationPolicy: 'AlwaysVerify',
    }),
    ...asks,
  ];
  expect(
    presentIsNotPulled.check(
      traceOf([node({ featureGates: { KubeletEnsureSecretPulledImages: false } })], lines(true)),
    ),
  ).toEqual([]);
  expect(presentIsNotPulled.check(traceOf([node()], lines(false)))).toHaveLength(1);
});

it('slots are those of the settings in force', () => {
  const three = (at: number) => ['a', 'b', 'c'].map((pod) => pull(at, pod, 'pulling'));
  const parallel = (max: number) => restarted(5, { serializeImagePulls: false, maxParallelImagePulls: max });
  const check = (max: number) =>
    slotsRespected.check(traceOf([node()], [pull(0, 'a', 'pulling'), parallel(max), ...three(6)]));
  expect(check(3)).toEqual([]);
  expect(check(2)).toEqual([{ record: 5, message: '3 pulls in flight on node-1, which has 2 slots' }]);
});
