import fc from 'fast-check';
import { compareTraces } from '../../src/proof/conformance/compare-traces.ts';
import type { ConformanceTrace } from '../../src/proof/conformance/imagemanager/conformance-trace.ts';
import { imageManagerKind } from '../../src/proof/conformance/imagemanager/image-manager-kind.ts';
import { runScript as simulate } from '../../src/proof/conformance/imagemanager/run-script.ts';
import type { Script } from '../../src/proof/conformance/imagemanager/script.ts';
import { judgeTrace } from '../../src/proof/model-testing/judge-trace.ts';
import type { Profile } from '../../src/rules/kubelet/profile.ts';
import { runScript as runSut } from './run-script.mjs';

/** A script beside what the simulator does with it, which is found out when it is first asked for. */
export interface ExpectedScript {
  readonly script: Script;
  readonly expected: ConformanceTrace;
}

/** How a mutant was noticed; scripts are counted up to the one that did it, undefined where none did. */
export interface CaughtMutant {
  readonly mutation: string;
  readonly pathScripts: number | undefined;
  readonly randomScripts: number | undefined;
  /** By the properties alone, over the same scripts, which need no model. */
  readonly property: { readonly name: string; readonly scripts: number } | undefined;
}

export interface Hunt {
  readonly profile: Profile;
  readonly paths: readonly ExpectedScript[];
  readonly random: readonly ExpectedScript[];
}

/** Scripts with the simulator's traces, for several hunts. */
export function expectations(scripts: readonly Script[], profile: Profile): readonly ExpectedScript[] {
  return scripts.map((script) => {
    let trace: ConformanceTrace | undefined;
    return {
      script,
      get expected() {
        trace ??= simulate(script, profile);
        return trace;
      },
    };
  });
}

/** Whether the system under test of test/sut, with that mutation, does something else than the simulator. */
export function differs({ script, expected }: ExpectedScript, { release }: Profile, mutation = ''): boolean {
  const actual = runSut(script, { release, mutation });
  return compareTraces(expected, actual, imageManagerKind).divergence !== undefined;
}

/**
 * Whether the mutation makes the system under test do something else with that script: many times faster than
 * to ask the simulator.
 */
export function shows(script: Script, { release }: Profile, mutation: string): boolean {
  return (
    compareTraces(runSut(script, { release }), runSut(script, { release, mutation }), imageManagerKind)
      .divergence !== undefined
  );
}

export function huntMutant(mutation: string, { profile, paths, random }: Hunt): CaughtMutant {
  const scriptsUntil = (scripts: readonly ExpectedScript[]): number | undefined => {
    const index = scripts.findIndex((one) => differs(one, profile, mutation));
    return index < 0 ? undefined : index + 1;
  };
  return {
    mutation,
    pathScripts: scriptsUntil(paths),
    randomScripts: scriptsUntil(random),
    property: propertyThatBreaks(mutation, profile, [...paths, ...random]),
  };
}

function propertyThatBreaks(
  mutation: string,
  profile: Profile,
  scripts: readonly ExpectedScript[],
): CaughtMutant['property'] {
  for (const [index, one] of scripts.entries()) {
    // What the mutation does not change needs no judge; a property that the simulator breaks too says nothing
    // about it.
    if (!differs(one, profile, mutation)) continue;
    const { script, expected } = one;
    const sound = new Set(judgeTrace(script, expected, profile).map(({ property }) => property));
    const broken = judgeTrace(script, runSut(script, { release: profile.release, mutation }), profile);
    const telling = broken.find(({ property }) => !sound.has(property));
    if (telling !== undefined) return { name: telling.property, scripts: index + 1 };
  }
  return undefined;
}

/**
 * The smallest script that fast-check finds from a random script that shows the mutant. `run` is its place,
 * from 0, among those that the seed gives.
 */
export function shrunkScript(
  mutation: string,
  profile: Profile,
  scripts: fc.Arbitrary<Script>,
  { seed, run }: { seed: number; run: number },
): Script {
  const agrees = fc.property(
    scripts,
    (script) => !differs({ script, expected: simulate(script, profile) }, profile, mutation),
  );
  const smallest = fc.check(agrees, { seed, path: String(run), numRuns: run + 1 }).counterexample?.[0];
  if (smallest === undefined)
    throw new Error(`random script ${run + 1} of seed ${seed} does not show ${mutation}`);
  return smallest;
}
