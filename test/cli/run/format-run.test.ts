import { expect, test } from 'vitest';
import { formatRun } from '../../../src/cli/run/format-run.ts';
import { simulate } from '../../../src/simulation/simulate.ts';
import { formatRecord } from '../../../src/trace/write-trace.ts';
import { appYaml } from '../../simulation/pod-yaml.ts';
import { inputOf } from '../../simulation/run-yaml.ts';

const { records } = simulate(inputOf(appYaml('web', 'shop/web:1')));
const text = { colour: false, width: 80 };

test('a trace is written in pieces of whole lines, however long it is', async () => {
  const many = Array.from({ length: 200 }, () => records).flat();
  const pieces = [...(await formatRun('trace', many, text))];
  expect(pieces.join('')).toBe(many.map((record) => `${formatRecord(record)}\n`).join(''));
  expect(pieces.length).toBeGreaterThan(10);
  for (const piece of pieces) expect(piece.length).toBeLessThan(100_000);
  for (const piece of pieces) expect(piece.at(-1)).toBe('\n');
});

test('any other output is one piece', async () => {
  for (const output of ['timeline', 'summary', 'csv'] as const) expect([...(await formatRun(output, records, text))]).toHaveLength(1);
});
