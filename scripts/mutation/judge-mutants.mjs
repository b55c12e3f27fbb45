import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { globSync } from 'tinyglobby';
import { BaseSequencer, startVitest } from 'vitest/node';
import { root } from '../run.mjs';
import { shouldIgnore } from './ignore-machine-literals.mjs';

/**
 * Makes every mutant of the sources, and holds the tests against each, or against so many of them as a sample
 * shall have.
 *
 * @typedef {'killed' | 'timedOut' | 'survived' | 'uncovered' | 'ignored' | 'notDrawn'} MutantStatus
 * @typedef {{ file: string, line: number, column: number, was: string, becomes: string, status: MutantStatus
 *   }} JudgedMutant
 * @param {{ mutate: readonly string[], tests: readonly string[], without?: readonly string[] }} part
 * @param {{ count: number, seed: number } | undefined} sample
 * @returns {Promise<JudgedMutant[]>} in the order of the sources
 * @throws where a test fails by itself
 */
export async function judgeMutants(part, sample) {
  const paths = globSync([...part.mutate], { cwd: root, absolute: true }).sort();
  const sources = new Map(paths.map((path) => [path, readFileSync(path, 'utf8')]));
  const { files, mutants } = await instrument(sources);
  const judgeable = mutants.filter(({ status }) => status !== 'Ignored').map(({ id }) => id);
  const drawn = new Set(sample === undefined ? judgeable : draw(judgeable, sample));
  const found = await runTests(part, new Map(files.map(({ name, content }) => [name, content])), drawn);
  const statusOf = ({ id, status }) =>
    status === 'Ignored' ? 'ignored' : drawn.has(id) ? endOf(id, found) : 'notDrawn';
  return mutants.map((mutant) => ({
    ...placed(mutant, sources.get(mutant.fileName)),
    status: statusOf(mutant),
  }));
}

/** So many of the values, each as likely as any other. */
function draw(values, { count, seed }) {
  const generator = xoroshiro128plus(seed);
  const left = [...values];
  return Array.from(
    { length: Math.min(count, values.length) },
    () => left.splice(uniformInt(generator, 0, left.length - 1), 1)[0],
  );
}

function instrument(sources) {
  const silent = { debug() {}, info() {}, warn: console.warn, isDebugEnabled: () => false };
  const files = [...sources].map(([name, content]) => ({ name, content, mutate: true }));
  return new Instrumenter(silent).instrument(files, {
    plugins: null,
    excludedMutations: [],
    ignorers: [{ shouldIgnore }],
  });
}

/** What a quick test has noticed a slow one need not be run for. */
class QuickFirst extends BaseSequencer {
  async sort(files) {
    return (await super.sort(files)).reverse();
  }
}

async function runTests(part, instrumented, drawn) {
  const found = { loaded: new Set(), covered: new Set(), killed: new Set(), timedOut: new Set() };
  const add = (ids) => {
    for (const [kind, some] of Object.entries(ids)) for (const id of some) found[kind].add(id);
  };
  const begun = performance.now();
  const vitest = await startVitest(
    'test',
    [],
    {
      config: false,
      root,
      watch: false,
      include: [...part.tests],
      exclude: [...(part.without ?? [])],
      setupFiles: ['test/setup.ts'],
      runner: 'scripts/mutation/mutation-runner.mjs',
      env: { WINDLASS_TEST_RUNS: process.env.WINDLASS_TEST_RUNS ?? '30' },
      isolate: false,
      provide: { drawn: [...drawn] },
      sequence: { sequencer: QuickFirst },
      maxWorkers: 1,
      testTimeout: 600_000,
      dangerouslyIgnoreUnhandledErrors: true,
      onConsoleLog: () => false,
      reporters: [
        {
          onTestCaseResult(test) {
            const { mutants = {}, isSpoilt } = test.meta();
            add(mutants);
            if (isSpoilt) console.log(`  judges nothing, since its mutants spoil it: ${test.fullName}`);
          },
          onTestModuleEnd(module) {
            add({ loaded: module.meta().loaded ?? [] });
            const seconds = Math.round((performance.now() - begun) / 1000);
            console.log(
              `  ${seconds} s: ${module.relativeModuleId}, ${found.killed.size + found.timedOut.size} noticed`,
            );
          },
        },
      ],
    },
    { plugins: [{ name: 'mutants', enforce: 'pre', load: (id) => instrumented.get(id) }] },
  );
  const failed = vitest.state.getTestModules().filter((module) => !module.ok());
  await vitest.close();
  if (failed.length > 0) throw new Error(failed.map(reasonOf).join('\n'));
  return found;
}

function reasonOf(module) {
  const errors = [
    ...module.errors(),
    ...[...module.children.allTests('failed')].flatMap((test) => test.result().errors ?? []),
  ];
  return `${module.relativeModuleId} fails by itself: ${errors.map((error) => error.message).join('; ')}`;
}

function endOf(id, found) {
  if (found.killed.has(id)) return 'killed';
  if (found.timedOut.has(id)) return 'timedOut';
  if (found.covered.has(id)) return 'survived';
  // Only the loading of its module comes by it, before any mutant is switched on.
  return found.loaded.has(id) ? 'ignored' : 'uncovered';
}

function placed({ fileName, location: { start, end }, replacement }, source) {
  const lines = source.split('\n').slice(start.line, end.line + 1);
  const last = lines.length - 1;
  lines[last] = lines[last].slice(0, end.column);
  lines[0] = lines[0].slice(start.column);
  return {
    file: relative(root, fileName),
    line: start.line + 1,
    column: start.column + 1,
    was: lines.join('\n'),
    becomes: replacement,
  };
}
