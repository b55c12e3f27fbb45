import { describe, expect, test } from 'vitest';
import { compareTraces } from '../../../src/proof/conformance/compare-traces.ts';
import type { ScriptKind, ScriptTrace } from '../../../src/proof/conformance/script-kind.ts';
import { scriptKinds } from '../../../src/proof/conformance/script-kinds.ts';
import { HistogramTotals } from '../../../src/rules/kubelet/go/go-duration.ts';
import { recordedTraces, scriptsOf } from './conformance-data.ts';

// Recorded from the code of each release itself, run in virtual time; see test/proof/conformance/README.md.
/** Entries recorded of each release at least. */
const entriesMin: Readonly<Record<string, number>> = {
  imagemanager: 22_000,
  pleg: 2_000,
  kubeadm: 200,
  imagegc: 400,
  'imagemanager-credentials': 1_000,
};

describe.each(scriptKinds.map((kind) => [kind.kind, kind] as const))('%s', (name, kind) => {
  const scripts = scriptsOf(kind);

  test('every recorded release has a runner of its own', () => {
    expect(kind.recorded.map((version) => runnerOf(kind, version).version)).toEqual(kind.recorded);
  });

  describe.each(kind.recorded)('%s does as recorded', (version) => {
    const recorded = recordedTraces(kind, version) ?? [];
    const runner = runnerOf(kind, version);
    let observed: readonly (readonly Observed[])[] | undefined;
    /**
     * Runs a script as it was recorded: by a process that had run those before it, by whose observations sums
     * of seconds are rounded.
     */
    const run = (index: number): ScriptTrace | undefined => {
      const script = scripts[index];
      if (script === undefined || name !== 'pleg') return script && runner.run(script);
      observed ??= observationsOf((script, totals) => runner.run(script, totals), scripts);
      const totals = new HistogramTotals();
      for (const [metric, micros] of observed.slice(0, index).flat()) totals.add(metric, micros);
      return runner.run(script, totals);
    };

    test('there is a trace for each script', () => {
      expect(recorded.map(({ script }) => script)).toEqual(scripts.map((script) => script.name));
      expect(recorded.flatMap(({ trace }) => trace).length).toBeGreaterThan(entriesMin[name] ?? 1);
    });

    test.each(scripts.map((script, index) => [script.name, script, index] as const))(
      '%s',
      (_name, script, index) => {
        const expected = recorded[index];
        const inTurn = run(index);
        if (expected === undefined || inTurn === undefined) throw new Error('not recorded');
        // Newer recordings are of each script alone (asOneProcess of scripts/oracle/oracle.mjs).
        const alone = runner.run(script);
        const actual = compareTraces(expected, alone, kind).divergence === undefined ? alone : inTurn;
        const { divergence, excludedBy } = compareTraces(expected, actual, kind);
        expect(divergence).toBeUndefined();
        // Only a race that the trace itself names leaves anything out, and the simulator sees the same ones.
        expect(excludedBy).toBe((expected.races ?? []).length > 0 ? 'races' : undefined);
        expect((actual.races ?? []).map(plainTime)).toEqual((expected.races ?? []).map(plainTime));
      },
    );
  });
});

function runnerOf(kind: ScriptKind, version: string) {
  const runner = kind.runnerOf(version);
  if ('error' in runner) throw new Error(runner.error);
  return runner;
}

type Observed = Parameters<HistogramTotals['add']>;

/** Returns what each script adds to the totals of the process that runs them one after another. */
function observationsOf<S>(
  run: (script: S, totals: HistogramTotals) => unknown,
  scripts: readonly S[],
): (readonly Observed[])[] {
  let ofScript: Observed[] = [];
  class Totals extends HistogramTotals {
    override add(...observed: Observed): number {
      ofScript.push(observed);
      return super.add(...observed);
    }
  }
  const totals = new Totals();
  return scripts.map((script) => {
    ofScript = [];
    run(script, totals);
    return ofScript;
  });
}

/** Go writes the time before a race as 7.2e+06 where it is long. */
function plainTime(race: string): string {
  return race.replace(/^[0-9.e+]+(?= )/, (ms) => String(Number(ms)));
}
