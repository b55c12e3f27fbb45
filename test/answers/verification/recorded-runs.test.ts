import { describe, expect, test } from 'vitest';
import { recordedRun, verified } from './recorded.ts';

// Runs A, C and D of a real kubelet 1.36.3 with a scripted runtime.

describe.each([
  ['a', ['a.log']],
  ['a', ['a.ndjson']],
  ['a', ['a.log', 'a.ndjson']],
  ['c', ['c.ndjson']],
  ['d', ['d.ndjson']],
] as const)('run %s by %j', (run, files) => {
  const [node] = verified(recordedRun(run, ...files)).nodes;

  test('is explained by a run of the model', () => {
    expect(node?.deviation).toBeUndefined();
    expect(node?.records.length).toBeGreaterThan(100);
  });

  test('which is found without a long search', () => {
    expect(node?.runs).toBeLessThanOrEqual(5);
  });
});

test('run C is none of a kubelet that pulls one after the other, and run D none of one that pulls two at once', () => {
  const c = { ...recordedRun('c', 'c.ndjson'), input: recordedRun('d', 'd.ndjson').input };
  expect(verified(c, 12).nodes[0]?.deviation).toMatchObject({
    what: 'PullImage sim.local/s2:1 begins',
    where: 'c.ndjson:2',
  });
  const d = { ...recordedRun('d', 'd.ndjson'), input: recordedRun('c', 'c.ndjson').input };
  expect(verified(d, 12).nodes[0]?.deviation?.what).toBe('PullImage sim.local/s2:1 begins');
});
