// Mutation score of our own tests: `npm run mutation`, which calls this part by part. What the figures mean and which
// mutants may live: docs/decisions/mutation-score.md.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mutationParts } from './scripts/mutation-parts.mjs';

const part = process.env.WINDLASS_MUTATION_PART ?? 'kubelet';

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.mutation.config.mjs' },
  plugins: ['@stryker-mutator/vitest-runner', './scripts/ignore-machine-literals.mjs'],
  ignorers: ['machine-literals'],
  // TypeScript 7 has no API that Stryker could rewrite the tsconfig with; vitest needs nothing that stands there.
  tsconfigFile: 'no-tsconfig.json',
  mutate: [...mutationParts[part].mutate],
  ignoreStatic: true,
  coverageAnalysis: 'perTest',
  // Outside the tree: nobody's globs may find a copy of every file.
  tempDirName: join(tmpdir(), `windlass-mutation-${part}`),
  ignorePatterns: ['dist', 'docs', 'examples', 'bench', 'schemas', 'reports', 'coverage', '*.tgz'],
  incremental: true,
  // Not checked in: what it knows is the work of one machine.
  incrementalFile: `node_modules/.cache/mutation/${part}.json`,
  concurrency: Number(process.env.WINDLASS_MUTATION_CONCURRENCY ?? 2),
  // Long, so that a busy machine does not count a slow test as one that noticed.
  timeoutMS: 30_000,
  reporters: ['progress-append-only', 'clear-text', 'json', 'html'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false, reportScoreTable: false },
  jsonReporter: { fileName: `reports/mutation/${part}.json` },
  htmlReporter: { fileName: `reports/mutation/${part}.html` },
  thresholds: { high: 95, low: 85, break: null },
};
