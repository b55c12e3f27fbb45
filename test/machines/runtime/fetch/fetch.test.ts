import { describe, expect, it } from 'vitest';
import { containerd16, containerd24 } from '../../../../src/rules/runtime/profiles/runtime-profiles.ts';
import { image, runtimeWorld } from '../runtime-world.ts';

// One connection of a pull to its registry, and why it waits: docs of machines/runtime/fetch/fetch.ts;
// docs/measurements.md R3.

const images = ['a', 'b', 'c', 'd'].map((name) => image(`r.io/${name}:1`, 4_000_000));

function pulling(profile = containerd24) {
  const world = runtimeWorld({ profile, images, linkBytesPerSecond: 4_000_000 });
  for (const [index, one] of images.entries())
    world.at(index * 1_000, () => world.pull(one.name.slice(5, 6), one.name));
  world.run();
  const sent = (caller: string, kind: string) =>
    world
      .records('request')
      .filter(
        ({ actor, observation }) =>
          actor.includes(`/${caller}#`) && observation.kind === kind && observation.state === 'sent',
      );
  const fetches = (caller: string, state: string) =>
    world
      .records('fetch')
      .filter(({ actor, observation }) => actor.includes(`/${caller}#`) && observation.state === state);
  return { ...world, sent, fetches };
}

