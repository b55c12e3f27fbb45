import { expect, it } from 'vitest';
import type { SandboxEnded } from '../../../machines/kubeadm/kubeadm-protocol.ts';
import { kubeadmSandboxRemovalMachine } from '../../../machines/kubeadm/kubeadm-sandbox-removal.ts';
import type { KubeadmCommand } from '../../../src/rules/kubeadm/command.ts';
import { cri136 } from '../../../src/rules/kubeadm/cri-rules.ts';
import { crictl130 } from '../../../src/rules/kubeadm/crictl-rules.ts';
import { boom, kubeadmWorld, ok, type Reply } from './kubeadm-world.ts';

function removal(reply: (command: KubeadmCommand, n: number) => Reply, rules = cri136) {
  const world = kubeadmWorld(reply);
  const ends: (string | undefined)[] = [];
  const owner = world.listen<SandboxEnded>('owner', ({ error }) => ends.push(error));
  const { recorder, host } = world;
  const machine = world.start(kubeadmSandboxRemovalMachine, {
    name: 'kubeadm',
    recorder,
    rules,
    host,
    sandbox: 's1',
    owner,
  });
  world.run(60_000_000);
  // Whatever came of it, no command is left behind.
  expect(Object.values(machine.getSnapshot().children)).toEqual([]);
  return { log: world.log, ends };
}

// RemoveContainers of cmd/kubeadm/app/util/runtime/runtime.go, v1.36.3: RemoveContainerRetry is 5.
it('stops the sandbox, then removes it', () => {
  expect(removal(() => [500_000, ok])).toEqual({
    log: ['0 stopSandbox s1', '500 removeSandbox s1'],
    ends: [undefined],
  });
});

it('stops it once more after a removal that failed, and removes nothing that could not be stopped', () => {
  const { log, ends } = removal(({ name }, n) => [
    100_000,
    n === 2 || (name === 'stopSandbox' && n === 3) ? boom : ok,
  ]);
  expect(log).toEqual([
    '0 stopSandbox s1',
    '100 removeSandbox s1',
    '200 stopSandbox s1',
    '300 stopSandbox s1',
    '400 removeSandbox s1',
  ]);
  expect(ends).toEqual([undefined]);
});

it('gives up after five tries, with the error of the last one', () => {
  const { log, ends } = removal(({ name }, n) =>
    name === 'removeSandbox' ? boom : n < 9 ? ok : { ok: false, error: 'stuck' },
  );
  expect(log.map((line) => line.split(' ')[1])).toEqual([
    ...Array.from({ length: 4 }, () => ['stopSandbox', 'removeSandbox']).flat(),
    'stopSandbox',
  ]);
  expect(ends).toEqual(['failed to stop running pod s1: stuck']);
  expect(removal(({ name }) => (name === 'removeSandbox' ? boom : ok)).ends).toEqual([
    'failed to remove pod s1: boom',
  ]);
});

// Each call has its own 2 s; a process of crictl has as long as it takes (v1.30.14).
it('loses 2 s with each call that hangs, and waits for a process', () => {
  const { log, ends } = removal(() => [3_000_000, ok]);
  expect(log.map((line) => line.split(' ')[0])).toEqual(['0', '2000', '4000', '6000', '8000']);
  expect(ends).toEqual([
    'failed to stop running pod s1: rpc error: code = DeadlineExceeded desc = context deadline exceeded',
  ]);
  expect(removal(() => [3_000_000, ok], crictl130)).toEqual({
    log: ['0 stopSandbox s1', '3000 removeSandbox s1'],
    ends: [undefined],
  });
});
