import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compareTraces } from '../../src/conformance/compare-traces.ts';
import { parseScript } from '../../src/conformance/parse-script.ts';
import { parseTrace } from '../../src/conformance/parse-trace.ts';
import { runScript } from '../../src/conformance/run-script.ts';
import { selectProfile } from '../../src/kubelet/profiles/select-profile.ts';
import { root } from '../tidy/sources.ts';

// Scripts that told simulator and kubelet apart (`npm run oracle:fuzz`): the first line has the script, each further one
// what the real image manager of a release did. `npm run oracle` records them anew.
const folder = join(root, 'test/conformance/regressions');
const files = readdirSync(folder).filter((name) => name.endsWith('.ndjson'));

test('there are regressions, each with its own name', () => {
  expect(files.length).toBeGreaterThan(3);
  expect(files.map((file) => scriptOf(file).name)).toEqual(files.map((file) => file.replace('.ndjson', '')));
});

describe.each(files)('%s', (file) => {
  const recorded = linesOf(file)
    .slice(1)
    .map((line) => JSON.parse(line) as { version: string; trace: unknown });

  test.each(recorded.map(({ version, trace }) => [version, trace] as const))('the simulator does as %s', (version, recordedTrace) => {
    const selected = selectProfile(version);
    const expected = parseTrace(JSON.stringify(recordedTrace));
    if (!('profile' in selected) || !('trace' in expected)) throw new Error(`${file}: no profile, or no trace of ${version}`);
    expect(selected.profile.version).toBe(version.replace('v', ''));
    expect(expected.trace.trace).not.toEqual([]);
    expect(compareTraces(expected.trace, runScript(scriptOf(file), selected.profile)).divergence).toBeUndefined();
  });
});

function linesOf(file: string): string[] {
  return readFileSync(join(folder, file), 'utf8').trimEnd().split('\n');
}

function scriptOf(file: string) {
  const head = JSON.parse(linesOf(file)[0] ?? '') as { script: unknown };
  const parsed = parseScript(JSON.stringify(head.script));
  if (!parsed.ok) throw new Error(`${file}: ${parsed.problems.join('\n')}`);
  return parsed.script;
}
