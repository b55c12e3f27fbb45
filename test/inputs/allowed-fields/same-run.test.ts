import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutSecrets } from '../../../src/inputs/documents/without-secrets.ts';
import { readInput, type SourceText } from '../../../src/inputs/read-input.ts';
import { wholeNodeInput } from '../../../src/proof/whole-node/whole-node-input.ts';
import { simulate } from '../../../src/run/simulation/simulate.ts';
import { formatRecords } from '../../../src/trace/write-trace.ts';
import { root } from '../../tidy/sources.ts';

// What is shared holds only what a run reads: a field that is missing from the list of what is allowed shows
// as another trace.

const readable = /\.(?:ya?ml|json|toml|conf)$/;

function inputsBelow(folder: string): readonly SourceText[][] {
  const entries = readdirSync(folder).map((name) => join(folder, name));
  const files = entries.filter((path) => readable.test(path) && statSync(path).isFile());
  const sources = files.map((path) => ({
    name: path.slice(root.length + 1),
    text: readFileSync(path, 'utf8'),
  }));
  const below = entries.filter((path) => statSync(path).isDirectory()).flatMap(inputsBelow);
  return [...sources.map((source) => [source]), ...(sources.length > 1 ? [sources] : []), ...below];
}

/** The trace of an input; undefined if it is refused. */
function traceOf(sources: readonly SourceText[]): string | undefined {
  const read = readInput(sources, {});
  if (!read.ok) return undefined;
  const input = { ...read.input, horizonMicros: Math.min(read.input.horizonMicros, 120_000_000) };
  return [...formatRecords(simulate(input).records)].join('');
}

/** The same input as JSON, which is all that decides a run. */
function inputOf(sources: readonly SourceText[]): unknown {
  const read = readInput(sources, {});
  return read.ok ? read.input : undefined;
}

describe('an input with only what may be shared is the same input', () => {
  const folders = [
    'examples',
    'test/whole-node/regressions',
    'test/inputs-of-others',
    'test/inputs/fixtures',
  ];
  const examples = folders
    .flatMap((folder) => inputsBelow(join(root, folder)))
    .filter((sources) => inputOf(sources) !== undefined);

  it.each(examples.map((sources) => [sources.map(({ name }) => name).join(' '), sources] as const))(
    '%s',
    (_, sources) => {
      const { sources: shared } = withoutSecrets(sources);
      expect(inputOf(shared)).toEqual(inputOf(sources));
    },
  );

  it('is tried with more than fifty inputs of all kinds', () => {
    expect(examples.length).toBeGreaterThan(50);
  });
});

it('gives the same bytes of trace, for random whole nodes', () => {
  let ran = 0;
  fc.assert(
    fc.property(wholeNodeInput, (sources) => {
      const trace = traceOf(sources);
      if (trace === undefined) return;
      ran++;
      expect(traceOf(withoutSecrets(sources).sources)).toBe(trace);
    }),
    { numRuns: 150 },
  );
  expect(ran).toBeGreaterThan(75);
});
