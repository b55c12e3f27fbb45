import { describe, expect, test } from 'vitest';
import { compareTraces } from '../../src/conformance/compare-traces.ts';
import { runScript } from '../../src/conformance/run-script.ts';
import { basicScripts, profileOf, tracesIn } from './conformance-data.ts';

// Recorded from pkg/kubelet/images of each release, run in virtual time; see test/conformance/README.md.
const scripts = basicScripts();

describe.each(['1.36', '1.31', '1.27'])('kubelet %s does as recorded', (release) => {
  const profile = profileOf(release);
  const recorded = tracesIn(`v${profile.version}/basic.ndjson.gz`);

  test('there is a trace for each script', () => {
    expect(recorded.map(({ script }) => script)).toEqual(scripts.map(({ name }) => name));
    expect(recorded.flatMap(({ trace }) => trace).length).toBeGreaterThan(22_000);
  });

  test.each(scripts.map((script, index) => [script.name, script, index] as const))('%s', (_, script, index) => {
    const expected = recorded[index];
    if (expected === undefined) throw new Error('not recorded');
    const actual = runScript(script, profile);
    expect(compareTraces(expected, actual)).toEqual({
      divergence: undefined,
      entriesAgreeing: expected.trace.length,
      excludedBy: undefined,
    });
    expect(actual.races).toEqual(expected.races);
  });
});
