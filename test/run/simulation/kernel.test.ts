import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { QueueEntry } from '../../../src/run/simulation/event-queue.ts';
import { Kernel } from '../../../src/run/simulation/kernel.ts';
import { SimulationError } from '../../../src/run/simulation/simulation-error.ts';

// The kernel's contract is SimPy's (simpy/core.py: step, run) with limits; docs of src/run/simulation/kernel.ts.

const limits = { stepsMax: 1_000, stepsPerInstantMax: 100, queueMax: 50 };

/** What an action throws, with its code. */
function errorOf(act: () => void): { code: string; message: string } {
  try {
    act();
  } catch (error) {
    if (error instanceof SimulationError) return { code: error.code, message: error.message };
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('order', () => {
  it('is by time, then by the order of scheduling, entries scheduled on the way included', () => {
    const shape = fc.array(
      fc.record({
        at: fc.integer({ min: 0, max: 9 }),
        delays: fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 3 }),
      }),
      {
        maxLength: 30,
      },
    );
    fc.assert(
      fc.property(shape, (entries) => {
        const kernel = new Kernel();
        const happened: { atMicros: number; sequence: number }[] = [];
        let sequence = 0;
        const schedule = (atMicros: number, delays: readonly number[]) => {
          const own = sequence++;
          kernel.schedule(atMicros, () => {
            expect(kernel.nowMicros).toBe(atMicros);
            happened.push({ atMicros, sequence: own });
            for (const delay of delays) schedule(atMicros + delay, []);
          });
        };
        for (const { at, delays } of entries) schedule(at, delays);
        expect(kernel.run(1_000)).toBe('empty');
        const sorted = [...happened].sort((a, b) => a.atMicros - b.atMicros || a.sequence - b.sequence);
        expect(happened).toEqual(sorted);
        expect(happened).toHaveLength(
          entries.length + entries.reduce((sum, { delays }) => sum + delays.length, 0),
        );
        expect(kernel.steps).toBe(happened.length);
      }),
    );
  });
});

describe('cancelling', () => {
  it('cancels an entry in place: it does nothing, no step is counted, and time skips it', () => {
    const kernel = new Kernel();
    const happened: number[] = [];
    const first = kernel.schedule(5, () => happened.push(5));
    kernel.schedule(9, () => happened.push(9));
    first.run = undefined;
    expect(kernel.nextMicros).toBe(9);
    expect(kernel.step()).toBe(true);
    expect([happened, kernel.nowMicros, kernel.steps]).toEqual([[9], 9, 1]);
    expect(kernel.step()).toBe(false);
  });

  it('a queue of cancelled entries is empty', () => {
    const kernel = new Kernel();
    kernel.schedule(5, () => {}).run = undefined;
    expect(kernel.nextMicros).toBeUndefined();
    expect(kernel.run(100)).toBe('empty');
    expect(kernel.nowMicros).toBe(0);
  });

  it('an entry cancelled by an earlier one of the same instant does not happen', () => {
    const kernel = new Kernel();
    const happened: string[] = [];
    kernel.schedule(5, () => {
      second.run = undefined;
    });
    const second = kernel.schedule(5, () => happened.push('second'));
    kernel.run(10);
    expect(happened).toEqual([]);
  });
});

describe('run', () => {
  const ticking = () => {
    const kernel = new Kernel();
    const happened: number[] = [];
    for (const at of [10, 20, 30]) kernel.schedule(at, () => happened.push(at));
    return { kernel, happened };
  };

  it('goes to the end of the time given, inclusive, and stands there', () => {
    const { kernel, happened } = ticking();
    expect(kernel.run(20)).toBe('time');
    expect([happened, kernel.nowMicros]).toEqual([[10, 20], 20]);
    expect(kernel.run(25)).toBe('time');
    expect(kernel.nowMicros).toBe(25);
  });

  it('stops where nothing is left, at the time of the last entry', () => {
    const { kernel } = ticking();
    expect(kernel.run(1_000)).toBe('empty');
    expect(kernel.nowMicros).toBe(30);
  });

  it('stops when it is done, before the next event', () => {
    const { kernel, happened } = ticking();
    expect(kernel.run(1_000, () => happened.length === 2)).toBe('done');
    expect([happened, kernel.nowMicros]).toEqual([[10, 20], 20]);
    expect(kernel.run(1_000, () => true)).toBe('done');
    expect(happened).toHaveLength(2);
  });
});

describe('time', () => {
  it('never goes backwards: the past cannot be scheduled, the present can', () => {
    const kernel = new Kernel();
    kernel.schedule(10, () => {});
    kernel.run(10);
    expect(errorOf(() => kernel.schedule(9, () => {}))).toEqual({
      code: 'time-backwards',
      message: 'cannot schedule for 9 µs: it is 10 µs, and times are whole microseconds',
    });
    kernel.schedule(10, () => {});
    expect(kernel.step()).toBe(true);
    expect(kernel.nowMicros).toBe(10);
  });

  it.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, -1])(
    'is in whole microseconds: %d is refused',
    (at) => {
      expect(errorOf(() => new Kernel().schedule(at, () => {})).code).toBe('time-backwards');
    },
  );

  it('may be later than any run lasts, and then never comes', () => {
    const kernel = new Kernel();
    kernel.schedule(1e21, () => {});
    expect(kernel.run(1e15)).toBe('time');
  });
});

