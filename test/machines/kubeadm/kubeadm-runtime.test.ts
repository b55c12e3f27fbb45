import { describe, expect, it } from 'vitest';
import type { RuntimeCallEnded, RuntimeMade } from '../../../machines/kubeadm/kubeadm-protocol.ts';
import { kubeadmRuntimeMachine } from '../../../machines/kubeadm/kubeadm-runtime.ts';
import type { KubeadmCommand } from '../../../src/rules/kubeadm/command.ts';
import { cri131, cri136 } from '../../../src/rules/kubeadm/cri-rules.ts';
import { crictl127, crictl130 } from '../../../src/rules/kubeadm/crictl-rules.ts';
import type { RuntimeCall } from '../../../src/rules/kubeadm/runtime-call.ts';
import { boom, kubeadmWorld, ok, type Reply } from './kubeadm-world.ts';

/** A runtime before a host that answers so; `log` has what its owner and its callers are told, too. */
function runtimeOf(rules = cri136, reply: (command: KubeadmCommand, n: number) => Reply = () => ok) {
  const world = kubeadmWorld(reply);
  const { recorder, clock, host, say } = world;
  const owner = world.listen<RuntimeMade>('owner', (event) =>
    say('error' in event ? `refused: ${event.error}` : 'connected'),
  );
  const machine = world.start(kubeadmRuntimeMachine, {
    name: 'kubeadm',
    recorder,
    clock,
    rules,
    socket: 'unix:///cri.sock',
    host,
    owner,
  });
  const results: RuntimeCallEnded[] = [];
  const requester = world.listen<RuntimeCallEnded>('caller', (event) => {
    results.push(event);
    say(event.type);
  });
  /** Calls it now, waits for a minute, and returns the result. */
  const call = (of: RuntimeCall): RuntimeCallEnded | undefined => {
    machine.send({ type: 'CALL.REQUESTED', call: of, requester });
    world.run(world.kernel.nowMicros + 60_000_000);
    // Once a call is over, none of its commands, pulls and removals is left behind.
    expect(Object.values(machine.getSnapshot().children)).toEqual([]);
    return results.at(-1);
  };
  return { ...world, machine, call, results };
}

const returned = (result: object) => ({ type: 'CALL.RETURNED', result });

// NewContainerRuntime and Connect of cmd/kubeadm/app/util/runtime/runtime.go: v1.30.14 finds crictl, v1.36.3
// connects twice.
describe('the making', () => {
  it('finds crictl to 1.30; later it connects to the runtime, then to the images', () => {
    expect(runtimeOf(crictl130).log).toEqual(['0 findCrictl', '0 connected']);
    expect(runtimeOf(cri136).log).toEqual(['0 connectRuntime', '0 connectImages', '0 connected']);
  });

  it('ends with the first part that is missing; later calls get no answer', () => {
    const first = runtimeOf(cri136, () => boom);
    expect(first.log).toEqual([
      '0 connectRuntime',
      '0 refused: failed to create new CRI runtime service: boom',
    ]);
    const second = runtimeOf(cri136, (_, n) => (n === 2 ? boom : ok));
    expect(second.log).toEqual([
      '0 connectRuntime',
      '0 connectImages',
      '0 refused: failed to create new CRI image service: boom',
    ]);
    expect(second.call({ op: 'isRunning' })).toBeUndefined();
    expect(second.unhandled).toEqual(['kubeadm: CALL.REQUESTED']);
  });
});

describe('a call', () => {
  it('of one command returns the result of the command', () => {
    const runtime = runtimeOf(cri136, ({ name }) =>
      name === 'imageStatus' ? [30_000, { ok: true, present: true }] : ok,
    );
    expect(runtime.call({ op: 'imageExists', image: 'app:1' })).toEqual(returned({ value: true }));
    expect(runtime.log.slice(3)).toEqual(['0 imageStatus app:1', '30 CALL.RETURNED']);
    expect(runtime.call({ op: 'isRunning' })).toEqual(returned({}));
    expect(runtime.log.slice(5)).toEqual(['60000 status', '60000 CALL.RETURNED']);
  });

  // Socket of CRIRuntime, and DetectCRISocket, which look at the host's files only.
  it('that needs no command is answered at once', () => {
    const old = runtimeOf(crictl130);
    expect(old.call({ op: 'socket' })).toEqual(returned({ value: 'unix:///cri.sock' }));
    expect(old.call({ op: 'detectCRISocket', existing: [] })).toMatchObject({ type: 'CALL.RETURNED' });
    expect(old.log.slice(2)).toEqual(['0 CALL.RETURNED', '60000 CALL.RETURNED']);
  });

  it.each([
    ['pullImagesInParallel', crictl127],
    ['socket', cri136],
    ['isRuntimeConfigImplemented', cri131],
  ] as const)('%s is unknown to some releases', (op, rules) => {
    expect(runtimeOf(rules).call({ op, images: ['app:1'] })).toEqual({ type: 'CALL.UNSUPPORTED', op });
  });

  it('reports a second call that comes while one is open', () => {
    const runtime = runtimeOf(cri136, ({ name }) => (name === 'status' ? [1_000_000, ok] : ok));
    runtime.at(500_000, () => runtime.call({ op: 'isRunning' }));
    runtime.call({ op: 'isRunning' });
    expect(runtime.results).toHaveLength(1);
    expect(runtime.unhandled).toEqual(['kubeadm: CALL.REQUESTED']);
  });
});