describe('three downloads at once on a node (containerd 2.4)', () => {
  it('let three layers begin at once, for no reason', () => {
    const world = pulling();
    for (const caller of ['a', 'b', 'c']) {
      const [layer] = world.sent(caller, 'layer');
      expect(layer).toBeDefined();
      expect(layer?.because).toBeUndefined();
      expect(world.fetches(caller, 'started')[0]).not.toHaveProperty('because', expect.anything());
    }
  });

  it('let the fourth begin when one has ended, which is why it began', () => {
    const world = pulling();
    const [waited] = world.sent('d', 'layer');
    expect(waited?.because).toEqual({
      kind: 'downloadSlot',
      actor: expect.stringMatching(/^node-1\/runtime\/[abc]#fetch-0$/),
    });
    const freed = ['a', 'b', 'c'].flatMap((caller) => world.fetches(caller, 'fetched').map(({ at }) => at));
    expect(waited?.at).toBe(Math.min(...freed) + containerd24.delays.slotHandOver);
    for (const kind of ['tag', 'manifest', 'config'])
      expect(world.sent('d', kind)[0]?.because).toBeUndefined();
    expect(world.fetches('d', 'started')[0]?.because).toEqual(waited?.because);
    expect(world.unhandled).toEqual([]);
  });
});

it('a pull with slots of its own waits for no other pull (containerd 1.6)', () => {
  const world = pulling(containerd16);
  for (const caller of ['a', 'b', 'c', 'd']) {
    for (const kind of ['tag', 'manifest', 'config', 'layer'])
      expect(world.sent(caller, kind)[0]?.because).toBeUndefined();
  }
});

// e1-order/c1-mix7-n3, c1-eq8-n1: 9 ms after the last byte where nothing is unpacked, 18.6 ms beside an
// unpacking
describe('the next layer of a pull with one slot (containerd 1.6)', () => {
  const { delays } = containerd16;
  const profile = { ...containerd16, downloadSlots: { ...containerd16.downloadSlots, slotsMax: 1 } };
  const megabyte = 1e6;

  /** Returns how long after the last byte of the first layer the second is asked for. */
  function handOver(unpackedBytes: number): number {
    const one = image('r.io/one:1', ['a', megabyte, unpackedBytes], ['b', megabyte]);
    const world = runtimeWorld({
      profile,
      images: [one],
      linkBytesPerSecond: 4e6,
      cpus: 2,
      unpackBytesPerSecond: null,
    });
    world.pull('a', one.name);
    world.run();
    const asked = world
      .records('request')
      .filter(({ observation }) => observation.kind === 'layer' && observation.state === 'sent');
    const fetched = world.records('fetch').filter(({ observation }) => observation.state === 'fetched');
    expect(world.unhandled).toEqual([]);
    return (asked[1]?.at ?? 0) - (fetched[0]?.at ?? 0);
  }

  it('is asked for once the one before is committed, and later while that is unpacked', () => {
    const soon = delays.slotHandOver + delays.commitPerMegabyte;
    expect(handOver(0)).toBe(soon);
    expect(handOver(8 * megabyte)).toBe(soon + delays.handOverWait);
  });
});

describe('a layer that ends together with another (containerd 1.6)', () => {
  it('waits for the fsync of that', () => {
    const commits = (profile: typeof containerd16) => {
      const images = [40e6, 4e6].map((bytes, index) => image(`r.io/${index}:1`, bytes));
      const world = runtimeWorld({ profile, images, linkBytesPerSecond: 1e9, cpus: 64 });
      // The small one ends 4 ms after the large one, whose fsync has begun by then.
      world.pull('0', 'r.io/0:1');
      world.at(40_000, () => world.pull('1', 'r.io/1:1'));
      world.run();
      const at = (type: 'fetch' | 'unpack', state: string) =>
        world
          .records(type)
          .find(({ actor, observation }) => actor.includes('/1') && observation.state === state)?.at ?? 0;
      return at('unpack', 'started') - at('fetch', 'fetched');
    };
    const { delays } = containerd16;
    const alone = delays.commit + 4 * delays.commitPerMegabyte;
    expect(commits(containerd16)).toBeGreaterThan(alone + 5_000);
    expect(commits({ ...containerd16, syncsInWrite: false })).toBeLessThan(alone + 5_000);
  });
});

describe('the record of a request', () => {
  it('has a status where it was answered, and none before or without', () => {
    const world = runtimeWorld({ images });
    world.fault({ kind: 'notFound' });
    world.pull('a', images[0]?.name ?? '');
    world.run();
    const records = world
      .records('request')
      .map(({ observation, because }) => [observation.state, observation.status, because?.actor]);
    expect(records).toEqual([
      ['sent', undefined, undefined],
      ['answered', 404, 'fault-1'],
    ]);
    const refused = runtimeWorld({ images, profile: containerd16 });
    refused.fault({ kind: 'registryDown' });
    refused.pull('a', images[0]?.name ?? '');
    refused.run();
    const ends = refused.records('request').filter(({ observation }) => observation.state !== 'sent');
    expect(ends.length).toBeGreaterThan(0);
    for (const { observation, because } of ends) {
      expect(observation).toMatchObject({ state: 'failed' });
      expect(observation).not.toHaveProperty('status', expect.anything());
      expect(because).toEqual({ kind: 'fault', actor: 'fault-1' });
    }
  });

  it('that went well has no reason', () => {
    const world = runtimeWorld({ images });
    world.pull('a', images[0]?.name ?? '');
    world.run();
    for (const record of world.records('request')) expect(record.because).toBeUndefined();
  });
});

it('a layer that is dropped in the instant in which it begins has an end in the trace', () => {
  const fetching = (cancelAt?: number) => {
    const world = runtimeWorld({ profile: containerd24, images });
    world.pull('a', images[0]?.name ?? '');
    const cancel = () => world.tell({ type: 'IMAGE_PULL.CANCELLED', caller: 'a' });
    // Scheduled at that moment only, so that it comes behind the answer of the registry.
    if (cancelAt !== undefined) world.at(cancelAt, () => world.at(cancelAt, cancel));
    world.run();
    return world.records('fetch').map(({ at, observation }) => [at, observation.state] as const);
  };
  const [began = 0] = fetching().find(([, state]) => state === 'started') ?? [];
  expect(fetching(began).slice(-2)).toEqual([
    [began, 'started'],
    [began, 'failed'],
  ]);
});
