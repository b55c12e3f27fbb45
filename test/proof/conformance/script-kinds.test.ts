import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareTraces } from '../../../src/proof/conformance/compare-traces.ts';
import { parseScriptOf } from '../../../src/proof/conformance/parse-script.ts';
import type { NamedScript } from '../../../src/proof/conformance/script-kind.ts';
import { scriptKindNamed, scriptKinds } from '../../../src/proof/conformance/script-kinds.ts';
import { simplerScripts } from '../../../src/proof/conformance/simpler-scripts.ts';

// What docs/conformance.md says of every kind, and what the fuzz relies on.

test('there are the five kinds of the protocol, the image manager where none is named', () => {
  expect(scriptKinds.map(({ kind }) => kind)).toEqual([
    'imagemanager',
    'pleg',
    'kubeadm',
    'imagegc',
    'imagemanager-credentials',
  ]);
  expect(scriptKindNamed()).toBe(scriptKinds[0]);
  expect(scriptKindNamed('pleg')?.kind).toBe('pleg');
  expect(scriptKindNamed('Pleg')).toBeUndefined();
  expect(scriptKindNamed(7)).toBeUndefined();
});

describe.each(scriptKinds.map((kind) => [kind.kind, kind] as const))('%s', (_, kind) => {
  const sample = fc.sample(kind.random(), { seed: 4, numRuns: 60 });
  const problems = (script: NamedScript) => {
    const parsed = parseScriptOf(kind, JSON.stringify(script));
    return parsed.ok ? [] : parsed.problems;
  };

  test('random scripts keep to the protocol, and have calls or steps', () => {
    expect(sample.flatMap(problems)).toEqual([]);
    expect(Math.max(...sample.map((script) => kind.sizeOf(script)))).toBeGreaterThan(3);
  });

  test.each(kind.recorded)('as %s they run, and the same every time', (version) => {
    const runner = kind.runnerOf(`v${version}`);
    if ('error' in runner) throw new Error(runner.error);
    let entries = 0;
    for (const script of sample.slice(0, 25)) {
      const trace = runner.run(script);
      entries += trace.trace.length;
      expect(trace.trace.map(({ at }) => at)).toEqual(trace.trace.map(({ at }) => at).sort((a, b) => a - b));
      expect(compareTraces(trace, runner.run(script), kind).divergence).toBeUndefined();
    }
    expect(entries).toBeGreaterThan(50);
  });

  test('a trace that lacks its last entry differs', () => {
    const runner = kind.runnerOf(kind.recorded[0] ?? '');
    if ('error' in runner) throw new Error(runner.error);
    const traces = sample
      .map((script) => runner.run(script))
      .filter(({ trace, races }) => trace.length > 0 && (races ?? []).length === 0);
    expect(traces.length).toBeGreaterThan(20);
    for (const trace of traces) {
      const { divergence } = compareTraces(trace, { ...trace, trace: trace.trace.slice(0, -1) }, kind);
      // Where the kind itself sees a race it may compare less.
      if (compareTraces(trace, trace, kind).excludedBy === undefined)
        expect(divergence?.index).toBe(trace.trace.length - 1);
    }
  });

  test('simpler scripts are other scripts that keep to the protocol, and no greater', () => {
    for (const script of sample.slice(0, 4)) {
      const written = JSON.stringify(script);
      const simpler = [...simplerScripts(script, kind)];
      expect(simpler.flatMap(problems)).toEqual([]);
      expect(
        simpler.filter((one) => JSON.stringify(one) === written || kind.sizeOf(one) > kind.sizeOf(script)),
      ).toEqual([]);
    }
  });

  test('a version that is none has no runner, and the reason says so', () => {
    expect(kind.runnerOf('newest')).toMatchObject({ error: expect.stringContaining('newest') });
  });
});
