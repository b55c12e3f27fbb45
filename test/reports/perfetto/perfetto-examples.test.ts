import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readInput } from '../../../src/inputs/read-input.ts';
import { perfettoTrace } from '../../../src/reports/perfetto/perfetto-trace.ts';
import { simulate } from '../../../src/run/simulation/simulate.ts';
import type { TraceRecord } from '../../../src/trace/record.ts';
import { root } from '../../tidy/sources.ts';
import { traceEventProblems } from './check-trace-event-format.ts';

describe('examples keep the rules of the format', () => {
  // Faults, changed pods, a full disk, many slots, images pulled ahead, several nodes.
  const inputs = [
    'web-rollout.yaml',
    'after-the-fix',
    'gc-thrash',
    'how-many-parallel-pulls',
    'pre-pull.yaml',
    'same-image-many-pods',
  ];
  test.each(inputs)('%s', (name) => {
    const made = perfettoTrace(runOf(name));
    expect(traceEventProblems(made)).toEqual([]);
    const { traceEvents } = JSON.parse(made) as { traceEvents: readonly { ph: string }[] };
    expect(traceEvents.filter(({ ph }) => ph === 'X').length).toBeGreaterThan(3);
  });
});

function runOf(example: string): readonly TraceRecord[] {
  const path = join(root, 'examples', example);
  const files = statSync(path).isDirectory()
    ? readdirSync(path)
        .filter((name) => name.endsWith('.yaml'))
        .slice(0, 2)
        .map((name) => join(path, name))
    : [path];
  const result = readInput(
    files.map((name) => ({ name, text: readFileSync(name, 'utf8') })),
    { horizon: '2m' },
  );
  if (!result.ok) throw new Error(result.errors.map(({ message }) => message).join('\n'));
  return simulate(result.input).records;
}
