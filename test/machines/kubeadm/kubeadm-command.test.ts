import { describe, expect, it } from 'vitest';
import { kubeadmCommandMachine } from '../../../machines/kubeadm/kubeadm-command.ts';
import type { CommandCarrier } from '../../../machines/kubeadm/kubeadm-command-context.ts';
import type { CommandEnded } from '../../../machines/kubeadm/kubeadm-protocol.ts';
import type { ImageServiceAnswer } from '../../../machines/runtime/cri.ts';
import type { CommandAnswer, KubeadmCommand } from '../../../src/rules/kubeadm/command.ts';
import { cri136 } from '../../../src/rules/kubeadm/cri-rules.ts';
import { crictl130 } from '../../../src/rules/kubeadm/crictl-rules.ts';
import type { KubeadmRules } from '../../../src/rules/kubeadm/kubeadm-rules.ts';
import { imageServiceOf, kubeadmWorld, ok, type Reply } from './kubeadm-world.ts';

interface Options {
  readonly rules?: KubeadmRules;
  readonly command: KubeadmCommand;
  /** The host's answer, or the image service's. */
  readonly reply?: Reply;
  readonly answer?: ImageServiceAnswer;
}

/** Runs one command to its end; returns what was said, and how it ended, `[seconds, answer]`. */
function run({ rules = cri136, command, reply = ok, answer }: Options) {
  const world = kubeadmWorld(() => reply);
  const ends: [number, CommandAnswer][] = [];
  const owner = world.listen<CommandEnded>('owner', (event) =>
    ends.push([world.kernel.nowMicros / 1e6, event.answer]),
  );
  const carrier: CommandCarrier =
    answer === undefined
      ? { kind: 'host', host: world.host }
      : { kind: 'imageService', imageService: imageServiceOf(world, () => answer, 500_000) };
  world.start(kubeadmCommandMachine, {
    name: 'kubeadm',
    recorder: world.recorder,
    rules,
    carrier,
    command,
    caller: 'me',
    owner,
  });
  world.run(60_000_000);
  return { ends, log: world.log, unhandled: world.unhandled };
}

// defaultContext in cmd/kubeadm/app/util/runtime/runtime.go, v1.36.3: 2 s for every call but PullImage.
describe('a command on a host', () => {
  it('ends with the host’s answer, when that comes', () => {
    const answer = { ok: true, sandboxes: ['s1'] } as const;
    expect(run({ command: { name: 'listSandboxes' }, reply: [1_999_999, answer] })).toEqual({
      ends: [[1.999999, answer]],
      log: ['0 listSandboxes'],
      unhandled: [],
    });
  });

  it('of the CRI ends after 2 s, and a later answer changes nothing', () => {
    const { ends, unhandled } = run({ command: { name: 'status' }, reply: [2_000_001, ok] });
    expect(ends).toEqual([
      [
        2,
        {
          ok: false,
          code: 'DeadlineExceeded',
          error: 'rpc error: code = DeadlineExceeded desc = context deadline exceeded',
        },
      ],
    ]);
    expect(unhandled).toEqual([]);
  });

  it.each([
    ['PullImage', cri136, { name: 'pullImage', subject: 'app:1' }],
    ['a process of crictl, to 1.30', crictl130, { name: 'imageStatus', subject: 'app:1' }],
  ] as const)('takes its time: %s', (_, rules, command) => {
    const { ends, log } = run({ rules, command, reply: [50_000_000, ok] });
    expect(ends).toEqual([[50, ok]]);
    expect(log).toEqual([`0 ${command.name} app:1`]);
  });
});

// crictl is a client of the same CRI; what the CRI answers ends its process.
describe('a command on a simulated node', () => {
  const look = { name: 'imageStatus', subject: 'app:1' } as const;
  const pull = { name: 'pullImage', subject: 'app:1' } as const;
  const status = (imageRef: string): ImageServiceAnswer => ({
    type: 'IMAGE_STATUS.ANSWERED',
    imageRef,
    sizeBytes: 1,
  });

  it('asks the node’s image service in its caller’s name', () => {
    expect(run({ command: look, answer: status('sha256:app') }).log).toEqual(['0 status app:1 by me']);
    expect(
      run({ command: pull, answer: { type: 'IMAGE_PULL.SUCCEEDED', imageRef: 'sha256:app' } }).log,
    ).toEqual(['0 pull app:1 by me']);
  });

  it('finds an image, or none: to crictl that is a failure, to the CRI an answer', () => {
    expect(run({ command: look, answer: status('sha256:app') }).ends).toEqual([
      [0.5, { ok: true, present: true }],
    ]);
    expect(run({ command: look, answer: status('') }).ends).toEqual([[0.5, { ok: true, present: false }]]);
    expect(run({ rules: crictl130, command: look, answer: status('') }).ends).toEqual([
      [
        0.5,
        {
          ok: false,
          error: 'exit status 1',
          output: 'level=fatal msg="no such image \\"app:1\\" present"\n',
        },
      ],
    ]);
  });

  it('pulls, or fails with the runtime’s words, which crictl puts into its own', () => {
    expect(
      run({ command: pull, answer: { type: 'IMAGE_PULL.SUCCEEDED', imageRef: 'sha256:app' } }).ends,
    ).toEqual([[0.5, ok]]);
    const failed = { type: 'IMAGE_PULL.FAILED', error: 'denied' } as const;
    expect(run({ command: pull, answer: failed }).ends).toEqual([[0.5, { ok: false, error: 'denied' }]]);
    expect(run({ rules: crictl130, command: pull, answer: failed }).ends[0]?.[1]).toMatchObject({
      output: 'level=fatal msg="pulling image: denied"\n',
    });
  });

  it('fails where the look fails', () => {
    const failed = { type: 'IMAGE_STATUS.FAILED', error: 'down' } as const;
    expect(run({ command: look, answer: failed }).ends).toEqual([[0.5, { ok: false, error: 'down' }]]);
    expect(run({ rules: crictl130, command: look, answer: failed }).ends[0]?.[1]).toMatchObject({
      output: 'level=fatal msg="getting the status of the image: down"\n',
    });
  });
});
