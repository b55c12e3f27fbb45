import { describe, expect, test } from 'vitest';
import { pullSlotsMachine } from 'windlass/machines';
import {
  ModelTestFailure,
  type PropertyTestOptions,
  paths,
  propertyTest,
  type Script,
  type SutWorld,
  testPaths,
} from 'windlass/testing';

/** Rejects with this, or the test fails. */
async function failureOf(run: Promise<unknown>): Promise<ModelTestFailure> {
  const failure: unknown = await run.then(
    () => new Error('it did not fail'),
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(ModelTestFailure);
  return failure as ModelTestFailure;
}

describe('paths', () => {
  test('have events with payloads, times and snapshots of every transition', () => {
    const all = paths(pullSlotsMachine);
    expect(new Set(all.map(({ start }) => start))).toEqual(new Set(['1 slot', '2 slots']));
    const released = all.flatMap(({ steps }) => steps).find(({ event }) => event.type === 'SLOT.RELEASED');
    expect(released?.event).toHaveProperty('holder');
    const names = all.flatMap(({ steps }) => steps.map(({ name }) => name));
    expect(names).not.toContain('SLOT.RELEASED (nobody holds)');
    const unexpected = paths(pullSlotsMachine, { hasUnexpectedEvents: true });
    expect(unexpected.flatMap(({ steps }) => steps.map(({ name }) => name))).toContain(
      'SLOT.RELEASED (nobody holds)',
    );
    expect(() => paths(pullSlotsMachine, { starts: ['none'] })).toThrow('pullSlots has no start "none"');
  });
});

describe('testPaths', () => {
  const run = (slack: number, ended: string[] = []) =>
    testPaths(pullSlotsMachine, {
      sut: {
        create: ({ name, initial }) => {
          const { slotsMax } = initial.context.input;
          let wanted = 0;
          return {
            send: async (event) => {
              wanted = Math.max(0, wanted + (event.type === 'SLOT.REQUESTED' ? 1 : -1));
            },
            read: async () => Math.min(wanted, slotsMax + slack),
            dispose: () => void ended.push(name),
          };
        },
        projectModel: ({ context }) => context.slotsInUse,
      },
    });

  test('agrees with what counts as the machine does, and disposes of every system', async () => {
    const ended: string[] = [];
    const { paths: count, steps } = await run(0, ended);
    expect(ended).toHaveLength(count);
    expect(steps).toBeGreaterThan(count);
  });

  test('shows the first difference and the way to it', async () => {
    const failure = await failureOf(run(1));
    expect([failure.expected, failure.actual]).toEqual([2, 3]);
    expect(failure.message).toBe(
      [
        'the system differs from the model after 3 events (start 2 slots):',
        '  SLOT.REQUESTED → free',
        '  SLOT.REQUESTED → full',
        '  SLOT.REQUESTED → full',
        '  model:  2',
        '  system: 3',
      ].join('\n'),
    );
  });
});

describe('propertyTest', () => {
  type Sut = PropertyTestOptions<readonly string[]>['sut'];
  /** Asks for the image of every call that has a valid name and may look for it, as a kubelet does. */
  const inspecting = (inspects: (call: Script['calls'][number]) => boolean): Sut => ({
    create: ({ runtime, entries }: SutWorld) => ({
      send: ({ id, image, pod, policy: _, ...call }) => {
        if (!inspects({ id, image, pod, policy: _, ...call })) return;
        try {
          runtime.imageRef(id, { image });
        } catch {
          // The kubelet reports it; the test compares calls.
        }
      },
      read: () => entries().flatMap(refOf),
    }),
    projectModel: (trace) => trace.flatMap(refOf),
  });
  const refOf = (entry: ReturnType<SutWorld['entries']>[number]): readonly string[] =>
    entry.type === 'runtime' && entry.op === 'GetImageRef' ? [`${entry.at} ${entry.call}`] : [];

  test('agrees with a system that looks for images when a kubelet does', async () => {
    const { scripts, calls } = await propertyTest({
      numRuns: 40,
      sut: inspecting(({ policy }) => policy !== 'Always'),
    });
    expect(scripts).toBe(40);
    expect(calls).toBeGreaterThan(100);
  });

  test('finds the policy that is left out, in one call, and the same one each time', async () => {
    const run = () =>
      propertyTest({ numRuns: 40, sut: inspecting(({ policy }) => policy === 'IfNotPresent') });
    const failure = await failureOf(run());
    const script = failure.shown as Script;
    expect(script.calls.map(({ policy }) => policy)).toEqual(['Never']);
    expect([failure.expected, failure.actual]).toEqual([[`0 ${script.calls[0]?.id}`], []]);
    expect((await failureOf(run())).message).toBe(failure.message);
  });

  test('a system that throws, at once or in a promise, is a failure with what it threw', async () => {
    for (const send of [
      () => {
        throw new Error('no such pod');
      },
      () => Promise.reject(new Error('no such pod')),
    ]) {
      const sut: Sut = { create: () => ({ send, read: () => [] }), projectModel: () => [] };
      const failure = await failureOf(propertyTest({ numRuns: 3, sut }));
      expect(failure.message).toContain('the system throws: no such pod');
    }
  });
});
