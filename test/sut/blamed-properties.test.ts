import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomScript } from '../../src/proof/conformance/imagemanager/random-script.ts';
import { judgeTrace } from '../../src/proof/model-testing/judge-trace.ts';
import { pathScripts } from '../../src/proof/model-testing/path-scripts.ts';
import { v1_36 } from '../../src/rules/kubelet/profiles/profiles.ts';
import { shows } from './hunt-mutant.ts';
import { mutationsOf } from './mutations.mjs';
import { runScript } from './run-script.mjs';

const { release } = v1_36;

/** What each mutation breaks by what a property says. A mutation that is not here breaks no property. */
const blamed: Readonly<Record<string, readonly string[]>> = {
  'policy-never-pulls': ['never-does-not-pull'],
  'policy-if-not-present-pulls': ['present-is-not-pulled'],
  'presence-rechecked': ['one-pull-per-call'],
  'slot-leaked-on-failure': ['one-result-per-call'],
  'slot-leaked-on-refusal': ['one-result-per-call'],
  'slots-last-in-first-out': ['slots-in-order'],
  'slots-one-too-many': ['slots-respected'],
  'slots-unlimited-above-five': ['slots-respected'],
  'serial-queue-refuses': ['one-pull-per-call'],
  'token-taken-at-call': ['tokens-by-the-bucket'],
  'token-spent-by-refusal': ['tokens-by-the-bucket'],
  'burst-ignored': ['tokens-by-the-bucket'],
  'pulling-event-missing': ['one-pull-per-call'],
  'pulling-event-late': ['pulling-is-said-at-once'],
  // A pod that may use the image pulls it again.
  'record-lost-on-failure': ['present-is-not-pulled'],
};

function mayBeBlamed(mutation: string): readonly string[] {
  // The error of before and its times are in messages, of which no property speaks.
  if (/^back-off-/.test(mutation)) return ['back-off-windows'];
  return blamed[mutation] ?? [];
}

// A property that is blamed for another one's fault sends people to the wrong place.
test('a mutated image manager breaks no property that says nothing of its fault', () => {
  const scripts = [
    ...pathScripts(v1_36, 'all-transitions').map(({ script }) => script),
    ...fc.sample(randomScript({ panics: false }), { seed: 1, numRuns: 40 }),
  ];
  const wrong = mutationsOf(release).flatMap((mutation) => {
    const allowed = mayBeBlamed(mutation);
    return scripts
      .filter((script) => shows(script, v1_36, mutation))
      .flatMap((script) => {
        const sound = new Set(
          judgeTrace(script, runScript(script, { release }), v1_36).map(({ property }) => property),
        );
        return judgeTrace(script, runScript(script, { release, mutation }), v1_36)
          .filter(({ property }) => !sound.has(property) && !allowed.includes(property))
          .map(({ property, violation }) => `${mutation}: ${property}: ${violation.message}`);
      });
  });
  expect([...new Set(wrong)]).toEqual([]);
});

test('each property that is blamed for a mutation is broken by one of the path scripts', () => {
  const scripts = pathScripts(v1_36, 'all-transitions').map(({ script }) => script);
  const missed = Object.entries(blamed).flatMap(([mutation, properties]) => {
    const broken = new Set(
      scripts.flatMap((script) =>
        judgeTrace(script, runScript(script, { release, mutation }), v1_36).map(({ property }) => property),
      ),
    );
    // No path of a small model has so many pulls.
    if (mutation === 'slots-unlimited-above-five') return [];
    return properties
      .filter((property) => !broken.has(property))
      .map((property) => `${mutation}: ${property}`);
  });
  expect(missed).toEqual([]);
});
