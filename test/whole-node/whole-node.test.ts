import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { z } from 'zod';
import type { SourceText } from '../../src/inputs/read-input.ts';
import { runtimeConfigShape } from '../../src/inputs/runtimes/runtime-config-shape.ts';
import { faultShape } from '../../src/inputs/scenario/fault-rows.ts';
import { scenarioShape } from '../../src/inputs/scenario/scenario-shape.ts';
import { shapeArbitrary } from '../../src/proof/whole-node/shape-arbitrary.ts';
import { wholeNodeInput } from '../../src/proof/whole-node/whole-node-input.ts';
import { words } from '../../src/proof/whole-node/words.ts';
import { root } from '../tidy/sources.ts';
import { judgeInput } from './judge-input.ts';
import { fieldsIn, fieldsOf } from './shape-fields.ts';

/**
 * Where `npm run fuzz:scenarios` wants the shrunk input to be kept; absent: it is in the message of the
 * failure.
 */
const keepIn = process.env.WINDLASS_KEEP_REGRESSIONS;

/** In every seventh input at least, as 600 of them had it. */
const common = [
  'inspecting',
  'present',
  'neverPresent',
  'invalidName',
  'backingOff',
  'waiting',
  'pulling',
  'pulled',
  'failed',
]
  .map((state) => `pull ${state}`)
  .concat('fetch queued', 'fetch started', 'fetch fetched', 'unpack finished', 'container exited');

/** In one of seventy at least. */
const rare = [
  'fetch present',
  'image removed',
  'pod rejected',
  'pod terminated',
  'node kubeletRestarted',
  'node rebooted',
];

it('draws every field of the Scenario, every kind of fault and every choice', () => {
  const drawnOf = (shape: z.ZodType, runs: number, path = '') =>
    fc
      .sample(shapeArbitrary(shape, words, path === '' ? [] : [path.slice(1)]), runs)
      .flatMap((value) => fieldsIn(shape, value, path));
  const drawn = new Set([
    ...drawnOf(scenarioShape(), 800),
    ...drawnOf(scenarioShape().shape.nodes, 1_500, '.nodes'),
    ...['.nodes.defaults', '.nodes.named'].flatMap((path) =>
      drawnOf(runtimeConfigShape, 500, `${path}.runtimeConfig`),
    ),
    ...drawnOf(faultShape(), 5_000, '.faults'),
  ]);
  expect(fieldsOf(scenarioShape()).filter((field) => !drawn.has(field))).toEqual([]);
});

it('runs whole nodes without an exception, keeps every invariant, writes what reads back, and gives the same bytes in any order of the files, with steps or without', () => {
  const begun = process.cpuUsage();
  let ran = 0;
  const refused: string[] = [];
  const reached = new Set<string>();
  const outcome = fc.check(
    fc.property(wholeNodeInput, (sources) => {
      const judged = judgeInput(sources);
      if ('refused' in judged) refused.push(judged.refused[0]?.split('\n')[0] ?? '');
      else {
        ran += 1;
        for (const record of judged.records)
          if ('state' in record) reached.add(`${record.type} ${record.state}`);
      }
      expect('refused' in judged ? [] : judged.findings).toEqual([]);
    }),
  );
  if (outcome.failed)
    throw new Error(failureText(outcome.counterexample?.[0] ?? [], outcome.seed, outcome.counterexamplePath));
  const seconds = process.cpuUsage(begun).user / 1e6;
  console.log(
    `${ran} inputs ran and ${refused.length} were refused, in ${Math.round(seconds)} s of CPU time`,
  );
  // Of some thirty runs a few may be.
  expect(refused.length, refused.join('\n')).toBeLessThan(Math.max(8, ran / 5));
  // So many runs that chance leaves none of them out.
  const due = [...(ran > 20 ? common : []), ...(ran > 800 ? rare : [])];
  expect(due.filter((state) => !reached.has(state))).toEqual([]);
});

function failureText(sources: readonly SourceText[], seed: number, path: string | null): string {
  const text = sources.map((source) => source.text).join('---\n');
  const judged = judgeInput(sources);
  const findings = 'findings' in judged ? judged.findings.join('\n') : '';
  const name = `${findings.split(':')[0]?.replace(/\W+/g, '-').slice(0, 40)}-${seed}.yaml`;
  if (keepIn !== undefined) writeFileSync(join(root, keepIn, name), text);
  return `${findings}\n\nof seed ${seed}, path ${path}${keepIn === undefined ? '' : `, kept as ${keepIn}/${name}`}:\n\n${text}`;
}