// PullImage and PullImagesInParallel, v1.36.3; seed 002, TestPullImagesInParallelImpl.
describe('pulls', () => {
  it('of one image end with its own error', () => {
    const runtime = runtimeOf(cri136, ({ name }) => (name === 'pullImage' ? boom : ok));
    expect(runtime.call({ op: 'pullImage', image: 'app:1' })).toEqual(
      returned({ error: 'failed to pull image app:1: boom' }),
    );
    expect(runtimeOf().call({ op: 'pullImage', image: 'app:1' })).toEqual(returned({}));
  });

  it('of a list begin at once, and are over when the slowest is', () => {
    const runtime = runtimeOf(cri136, ({ subject }) => [subject === 'a' ? 3_000_000 : 1_000_000, ok]);
    runtime.run(10_000_000);
    expect(runtime.call({ op: 'pullImagesInParallel', images: ['a', 'b', 'c'] })).toEqual(returned({}));
    expect(runtime.log.slice(3)).toEqual([
      '10000 pullImage a',
      '10000 pullImage b',
      '10000 pullImage c',
      '13000 CALL.RETURNED',
    ]);
  });

  it('of a list fail with every error, in the order in which the images gave up', () => {
    const runtime = runtimeOf(cri136, ({ subject }) =>
      subject === undefined || subject === 'b'
        ? ok
        : [subject === 'a' ? 2_000_000 : 1_000_000, { ok: false, error: `no ${subject}` }],
    );
    runtime.run(10_000_000);
    const errors = ['c', 'a'].map(
      (image) => `failed to pull image ${image}: failed to pull image ${image}: no ${image}`,
    );
    expect(runtime.call({ op: 'pullImagesInParallel', images: ['a', 'b', 'c'] })).toEqual(
      returned({ error: `[${errors.join(', ')}]`, errors }),
    );
    expect(runtime.log.at(-1)).toBe('20000 CALL.RETURNED');
  });

  it('start without errors of an earlier call', () => {
    let isDown = true;
    const runtime = runtimeOf(cri136, ({ name }) => (name === 'pullImage' && isDown ? boom : ok));
    expect(runtime.call({ op: 'pullImage', image: 'a' })).toEqual(
      returned({ error: 'failed to pull image a: boom' }),
    );
    isDown = false;
    expect(runtime.call({ op: 'pullImagesInParallel', images: ['a'] })).toEqual(returned({}));
    expect(runtime.call({ op: 'pullImagesInParallel', images: [] })).toEqual(returned({}));
  });

  it('look for an image first only where that is asked for', () => {
    const runtime = runtimeOf(cri136, ({ name }) =>
      name === 'imageStatus' ? { ok: true, present: true } : ok,
    );
    runtime.call({ op: 'pullImagesInParallel', images: ['a', 'b'], ifNotPresent: true });
    runtime.call({ op: 'pullImagesInParallel', images: ['c'] });
    expect(runtime.log.slice(3)).toEqual([
      '0 imageStatus a',
      '0 imageStatus b',
      '0 CALL.RETURNED',
      '60000 pullImage c',
      '60000 CALL.RETURNED',
    ]);
  });
});

// RemoveContainers, v1.36.3: one sandbox after the other, and on after one that stays.
describe('the removal of containers', () => {
  it('removes one sandbox after the other, and lists the errors of those that stay', () => {
    const runtime = runtimeOf(cri136, ({ name, subject }) =>
      name === 'stopSandbox' && subject === 's1' ? boom : [500_000, ok],
    );
    runtime.run(10_000_000);
    const error = 'failed to stop running pod s1: boom';
    expect(runtime.call({ op: 'removeContainers', ids: ['s1', 's2', 's3'] })).toEqual(
      returned({ error, errors: [error] }),
    );
    expect(runtime.log.slice(3)).toEqual([
      ...Array.from({ length: 5 }, () => '10000 stopSandbox s1'),
      '10000 stopSandbox s2',
      '10500 removeSandbox s2',
      '11000 stopSandbox s3',
      '11500 removeSandbox s3',
      '12000 CALL.RETURNED',
    ]);
  });

  it('of an empty list makes no call, and a second call starts at the head of its own list', () => {
    const runtime = runtimeOf();
    expect(runtime.call({ op: 'removeContainers', ids: [] })).toEqual(returned({}));
    runtime.call({ op: 'removeContainers', ids: ['s1'] });
    runtime.call({ op: 'removeContainers', ids: ['s2'] });
    expect(runtime.log.filter((line) => line.includes('stop'))).toEqual([
      '60000 stopSandbox s1',
      '120000 stopSandbox s2',
    ]);
  });
});
