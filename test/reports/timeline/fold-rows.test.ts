import { expect, test } from 'vitest';
import { formatTimeline } from '../../../src/reports/timeline/timeline.ts';
import type { TraceRecord } from '../../../src/trace/record.ts';
import { TraceBuilder } from '../trace-builder.ts';

/**
 * A DaemonSet's pod on each node that runs after as many seconds as the node's number, one pod that never
 * does, and one of another kind.
 */
function run(nodes: number): readonly TraceRecord[] {
  const trace = new TraceBuilder(Array.from({ length: nodes }, (_, index) => ({ name: `node-${index}` })));
  const letters = 'bcdfghjklmnpqrstvwxz2456789';
  for (let index = 0; index < nodes; index++) {
    const name = `logs-kqn${letters[index % letters.length]}${letters[Math.floor(index / letters.length)]}`;
    trace
      .pod(0, name, [['agent', 'logs:1']], { node: `node-${index}` })
      .load(1_000, 'agent', 'logs:1', 1_000_000, (index + 1) * 1_000, 100);
  }
  trace.pod(0, 'alone', [['app', 'web:1']], { node: 'node-0' });
  return trace.end(nodes * 2_000);
}

const text = (nodes: number, more: { readonly all?: boolean } = {}) =>
  formatTimeline(run(nodes), { width: 80, colour: false, ...more });

test('many rows that are alike are one, below the slowest of them', () => {
  const lines = text(50).split('\n');
  expect(lines.filter((line) => line.startsWith('logs-'))).toEqual([
    expect.stringMatching(/^logs-kqn\w\w +.* 51 s$/),
    expect.stringMatching(/^logs-… × 49 +.* 2\.2 s–50 s$/),
    expect.stringMatching(/^logs-… × 50 +0\/1 +Pending +0 +100s$/),
  ]);
  expect(lines.find((line) => line.startsWith('50 nodes'))).toMatch(
    /^50 nodes \(node-0 … node-49\) · kubelet /,
  );
  expect(lines.join(' ')).toContain('--all shows all 51 rows');
  expect(lines.filter((line) => line.startsWith('alone'))).toHaveLength(2);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
});

test('--all shows each, and so does a run of a few', () => {
  expect(
    text(50, { all: true })
      .split('\n')
      .filter((line) => line.startsWith('logs-kqn')),
  ).toHaveLength(100);
  expect(text(9)).not.toContain('×');
});

test('pods of one owner are alike, whatever their names are, and those of another are not', () => {
  const trace = new TraceBuilder();
  for (let index = 0; index < 40; index++) {
    const owner = { kind: index < 30 ? 'Deployment' : 'Job', name: 'front' };
    trace.pod(0, `front-of-${index}-x`, [['app', 'web:1']], { owner });
  }
  const lines = formatTimeline(trace.end(1_000), { width: 80, colour: false }).split('\n');
  expect(
    lines
      .filter((line) => line.startsWith('front'))
      .map((line) => line.split(/ {2,}|░| \./)[0]?.slice(0, 12)),
  ).toEqual(['front-… × 30', 'front-… × 10', 'front-… × 30', 'front-… × 10']);
});