describe('a choice among the entries of one instant', () => {
  const chosen = (choose: (count: number) => number) => {
    const counts: number[] = [];
    const order = {
      lateMicros: 0,
      choose: (ready: readonly QueueEntry[]) => {
        if (ready.length > 1) counts.push(ready.length);
        return ready[ready.length > 1 ? choose(ready.length) : 0];
      },
    };
    const kernel = new Kernel({ order });
    const happened: string[] = [];
    const entries = ['a', 'b', 'c', 'd'].map((name) => kernel.schedule(5, () => happened.push(name)));
    kernel.schedule(6, () => happened.push('late'));
    return { kernel, happened, counts, entries };
  };

  it('takes the one that is chosen; the others keep their places, and the last needs no choice', () => {
    const { kernel, happened, counts } = chosen(() => 1);
    expect(kernel.run(10)).toBe('empty');
    expect(happened).toEqual(['b', 'c', 'd', 'a', 'late']);
    expect(counts).toEqual([4, 3, 2]);
    expect(kernel.steps).toBe(5);
  });

  it('of 0 keeps the order, of the last turns it', () => {
    const first = chosen(() => 0);
    first.kernel.run(10);
    expect(first.happened).toEqual(['a', 'b', 'c', 'd', 'late']);
    const last = chosen((count) => count - 1);
    last.kernel.run(10);
    expect(last.happened).toEqual(['d', 'c', 'b', 'a', 'late']);
  });

  it('does not show cancelled entries', () => {
    const { kernel, happened, counts, entries } = chosen(() => 1);
    for (const entry of entries.slice(0, 2)) entry.run = undefined;
    kernel.run(10);
    expect(happened).toEqual(['d', 'c', 'late']);
    expect(counts).toEqual([2]);
  });
});

describe('limits', () => {
  it('more steps than allowed end the run', () => {
    const kernel = new Kernel({ limits });
    const again = () => kernel.schedule(kernel.nowMicros + 1, again);
    again();
    expect(errorOf(() => kernel.run(1_000_000))).toEqual({
      code: 'limit',
      message: 'the run took more than 1000 steps',
    });
    expect(kernel.nowMicros).toBe(1_000);
  });

  it('a time that does not go on ends the run', () => {
    const kernel = new Kernel({ limits });
    const again = () => kernel.schedule(kernel.nowMicros, again);
    kernel.schedule(7, again);
    expect(errorOf(() => kernel.run(1_000_000))).toEqual({
      code: 'limit',
      message: 'more than 100 steps at 7 µs: time does not go on',
    });
  });

  it('each limit can be reached, not passed', () => {
    const kernel = new Kernel({ limits });
    for (let index = 0; index < 50; index++) kernel.schedule(1, () => {});
    expect(kernel.run(1)).toBe('empty');
    const steps = (count: number) => {
      const own = new Kernel({ limits });
      let left = count;
      const again = () => {
        left--;
        if (left > 0) own.schedule(7, again);
      };
      own.schedule(7, again);
      own.run(7);
      return own.steps;
    };
    // The first step moves time to the instant; the hundred after it find it there.
    expect(steps(101)).toBe(101);
    expect(errorOf(() => steps(102)).code).toBe('limit');
    const run = new Kernel({ limits });
    for (let at = 1; at <= 1_000; at++) {
      run.schedule(at, () => {});
      expect(run.step()).toBe(true);
    }
    run.schedule(1_001, () => {});
    expect(errorOf(() => run.step()).message).toBe('the run took more than 1000 steps');
  });

  it('counts the steps of each instant from zero', () => {
    const kernel = new Kernel({ limits });
    for (const at of [1, 2, 3]) for (let index = 0; index < 16; index++) kernel.schedule(at, () => {});
    expect(kernel.run(10)).toBe('empty');
  });

  it('more waiting entries than allowed are refused', () => {
    const kernel = new Kernel({ limits });
    for (let index = 0; index < 50; index++) kernel.schedule(index, () => {});
    expect(errorOf(() => kernel.schedule(1, () => {}))).toEqual({
      code: 'limit',
      message: 'more than 50 entries wait in the event queue',
    });
  });
});

describe('failure', () => {
  it('ends the run at the current step with the first reason', () => {
    const kernel = new Kernel();
    const reason = new Error('first');
    kernel.schedule(1, () => {
      kernel.fail(reason);
      kernel.fail(new Error('second'));
    });
    kernel.schedule(2, () => {
      throw new Error('too far');
    });
    expect(() => kernel.run(10)).toThrow(reason);
    expect(kernel.nowMicros).toBe(1);
  });

  it('what an entry throws comes out of the run', () => {
    const kernel = new Kernel();
    kernel.schedule(1, () => {
      throw new Error('thrown');
    });
    expect(() => kernel.run(10)).toThrow('thrown');
  });
});
