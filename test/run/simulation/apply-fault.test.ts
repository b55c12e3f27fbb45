import { describe, expect, it } from 'vitest';
import { defaultKubeletSettings } from '../../../src/rules/kubelet/configuration/kubelet-configuration.ts';
import { scheduleFaults } from '../../../src/run/simulation/apply-fault.ts';
import { Kernel } from '../../../src/run/simulation/kernel.ts';
import { createListener } from '../../../src/run/simulation/root-actors.ts';
import { TraceRecorder } from '../../../src/run/simulation/trace-recorder.ts';
import type { World } from '../../../src/run/simulation/world.ts';
import type { FaultInput } from '../../../src/run/simulation-input.ts';
import type { TraceRecord } from '../../../src/trace/record.ts';

// Who hears of a fault, and when: docs of src/run/simulation/apply-fault.ts.

interface Heard {
  readonly at: number;
  readonly by: string;
  readonly event: { readonly type: string };
}

function play(...faults: FaultInput[]) {
  const kernel = new Kernel();
  const records: TraceRecord[] = [];
  const heard: Heard[] = [];
  const listen = (by: string) =>
    createListener<{ type: string }>(by, (event) => heard.push({ at: kernel.nowMicros, by, event })) as never;
  const world: World = {
    roots: [],
    network: listen('network'),
    registries: new Map([['r.io', listen('r.io')]]),
    nodes: new Map([
      ['node-1', listen('node-1')],
      ['node-2', listen('node-2')],
    ]),
  };
  const recorder = new TraceRecorder(kernel, (record) => records.push(record));
  scheduleFaults(faults, (at, run) => void kernel.schedule(at, run), recorder, world);
  kernel.run(1_000_000);
  return { heard, records };
}

describe('a fault with a window', () => {
  it('is recorded when it begins and when it ends, under one id', () => {
    const fault = { kind: 'registryDown', registry: 'r.io', fromMicros: 5, untilMicros: 9 } as const;
    const { heard, records } = play(fault);
    const everybody = ['r.io', 'network', 'node-1', 'node-2'];
    expect(heard).toEqual([
      ...everybody.map((by) => ({
        at: 5,
        by,
        event: { type: 'FAULT.BEGAN', id: 'faults/1-registryDown', fault },
      })),
      ...everybody.map((by) => ({ at: 9, by, event: { type: 'FAULT.ENDED', id: 'faults/1-registryDown' } })),
    ]);
    expect(records).toEqual([
      {
        id: 0,
        at: 0.005,
        actor: 'faults/1-registryDown',
        type: 'fault',
        state: 'began',
        fault: 'registryDown',
        target: 'r.io',
      },
      {
        id: 1,
        at: 0.009,
        actor: 'faults/1-registryDown',
        type: 'fault',
        state: 'ended',
        fault: 'registryDown',
        target: 'r.io',
      },
    ]);
  });

  it('without an end never ends', () => {
    const { heard, records } = play({ kind: 'diskFull', fromMicros: 5, untilMicros: null });
    expect(heard.every(({ event }) => event.type === 'FAULT.BEGAN')).toBe(true);
    expect(records).toHaveLength(1);
    expect(records[0]).not.toHaveProperty('target');
  });

  it.each([
    [{ kind: 'diskFull', node: 'node-1' }, 'node-1'],
    [{ kind: 'slowLink', node: 'node-2', bytesPerSecond: 1 }, 'node-2'],
    [{ kind: 'stall', registry: 'r.io' }, 'r.io'],
    [{ kind: 'unauthorized', registry: 'r.io', image: 'a:1' }, 'a:1'],
    [{ kind: 'stall' }, undefined],
  ] as const)('%j names its target, and a slow link its rate', (fault, target) => {
    const [record] = play({ ...fault, fromMicros: 5, untilMicros: null }).records;
    expect(record).toStrictEqual({
      id: 0,
      at: 0.005,
      actor: `faults/1-${fault.kind}`,
      type: 'fault',
      state: 'began',
      fault: fault.kind,
      ...(target === undefined ? {} : { target }),
      ...('bytesPerSecond' in fault ? { bytesPerSecond: fault.bytesPerSecond } : {}),
    });
  });

  it('of one node is sent to all: each decides whether it applies', () => {
    const { heard } = play({ kind: 'diskFull', node: 'node-1', fromMicros: 5, untilMicros: null });
    expect(heard.map(({ by }) => by)).toEqual(['r.io', 'network', 'node-1', 'node-2']);
  });

  it('is named by its place among the faults', () => {
    const { records } = play(
      { kind: 'stall', fromMicros: 8, untilMicros: null },
      { kind: 'notFound', image: 'a:1', registry: 'r.io', fromMicros: 2, untilMicros: null },
    );
    expect(records.map((record) => ('actor' in record ? record.actor : ''))).toEqual([
      'faults/2-notFound',
      'faults/1-stall',
    ]);
    expect(records[0]).toMatchObject({ target: 'a:1' });
  });
});

describe('a moment', () => {
  it.each([
    [
      { kind: 'kubeletRestart', pulls: 'completed' },
      { type: 'KUBELET.RESTARTED', pulls: 'completed' },
    ],
    [{ kind: 'nodeReboot' }, { type: 'NODE.WENT_DOWN' }],
    [
      { kind: 'imageRemoved', image: 'a:1' },
      { type: 'IMAGE.REMOVED', image: 'a:1' },
    ],
  ] as const)('%j happens on every node, or on the one that is named', (fault, event) => {
    const all = play({ ...fault, fromMicros: 5, untilMicros: null });
    expect(all.heard).toEqual(['node-1', 'node-2'].map((by) => ({ at: 5, by, event })));
    const one = play({ ...fault, node: 'node-2', fromMicros: 5, untilMicros: 9 });
    expect(one.heard).toEqual([{ at: 5, by: 'node-2', event }]);
    expect(one.records).toHaveLength(1);
  });

  it('gives each node its own changed settings', () => {
    const settings = { 'node-1': { ...defaultKubeletSettings, maxPods: 3 } };
    const { heard } = play({
      kind: 'kubeletRestart',
      pulls: 'lost',
      settings,
      fromMicros: 5,
      untilMicros: null,
    });
    expect(heard.map(({ event }) => event)).toStrictEqual([
      { type: 'KUBELET.RESTARTED', pulls: 'lost', settings: settings['node-1'] },
      { type: 'KUBELET.RESTARTED', pulls: 'lost' },
    ]);
  });

  it.each([
    { kind: 'nodeReboot' },
    { kind: 'kubeletRestart', pulls: 'lost' },
    { kind: 'imageRemoved', image: 'a:1' },
  ] as const)('%j on a node that does not exist is only recorded', (fault) => {
    const { heard, records } = play({ ...fault, node: 'node-9', fromMicros: 5, untilMicros: null });
    expect(heard).toEqual([]);
    expect(records).toHaveLength(1);
  });
});
