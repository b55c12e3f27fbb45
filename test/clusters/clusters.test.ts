import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { clusterRunShape } from '../../tools/clusters/cluster-run.ts';
import { agreementOf, isZeros, judgeImages } from '../../tools/clusters/judge-clusters.ts';
import { replayCluster } from '../../tools/clusters/replay-cluster.ts';

// Pulls of large images on real clusters: docs/fidelity-runtime.md, large images.
const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.json'));
const runs = files.map((file) => {
  const run = clusterRunShape.parse(JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8')));
  return [file.replace('.json', ''), replayCluster(run)] as const;
});
const all = runs.flatMap(([, pulls]) => pulls);

describe('pulls with image streaming of GKE', () => {
  const file = join(import.meta.dirname, 'streaming/gke-run4.json');
  const zeros = judgeImages(
    replayCluster(clusterRunShape.parse(JSON.parse(readFileSync(file, 'utf8')))).filter(isZeros),
  );

  test('of 2.8 to 19 GB of zeros come within 10 %, those that nothing was fitted to among them', () => {
    const large = zeros.filter(({ image }) => !image.includes('-1176249324-'));
    expect(large).toHaveLength(5);
    for (const { real, ours } of large) expect(Math.abs(ours / real - 1)).toBeLessThan(0.1);
  });
});

describe('pulls of real clusters', () => {
  test('are all replayed, but of an image for which two pods of a node waited', () => {
    expect(all.length).toBeGreaterThan(515);
  });

  test('of zeros come within 15 % in the median, and nine of ten within 30 %', () => {
    const { medianError, withinThirty } = agreementOf(all.filter(isZeros));
    expect(medianError).toBeLessThan(0.15);
    expect(withinThirty).toBeGreaterThan(0.9);
  });

  test('of applications come within 35 % in the median, and nearly eight of ten within a factor of 2', () => {
    const { medianError, withinTwo } = agreementOf(all.filter((pull) => !isZeros(pull)));
    expect(medianError).toBeLessThan(0.35);
    expect(withinTwo).toBeGreaterThan(0.78);
  });

  test.each([
    ['aws-run1', 7],
    ['gke-run3', undefined],
  ])('%s has its knee at %s GB, as the real one', (name, knee) => {
    const pulls = runs.find(([run]) => run === name)?.[1] ?? [];
    const medians = judgeImages(pulls.filter(isZeros)).map(({ image, ours }) => ({
      bytes: Number(/-size-(\d+)-/.exec(image)?.[1]),
      ours,
    }));
    const [first, , third, , , last] = medians.toSorted((one, other) => one.bytes - other.bytes);
    const rate = (from = first, to = last) =>
      ((to?.bytes ?? 0) - (from?.bytes ?? 0)) / ((to?.ours ?? 0) - (from?.ours ?? 0)) / 1e6;
    if (knee === undefined) expect(rate(third, last) / rate(first, third)).toBeCloseTo(1, 1);
    else expect(rate(third, last) / rate(first, third)).toBeLessThan(0.5);
  });
});
