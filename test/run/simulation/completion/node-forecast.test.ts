import { expect, it } from 'vitest';
import { NodeForecast } from '../../../../src/run/simulation/completion/completion-detector.ts';
import type { Observation } from '../../../../src/trace/observation.ts';
import { onNode } from '../../../trace/on-node.ts';

// When a node can still do something of its own: docs of src/run/simulation/completion/completion-detector.ts.

function watched(...names: string[]) {
  const forecast = new NodeForecast(names.map((name) => ({ name })));
  return (actor: string, observation: Observation) => {
    forecast.observe(onNode({ id: 1, at: 0, actor, ...observation }));
    return forecast.canAct;
  };
}

it('is busy while it is not Ready: its pods may wait for nothing else', () => {
  const see = watched('node-1', 'node-2');
  const ready = (status: 'True' | 'False', node = 'node-1') =>
    see(`${node}/kubelet/node-status`, {
      type: 'condition',
      condition: 'Ready',
      status,
      reason: '',
      message: '',
    });
  expect(ready('False')).toBe(true);
  expect(ready('True', 'node-2')).toBe(true);
  expect(ready('True')).toBe(false);
});

it('while its sync loop hands nothing out', () => {
  const see = watched('node-1');
  expect(see('node-1/kubelet/sync-loop', { type: 'syncLoop', state: 'skipping' })).toBe(true);
  expect(see('node-1/kubelet/sync-loop', { type: 'syncLoop', state: 'syncing' })).toBe(false);
});

it('is busy from a restart until its kubelet runs again, with any earlier record', () => {
  const see = watched('node-1');
  see('node-1/kubelet/sync-loop', { type: 'syncLoop', state: 'skipping' });
  expect(see('faults/1', { type: 'fault', state: 'began', fault: 'kubeletRestart', target: 'node-1' })).toBe(
    true,
  );
  expect(see('node-1', { type: 'node', state: 'kubeletRestarted' })).toBe(false);
});

it('from a reboot of all nodes on until each of them is up', () => {
  const see = watched('node-1', 'node-2');
  expect(see('faults/1', { type: 'fault', state: 'began', fault: 'nodeReboot' })).toBe(true);
  expect(see('node-1', { type: 'node', state: 'rebooting' })).toBe(true);
  expect(see('node-1', { type: 'node', state: 'rebooted' })).toBe(true);
  expect(see('node-2', { type: 'node', state: 'rebooted' })).toBe(false);
});

it('is busy during a pre-pull', () => {
  const see = watched('node-1');
  const prePull = (state: 'started' | 'finished' | 'interrupted') =>
    see('node-1/pre-pull', { type: 'prePull', state } as Observation);
  expect(prePull('started')).toBe(true);
  expect(prePull('interrupted')).toBe(false);
  expect(prePull('started')).toBe(true);
  expect(prePull('finished')).toBe(false);
});
