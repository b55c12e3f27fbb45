import { expect, test } from 'vitest';
import { simulate } from '../../../../src/run/simulation/simulate.ts';
import { formatRecord, formatRecords } from '../../../../src/trace/write-trace.ts';
import { appYaml } from '../../../run/simulation/pod-yaml.ts';
import { inputOf } from '../../../run/simulation/run-yaml.ts';

const { records } = simulate(inputOf(appYaml('web', 'shop/web:1')));

test('a trace is written in pieces of whole lines, however long it is', () => {
  const many = Array.from({ length: 200 }, () => records).flat();
  const pieces = [...formatRecords(many)];
  expect(pieces.join('')).toBe(many.map((record) => `${formatRecord(record)}\n`).join(''));
  expect(pieces.length).toBeGreaterThan(10);
  for (const piece of pieces) expect(piece.length).toBeLessThan(100_000);
  for (const piece of pieces) expect(piece.at(-1)).toBe('\n');
});
