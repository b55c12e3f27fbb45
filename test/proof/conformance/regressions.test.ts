import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compareTraces } from '../../../src/proof/conformance/compare-traces.ts';
import { parseScript, parseTrace } from '../../../src/proof/conformance/parse-script.ts';
import { root } from '../../tidy/sources.ts';

// Scripts that told simulator and kubelet apart (`npm run oracle:fuzz`), in a folder for each kind: the first
// line has the script, each further one what the real code of a release did. `npm run oracle` records them
// anew.
const folder = join(root, 'test/proof/conformance/regressions');
const files = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name: kind }) => readdirSync(join(folder, kind)).map((file) => `${kind}/${file}`));

test('there are regressions, each with its own name, in the folder of its kind', () => {
  expect(files.length).toBeGreaterThan(3);
  const places = files.map((file) => {
    const { kind, script } = readScript(file);
    return `${kind.kind}/${script.name}.ndjson`;
  });
  expect(places).toEqual(files);
});

describe.each(files)('%s', (file) => {
  const recorded = linesOf(file)
    .slice(1)
    .map((line) => JSON.parse(line) as { version: string; trace: unknown });

  test('every recorded release of its kind has a trace (npm run oracle -- --write)', () => {
    const versions = recorded.map(({ version }) => version.replace('v', '')).sort();
    expect(versions).toEqual([...readScript(file).kind.recorded].sort());
  });

  test.each(recorded.map(({ version, trace }) => [version, trace] as const))(
    'the simulator does as %s',
    (version, recordedTrace) => {
      const { kind, script } = readScript(file);
      const runner = kind.runnerOf(version);
      const expected = parseTrace(JSON.stringify(recordedTrace));
      if ('error' in runner || !('trace' in expected))
        throw new Error(`${file}: no runner, or no trace of ${version}`);
      expect(runner.version).toBe(version.replace('v', ''));
      expect(expected.trace.trace).not.toEqual([]);
      expect(compareTraces(expected.trace, runner.run(script), kind).divergence).toBeUndefined();
    },
  );
});

function linesOf(file: string): string[] {
  return readFileSync(join(folder, file), 'utf8').trimEnd().split('\n');
}

function readScript(file: string) {
  const head = JSON.parse(linesOf(file)[0] ?? '') as { script: unknown };
  const parsed = parseScript(JSON.stringify(head.script));
  if (!parsed.ok) throw new Error(`${file}: ${parsed.problems.join('\n')}`);
  return parsed;
}
