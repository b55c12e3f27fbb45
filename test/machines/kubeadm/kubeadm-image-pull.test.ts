import { expect, it } from 'vitest';
import { kubeadmImagePullMachine } from '../../../machines/kubeadm/kubeadm-image-pull.ts';
import type { KubeadmImagePullInput } from '../../../machines/kubeadm/kubeadm-image-pull-context.ts';
import type { ImageEnded } from '../../../machines/kubeadm/kubeadm-protocol.ts';
import type { CommandAnswer, KubeadmCommand } from '../../../src/rules/kubeadm/command.ts';
import { cri136 } from '../../../src/rules/kubeadm/cri-rules.ts';
import { crictl130 } from '../../../src/rules/kubeadm/crictl-rules.ts';
import { boom, kubeadmWorld, ok, prePullRecords, type Reply } from './kubeadm-world.ts';

/** One image that is pulled to its end, and how its owner was told. */
function pullOf(
  reply: (command: KubeadmCommand, n: number) => Reply,
  input: Partial<KubeadmImagePullInput> = {},
) {
  const world = kubeadmWorld(reply);
  const ends: ImageEnded[] = [];
  const owner = world.listen<ImageEnded>('owner', (event) => ends.push(event));
  const pull = world.start(kubeadmImagePullMachine, {
    name: 'image-1',
    recorder: world.recorder,
    rules: cri136,
    carrier: { kind: 'host', host: world.host },
    image: 'app:1',
    index: 3,
    ifNotPresent: false,
    owner,
    ...input,
  });
  world.run(60_000_000);
  expect(world.unhandled).toEqual([]);
  // Whatever came of it, no command is left behind.
  expect(Object.values(pull.getSnapshot().children)).toEqual([]);
  return { ...world, pull, ends, records: prePullRecords(world.observed) };
}

const absent: CommandAnswer = { ok: true, present: false };
const lookOr =
  (look: Reply, pull: Reply = ok) =>
  ({ name }: KubeadmCommand): Reply =>
    name === 'imageStatus' ? look : pull;

// PullImage of cmd/kubeadm/app/util/runtime/runtime.go, v1.36.3: PullImageRetry is 5
it('pulls without a look where the image is wanted anyway', () => {
  const { log, records, ends } = pullOf(() => [7_000_000, ok]);
  expect(log).toEqual(['0 pullImage app:1']);
  expect(records).toEqual(['0 pulling app:1 1', '7000 pulled app:1 1']);
  expect(ends).toEqual([{ type: 'IMAGE.ENDED', index: 3, image: 'app:1', error: undefined }]);
});

it('leaves an image alone that is there', () => {
  const { log, records, ends } = pullOf(lookOr([1_000, { ok: true, present: true }]), { ifNotPresent: true });
  expect(log).toEqual(['0 imageStatus app:1']);
  expect(records).toEqual(['0 inspecting app:1', '1 present app:1']);
  expect(ends).toMatchObject([{ index: 3, error: undefined }]);
});

it.each([
  ['that finds none', cri136, [1_000, absent], 1],
  ['that fails', cri136, [1_000, boom], 1],
  ['that takes more than its 2 s', cri136, [5_000_000, { ok: true, present: true }], 2_000],
  ['of crictl that fails', crictl130, [3_000_000, { ok: false, error: 'exit status 1', output: 'x' }], 3_000],
] as const)('pulls after a look %s', (_, rules, look, afterMs) => {
  const { log, records, ends } = pullOf(lookOr(look), { ifNotPresent: true, rules });
  expect(log).toEqual(['0 imageStatus app:1', `${afterMs} pullImage app:1`]);
  expect(records).toEqual(['0 inspecting app:1', `${afterMs} pulling app:1 1`, `${afterMs} pulled app:1 1`]);
  expect(ends).toHaveLength(1);
});

it('tries again at once after a failure, and looks no second time', () => {
  const { log, records, ends } = pullOf(
    ({ name }, n) => (name === 'imageStatus' ? absent : [1_000_000, n < 4 ? boom : ok]),
    {
      ifNotPresent: true,
    },
  );
  expect(log).toEqual([
    '0 imageStatus app:1',
    '0 pullImage app:1',
    '1000 pullImage app:1',
    '2000 pullImage app:1',
  ]);
  expect(records.slice(1)).toEqual([
    '0 pulling app:1 1',
    '1000 failed app:1 1 boom',
    '1000 pulling app:1 2',
    '2000 failed app:1 2 boom',
    '2000 pulling app:1 3',
    '3000 pulled app:1 3',
  ]);
  expect(ends).toMatchObject([{ error: undefined }]);
});

it('gives up after five tries, with the last error', () => {
  const { log, records, ends } = pullOf((_, n) => ({ ok: false, error: `boom ${n}` }));
  expect(log).toHaveLength(5);
  expect(records.slice(-2)).toEqual([
    '0 failed app:1 5 boom 5',
    '0 gaveUp app:1 failed to pull image app:1: boom 5',
  ]);
  expect(ends).toEqual([
    { type: 'IMAGE.ENDED', index: 3, image: 'app:1', error: 'failed to pull image app:1: boom 5' },
  ]);
});

// v1.30.14: crictl's own output is what the user reads.
it('quotes what crictl printed', () => {
  const { records, ends } = pullOf(
    () => ({ ok: false, error: 'exit status 1', output: 'level=fatal msg="denied"\n' }),
    {
      rules: crictl130,
    },
  );
  expect(records[1]).toBe('0 failed app:1 1 level=fatal msg="denied"');
  expect(ends[0]?.error).toBe('output: level=fatal msg="denied"\n, error: exit status 1');
});

it('reports the end of a command that it did not run', () => {
  const world = pullOf(() => ok);
  world.pull.send({ type: 'COMMAND.ENDED', answer: ok });
  expect(world.unhandled).toEqual(['image-1: COMMAND.ENDED']);
  expect(world.ends).toHaveLength(1);
});
