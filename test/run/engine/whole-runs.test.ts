import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import { StepLog } from '../../../src/charts/inspector/step-log.ts';
import { readInput } from '../../../src/inputs/read-input.ts';
import type { EngineName } from '../../../src/run/engine/engine.ts';
import { simulate } from '../../../src/run/simulation/simulate.ts';
import type { Inspect } from '../../../src/run/simulation/world.ts';
import type { SimulationInput } from '../../../src/run/simulation-input.ts';
import { formatRecord, formatStep } from '../../../src/trace/write-trace.ts';
import { root } from '../../tidy/sources.ts';

const folder = join(root, 'examples');

/**
 * Of an hour of waiting the beginning is enough, and of a hundred pods so many: no event and no transition is
 * of the others alone. Nodes do alike.
 */
const horizonMicros = (nodes: number): number => 300e6 / nodes;
const podsMax = 5;

const inputs = readdirSync(folder).flatMap((name) => {
  const path = join(folder, name);
  const files = statSync(path).isDirectory() ? readdirSync(path).map((file) => join(path, file)) : [path];
  const sources = files
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => ({ name: file, text: readFileSync(file, 'utf8') }));
  const read = readInput(sources, {});
  return read.ok && read.input.pods.length > 0 ? [[name, read.input] as const] : [];
});

interface Lines {
  /** Of records and steps, as they were told. */
  readonly all: string;
  readonly records: string;
}

function linesBy(engine: EngineName, input: SimulationInput, withSteps: boolean): Lines {
  const all: string[] = [];
  const records: string[] = [];
  const { inspect } = new StepLog({ onStep: (step) => all.push(formatStep(step)) });
  const onRecord = (record: Parameters<typeof formatRecord>[0]) => {
    all.push(formatRecord(record));
    records.push(formatRecord(record));
  };
  const shortened = {
    ...input,
    pods: input.pods.slice(0, podsMax),
    horizonMicros: Math.min(input.horizonMicros, horizonMicros(input.nodes.length)),
  };
  const inspectFrozen: Inspect = (event, ...rest) => {
    if (engine === 'compiled' && 'snapshot' in event) freeze((event.snapshot as AnyMachineSnapshot).context);
    inspect(event, ...rest);
  };
  simulate(shortened, {
    engine,
    onRecord,
    keepRecords: false,
    ...(withSteps ? { inspect: inspectFrozen } : {}),
  });
  return { all: all.join('\n'), records: records.join('\n') };
}

/**
 * What is plain in it, all the way down: whoever changes it then fails. Actors and objects of classes are let
 * be.
 */
function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
  if (!isPlain || '_send' in value) return;
  Object.freeze(value);
  for (const inner of Object.values(value)) freeze(inner);
}

it('there are examples to run', () => {
  expect(inputs.length).toBeGreaterThan(12);
});

// With steps every context is frozen as soon as it is told: the engine may change one in place without steps
// only because no machine changes, or keeps, what it was given. XState's engine without steps is held against
// the other in test/whole-node.
it.each(inputs)('%s gives the same bytes by either engine, with steps and without', (_, input) => {
  const reference = linesBy('xstate', input, true);
  expect(linesBy('compiled', input, true).all === reference.all).toBe(true);
  expect(linesBy('compiled', input, false).all === reference.records).toBe(true);
});
