import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ActorRefFrom } from 'xstate';
import type { contentStoreMachine } from '../../../machines/runtime/content-store.ts';
import { entries } from '../../../src/rules/collections/sorted-map.ts';
import type { Fault } from '../../../src/rules/runtime/fault.ts';
import { containerd16, containerd24, criO } from '../../../src/rules/runtime/profiles/runtime-profiles.ts';
import { image, runtimeWorld } from './runtime-world.ts';

const host = 'reg.example:5000';
const fault: fc.Arbitrary<Fault> = fc.oneof(
  fc.constant({ kind: 'registryDown' } as const),
  fc.constant({ kind: 'stall' } as const),
  fc.constant({ kind: 'diskFull' } as const),
  fc.constant({ kind: 'unauthorized', image: `${host}/i0:1` } as const),
  fc.record({
    kind: fc.constant('errorRate' as const),
    rate: fc.double({ min: 0, max: 1, noNaN: true }),
    status: fc.constantFrom(429, 500, 502),
  }),
  fc.record({
    kind: fc.constant('rateLimit' as const),
    requestsMax: fc.nat(5),
    windowMicros: fc.integer({ min: 1_000, max: 200_000 }),
  }),
  fc.record({ kind: fc.constant('slowLink' as const), bytesPerSecond: fc.integer({ min: 1_000, max: 1e7 }) }),
);
const instant = fc.nat(600_000);
const digest = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const plan = fc.record({
  images: fc.array(fc.array(digest, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 4 }),
  calls: fc.array(fc.record({ image: fc.nat(3), at: instant }), { minLength: 1, maxLength: 8 }),
  faults: fc.array(fc.record({ fault, from: instant, lasts: instant }), { maxLength: 3 }),
  upsets: fc.array(
    fc.record({
      kind: fc.constantFrom('lost', 'completed', 'reboot', 'removed'),
      at: instant,
      image: fc.nat(3),
    }),
    {
      maxLength: 3,
    },
  ),
  diskBytes: fc.option(fc.integer({ min: 1e6, max: 4e7 }), { nil: null }),
  seed: fc.nat(),
});

// No lost waiter, no lost slot and no lost byte, whatever goes wrong: every call is answered unless its
// caller died, and what the disk counts as used is what the content store holds.
it.each([containerd24, containerd16, criO])(
  '$name keeps its tables consistent through any fault',
  (profile) => {
    fc.assert(
      fc.property(plan, ({ images, calls, faults, upsets, diskBytes, seed }) => {
        const sizes: Record<string, number> = { a: 100, b: 1e6, c: 2e6, d: 5e6, e: 3e6 };
        const made = images.map((layers, index) =>
          image(`${host}/i${index}:1`, ...layers.map((one) => [one, sizes[one] ?? 0] as const)),
        );
        const nameOf = (index: number) => made[index % made.length]?.name ?? '';
        const world = runtimeWorld({ profile, images: made, linkBytesPerSecond: 20e6, diskBytes, seed });
        const alive = new Set<string>();
        for (const [index, call] of calls.entries()) {
          world.at(call.at, () => {
            alive.add(`p${index}`);
            world.pull(`p${index}`, nameOf(call.image));
          });
        }
        for (const one of faults) {
          world.at(one.from, () => {
            const end = world.fault(one.fault);
            world.at(one.from + one.lasts, end);
          });
        }
        for (const upset of upsets) {
          world.at(upset.at, () => {
            if (upset.kind === 'removed')
              return world.tell({ type: 'IMAGE.REMOVED', image: nameOf(upset.image) });
            for (const caller of alive) if (world.outcomes[caller] === undefined) alive.delete(caller);
            if (upset.kind === 'reboot') world.tell({ type: 'NODE.REBOOTED' });
            else world.tell({ type: 'KUBELET.GONE', pulls: upset.kind === 'lost' ? 'lost' : 'completed' });
          });
        }
        world.run();
        expect(Object.keys(world.outcomes).sort()).toEqual([...alive].sort());
        expect(world.unhandled).toEqual([]);
        const children = world.service.getSnapshot().children as Record<
          string,
          ActorRefFrom<typeof contentStoreMachine>
        >;
        const { store } = children.content?.getSnapshot().context ?? {};
        expect(store?.locks).toBeUndefined();
        expect(store?.pulls).toBeUndefined();
        expect(world.usedBytes()).toBe(entries(store?.present).reduce((sum, [, bytes]) => sum + bytes, 0));
        expect(Object.keys(children).sort()).toEqual(['content', 'metadata', 'slots', 'unpack-slots']);
        expect(children.metadata?.getSnapshot().context).toMatchObject({ writes: { size: 0 } });
        expect(children.slots?.getSnapshot().context).toMatchObject({ slotsInUse: 0 });
      }),
    );
  },
);
