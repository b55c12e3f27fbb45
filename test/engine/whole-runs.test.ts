import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { EngineName } from '../../src/engine/engine.ts';
import type { SimulationInput } from '../../src/input/model.ts';
import { readInput } from '../../src/input/read-input.ts';
import { StepLog } from '../../src/inspector/step-log.ts';
import { simulate } from '../../src/simulation/simulate.ts';
import { formatStep } from '../../src/trace/write-step.ts';
import { formatRecord } from '../../src/trace/write-trace.ts';
import { root } from '../tidy/sources.ts';

const folder = join(root, 'examples');

/** Of an hour of waiting the beginning is enough. */
const horizonMicros = 600e6;

const inputs = readdirSync(folder).flatMap((name) => {
  const path = join(folder, name);
  const files = statSync(path).isDirectory() ? readdirSync(path).map((file) => join(path, file)) : [path];
  const sources = files.filter((file) => file.endsWith('.yaml')).map((file) => ({ name: file, text: readFileSync(file, 'utf8') }));
  const read = readInput(sources, {});
  return read.ok && read.input.pods.length > 0 ? [[name, read.input] as const] : [];
});

function linesBy(engine: EngineName, input: SimulationInput, withSteps: boolean): string {
  const lines: string[] = [];
  const { inspect } = new StepLog({ onStep: (step) => lines.push(formatStep(step)) });
  const onRecord = (record: Parameters<typeof formatRecord>[0]) => lines.push(formatRecord(record));
  const shortened = { ...input, horizonMicros: Math.min(input.horizonMicros, horizonMicros) };
  simulate(shortened, { engine, onRecord, keepRecords: false, ...(withSteps ? { inspect } : {}) });
  return lines.join('\n');
}

it('there are examples to run', () => {
  expect(inputs.length).toBeGreaterThan(12);
});

it.each(inputs)('%s gives the same bytes by either engine, with steps and without', (_, input) => {
  for (const withSteps of [false, true]) expect(linesBy('compiled', input, withSteps) === linesBy('xstate', input, withSteps)).toBe(true);
});
