import { describe, expect, it } from 'vitest';
import { containerd16, containerd24 } from '../../../src/rules/runtime/profiles/runtime-profiles.ts';
import { image, runtimeWorld } from './runtime-world.ts';

// test/validation/runs e2-unpack/*-chain30: thirty layers of 61 KB wait for containerd's metadata, one write
// at a time on the node.

const layers = (name: string) =>
  Array.from({ length: 30 }, (_, index): [string, number] => [`${name}-${index}`, 61_468]);

function pulled(profile: typeof containerd24, names: readonly string[]) {
  const images = names.map((name) => image(name, ...layers(name)));
  const world = runtimeWorld({ profile, images, roundTripMicros: 2_800, cpus: 2 });
  for (const { name } of images) world.pull(name, name);
  world.run();
  expect(world.unhandled).toEqual([]);
  const asked = world
    .records('request')
    .filter(({ observation }) => observation.kind === 'layer' && observation.state === 'sent');
  const unpacks = world.records('unpack').filter(({ observation }) => observation.state === 'started');
  return {
    asked: asked.map(({ at }) => at),
    unpacks: unpacks.map(({ at }) => at),
    took: (name: string) => world.outcome(name).took,
  };
}

const millis = (micros: number) => micros / 1_000;

describe('an image of thirty tiny layers', () => {
  it('is asked for whole by containerd 2 before its first blob is noted, and unpacked after', () => {
    const { asked, unpacks } = pulled(containerd24, ['web:1']);
    const gaps = asked.slice(1).map((at, index) => at - (asked[index] ?? 0));
    expect(new Set(gaps)).toEqual(new Set([containerd24.delays.betweenLayers]));
    // Recorded: 0 of the unpacks of three runs.
    expect(unpacks.filter((at) => at < (asked.at(-1) ?? 0))).toEqual([]);
  });

  it('is unpacked slowly by containerd 1.6 while layers are fetched, and four times as fast when all are there', () => {
    const { asked, unpacks } = pulled(containerd16, ['web:1']);
    const lastAsked = asked.at(-1) ?? 0;
    const meanGap = (times: readonly number[]) =>
      millis((times.at(-1) ?? 0) - (times[0] ?? 0)) / (times.length - 1);
    const [meanwhile, after] = [
      unpacks.filter((at) => at < lastAsked),
      unpacks.filter((at) => at > lastAsked + 30_000),
    ];
    // Recorded on a busy node: 7, 8 and 9 unpacks before the last request, 27 to 36 ms apart, then 4 to 10
    // ms; requests 8.5 to 9.5 ms apart.
    expect(meanwhile.length).toBeGreaterThanOrEqual(5);
    expect(meanwhile.length).toBeLessThanOrEqual(11);
    expect(meanGap(meanwhile)).toBeGreaterThan(20);
    expect(meanGap(after)).toBeLessThan(6);
    expect(meanGap(asked)).toBeCloseTo(9, 0);
  });

  it('waits for the writes of another pull too', () => {
    for (const profile of [containerd16, containerd24]) {
      const alone = pulled(profile, ['web:1']).took('web:1');
      const together = pulled(profile, ['web:1', 'app:1']);
      expect(Math.max(together.took('web:1'), together.took('app:1')) / alone).toBeGreaterThan(1.6);
    }
  });
});
