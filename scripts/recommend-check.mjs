// Holds `windlass recommend` against the full sweep: npm run recommend:check -- INPUT… --vary FIELD=VALUES
// --target BOUND [--nodes N] [--replicas WORKLOAD=N] [--seeds N] [--repetitions N]. Makes every run of the
// sweep once. Each repetition asks `recommend` anew, which takes its seeds from those of the sweep in an
// order of its own. Exit code 1 where it recommends a setting of which the sweep shows that fewer than 90 %
// of its runs keep to the target, or names the least one that surely does in fewer than 95 % of the
// repetitions.
import { availableParallelism } from 'node:os';
import { keepsTo } from '../dist/src/answers/what-if/figures/figure-bound.js';
import { byLeastChange, recommend, targetsOf } from '../dist/src/answers/what-if/recommendation/recommend.js';
import { seedsToRecommend } from '../dist/src/answers/what-if/recommendation/sequential-test.js';
import { runInOrder, seedsFrom } from '../dist/src/answers/what-if/runs/runner.js';
import { axesOf } from '../dist/src/answers/what-if/variants/named-variants.js';
import { pointInputs } from '../dist/src/answers/what-if/variants/point-input.js';
import { readSources } from '../dist/src/interfaces/cli/files/read-sources.js';
import { Interruption } from '../dist/src/interfaces/cli/run/interruption.js';
import { withThreads } from '../dist/src/interfaces/cli/what-if/with-threads.js';
import { RandomStreams } from '../dist/src/run/simulation/random-streams.js';
import { markdownTable } from './markdown-table.mjs';
import { exitWith, scriptOptions } from './script-options.mjs';

const [several, one] = [{ type: 'string', multiple: true }, { type: 'string' }];
const { values: options, positionals: inputs } = scriptOptions(
  {
    allowPositionals: true,
    options: { vary: several, target: several, nodes: one, replicas: several, seeds: one, repetitions: one },
  },
  ['nodes', 'seeds', 'repetitions'],
);
if (inputs.length === 0 || options.vary === undefined || options.target === undefined)
  exitWith(
    "takes inputs, --vary and --target: examples/web-rollout.yaml --vary maxParallelImagePulls=1..5 --target 'p99 timeToRunning <= 68s'",
  );
const seeds = seedsFrom(1, Number(options.seeds ?? 200));
const repetitions = Number(options.repetitions ?? 100);
const request = {
  ...(options.nodes && { nodes: Number(options.nodes) }),
  ...(options.replicas && { replicas: options.replicas }),
};
const terminal = { cwd: process.cwd(), stderr: process.stderr, nowMs: () => performance.now() };
const inputOf = pointInputs(await readSources(inputs, terminal), request, console.error);
const axes = axesOf(options.vary);
const settings = byLeastChange(axes);

const summaries = await sweep();
let isRight = true;
for (const text of options.target) isRight = (await check(text)) && isRight;
process.exitCode = isRight ? 0 : 1;

/** Returns the summaries of each setting by its name, those of each by seed. */
async function sweep() {
  const began = performance.now();
  const bases = new Map(settings.map((setting) => [setting.name, inputOf(setting)]));
  const jobs = settings.flatMap(({ name }) => seeds.map((seed) => ({ name, seed })));
  const made = new Map(settings.map(({ name }) => [name, new Map()]));
  await withThreads(
    availableParallelism(),
    'compiled',
    new Interruption(terminal),
    async ({ width, run }) => {
      for await (const { job, result } of runInOrder(jobs, width, ({ name, seed }) =>
        run({ ...bases.get(name), seed }),
      ))
        made.get(job.name).set(job.seed, result.summary);
    },
  );
  console.log(`${jobs.length} runs in ${((performance.now() - began) / 1000).toFixed(0)} s`);
  return made;
}

/**
 * Prints what the sweep shows of a target, and what so many recommendations say. Returns whether they are
 * right.
 */
async function check(text) {
  const [target] = targetsOf([text]);
  const shareOf = ({ name }) =>
    [...summaries.get(name).values()].filter((summary) => keepsTo(target, target.figure.measure(summary)))
      .length / seeds.length;
  const found = new Map(settings.map(({ name }) => [name, 0]));
  const named = new Map(found);
  let runs = 0;
  const streams = new RandomStreams(1);
  for (let repetition = 0; repetition < repetitions; repetition++) {
    const own = shuffled(seeds, () => streams.draw('order')).slice(0, seedsToRecommend);
    const run = async ({ name, seed }) => ({ summary: summaries.get(name).get(seed) });
    const answer = await recommend(
      { axes, targets: [target], seeds: own, inputOf: ({ name }) => ({ input: { name } }) },
      { width: 1, run },
      () => runs++,
    );
    for (const { variant, verdict } of answer.tried) {
      if (verdict === 'meets') found.set(variant.name, found.get(variant.name) + 1);
      if (verdict !== 'fails') named.set(variant.name, named.get(variant.name) + 1);
    }
  }
  const rows = settings.map((setting) => [
    setting.name,
    `${(100 * shareOf(setting)).toFixed(1)} %`,
    found.get(setting.name),
    named.get(setting.name) - found.get(setting.name),
  ]);
  console.log(`\n${text}: ${repetitions} recommendations, ${(runs / repetitions).toFixed(1)} runs each\n`);
  console.log(
    markdownTable(['setting', 'of its runs keep to it', 'recommended', 'named as on the border'], rows),
  );
  const least = settings.find((setting) => shareOf(setting) >= 0.99);
  const failing = settings.filter(
    (setting) => upperShare(shareOf(setting)) < 0.9 && found.get(setting.name) > 0,
  );
  const isFound = least === undefined || named.get(least.name) + earlier(least, found) >= 0.95 * repetitions;
  console.log(
    failing.length === 0
      ? '\nnever one that the sweep shows to fail'
      : `\nWRONG: ${failing.map(({ name }) => name).join(', ')}`,
  );
  return failing.length === 0 && isFound;
}

/** How often a setting before this one was recommended. */
function earlier(least, found) {
  return settings.slice(0, settings.indexOf(least)).reduce((sum, { name }) => sum + found.get(name), 0);
}

/** The end of the 95 % interval (Wilson) of a share. */
function upperShare(share) {
  const [z, n] = [1.96, seeds.length];
  return (
    (share + (z * z) / (2 * n) + z * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n))) /
    (1 + (z * z) / n)
  );
}

function shuffled(items, draw) {
  return items
    .map((item) => [draw(), item])
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item);
}
