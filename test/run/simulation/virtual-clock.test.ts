import { describe, expect, it } from 'vitest';
import { createActor, createMachine } from 'xstate';
import { Kernel } from '../../../src/run/simulation/kernel.ts';
import { VirtualClock } from '../../../src/run/simulation/virtual-clock.ts';

// XState's clock interface ({ setTimeout, clearTimeout }) over the kernel.

function clock() {
  const kernel = new Kernel();
  return { kernel, clock: new VirtualClock(kernel) };
}

it('has the kernel’s time', () => {
  const world = clock();
  world.kernel.schedule(1_234, () => {});
  world.kernel.run(1_234);
  expect(world.clock.nowMicros()).toBe(1_234);
});

describe('timers', () => {
  it('fire once, after their delay, in order of setting where the time is the same', () => {
    const { kernel, clock: own } = clock();
    const fired: string[] = [];
    own.setTimeout(() => fired.push('b'), 20);
    own.setTimeout(() => fired.push('a1'), 10);
    own.setTimeout(() => fired.push('a2'), 10);
    kernel.run(15);
    expect(fired).toEqual(['a1', 'a2']);
    kernel.run(100);
    expect(fired).toEqual(['a1', 'a2', 'b']);
  });

  it('can be cleared before they fire; clearing one a second time, or one that has fired, does nothing', () => {
    const { kernel, clock: own } = clock();
    const fired: string[] = [];
    const first = own.setTimeout(() => fired.push('first'), 10);
    const second = own.setTimeout(() => fired.push('second'), 10);
    own.clearTimeout(first);
    own.clearTimeout(first);
    kernel.run(10);
    own.clearTimeout(second);
    expect(fired).toEqual(['second']);
  });

  it('cannot be set for the past', () => {
    expect(() => clock().clock.setTimeout(() => {}, -1)).toThrow('times are whole microseconds');
  });
});

it('a machine’s three chained delays of 100 µs end after 300 µs, not at the end of one jump', () => {
  const { kernel, clock: own } = clock();
  const after = (target: string) => ({ after: { 100: { target } } });
  const machine = createMachine({
    initial: 'a',
    states: { a: after('b'), b: after('c'), c: after('d'), d: {} },
  });
  const actor = createActor(machine, { clock: own }).start();
  const seen: [number, unknown][] = [];
  actor.subscribe((snapshot) => seen.push([kernel.nowMicros, snapshot.value]));
  kernel.run(1_000);
  expect(seen).toEqual([
    [100, 'b'],
    [200, 'c'],
    [300, 'd'],
  ]);
});
