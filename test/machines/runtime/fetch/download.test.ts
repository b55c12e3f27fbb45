import { describe, expect, it } from 'vitest';
import { containerd24 } from '../../../../src/rules/runtime/profiles/runtime-profiles.ts';
import { image, runtimeWorld } from '../runtime-world.ts';

// Slots, files and bodies of one response after another: docs/measurements.md R3 and R8,
// e6-fail/c2-eof-layer-all-0bytes.

const app = image('r.io/app:1', 4_000_000, 4_000_000, 4_000_000, 4_000_000);

function pulled() {
  const world = runtimeWorld({ images: [app], linkBytesPerSecond: 20_000_000 });
  world.fault({ kind: 'cutBody', layer: 1, afterBytes: 500_000, times: 1 });
  world.pull('a', app.name);
  world.run();
  const sent = world
    .records('request')
    .filter(({ observation }) => observation.kind === 'layer' && observation.state === 'sent');
  return { world, sent };
}

describe('a download', () => {
  it('begins when the file of the layer before it is open', () => {
    const { sent } = pulled();
    const [first = 0, second = 0, third = 0] = sent.map(({ at }) => at);
    expect(second - first).toBe(containerd24.delays.betweenLayers);
    expect(third - second).toBe(containerd24.delays.betweenLayers);
  });

  it('that broke off gives its slot to the next in line, and waits for its turn again', () => {
    const { world, sent } = pulled();
    const broken = world.records('request').find(({ observation }) => observation.state === 'failed');
    expect(broken?.observation).toMatchObject({
      error: 'unexpected EOF',
      kind: 'layer',
      digest: 'sha256:r.io/app:1-1',
    });
    expect(broken?.because).toEqual({ kind: 'fault', actor: 'fault-1' });
    const resumed = sent.findIndex(({ observation }) => observation.offset === 500_000);
    // Layers come in random order: the cut one is among the first three, or the last to begin, and then it is
    // resumed at once.
    const before = sent[resumed - 1];
    expect(before?.observation.offset).toBeUndefined();
    expect(sent).toHaveLength(5);
    expect(sent[resumed]?.at).toBeGreaterThan(broken?.at ?? Infinity);
    expect(world.outcome('a').error).toBeUndefined();
  });
});
