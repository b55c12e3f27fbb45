// Makes the tables of docs/policies.md: what a policy that is tried saves, over the examples. npm run update runs it.

import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runHere } from '../../dist/src/answers/what-if/runs/run-here.js';
import { readInput } from '../../dist/src/inputs/read-input.js';
import { countText, durationText, sizeText } from '../../dist/src/reports/text/quantity-text.js';
import { markdownTable } from '../markdown-table.mjs';

const root = join(import.meta.dirname, '../..');
const path = join(root, 'docs/policies.md');
const begin = '<!-- made by scripts/policies/policies-document.mjs from examples/: npm run update -->';
const end = '<!-- end of what is made -->';

/** Chance decides where a registry fails at random, so figures are means. */
const seeds = [1, 2, 3, 4, 5];

/** The puller of each table: as the example has it, and side by side. */
const tables = [
  ['As each example is', {}],
  ['Three pulls at once', { set: ['serializeImagePulls=false', 'maxParallelImagePulls=3'] }],
];

/** A pod whose time differs by less is not moved. */
const leastMs = 100;

const made = [];
for (const [title, request] of tables) {
  const { rows, same } = await rowsOf(join(root, 'examples'), request);
  const head = [
    'example',
    'pulls',
    'downloaded',
    'slowest pod',
    'half of the pods',
    'pods that run sooner',
    'later',
  ];
  const rest = `Nothing changes in ${countText(same.length, 'other example')} in which pods of a node have an image in common: ${same.join(', ')}.`;
  made.push(`**${title}**\n\n${markdownTable(head, rows)}\n\n${same.length === 0 ? '' : rest}`.trim());
}
const document = readFileSync(path, 'utf8');
const next = document.replace(
  new RegExp(`${begin}[\\s\\S]*?${end}`),
  () => `${begin}\n\n${made.join('\n\n')}\n\n${end}`,
);
if (next !== document) writeFileSync(path, next);

async function rowsOf(folder, request) {
  const [rows, same] = [[], []];
  for (const file of readdirSync(folder).sort()) {
    const name = file.replace(/\.yaml$/, '');
    const sources = sourcesOf(folder, file);
    const [before, after] = ['none', 'coalesce'].map((policy) => readInput(sources, { ...request, policy }));
    // Folders with several Scenarios are several inputs, of which each command takes one.
    if (!before.ok || !after.ok || !hasCommonImage(before.input)) continue;
    const row = rowOf(name, await runsOf(before.input), await runsOf(after.input));
    if (row === undefined) same.push(name);
    else rows.push(row);
  }
  return { rows, same };
}

function sourcesOf(folder, file) {
  const place = join(folder, file);
  const files = statSync(place).isDirectory() ? readdirSync(place).map((one) => join(place, one)) : [place];
  return files
    .filter((one) => /\.ya?ml$/.test(one))
    .map((one) => ({ name: one, text: readFileSync(one, 'utf8') }));
}

function hasCommonImage({ pods }) {
  const seen = new Map();
  return pods.some(({ uid, nodeName, initContainers, containers }) =>
    [...initContainers, ...containers].some(({ image, policy }) => {
      const key = `${nodeName} ${image}`;
      const other = seen.get(key) ?? uid;
      seen.set(key, other);
      return policy !== 'Always' && other !== uid;
    }),
  );
}

async function runsOf(input) {
  const runs = [];
  for (const seed of seeds) runs.push(await runHere().run({ ...input, seed }));
  return runs;
}

function rowOf(name, was, is) {
  const moved = meanDifferences(was, is);
  const mean = (runs, of) => {
    const values = runs.map(({ summary }) => of(summary));
    return values.some((value) => value === undefined || value === null)
      ? undefined
      : values.reduce((sum, value) => sum + value, 0) / values.length;
  };
  const cell = (of, text) => {
    const [before, after] = [was, is].map((runs) => text(mean(runs, of)));
    return before === after ? before : `${before} → ${after}`;
  };
  const pulls = cell(
    (summary) => summary.pulls.calls,
    (value) => String(Math.round(value)),
  );
  if (moved.length === 0 && !pulls.includes('→')) return undefined;
  const time = (ms) => (ms === undefined ? 'never' : durationText(ms));
  const movedText = (all) =>
    all.length === 0 ? '–' : `${all.length}, by up to ${durationText(Math.max(...all.map(Math.abs)))}`;
  return [
    name,
    pulls,
    cell((summary) => summary.bytes.downloadedBytes, sizeText),
    cell((summary) => summary.timeToRunningMs?.max, time),
    cell((summary) => summary.timeToRunningMs?.p50, time),
    movedText(moved.filter((ms) => ms < 0)),
    movedText(moved.filter((ms) => ms > 0)),
  ];
}

/** Returns by how much each pod runs later in the mean, of the runs in which it does in both. */
function meanDifferences(was, is) {
  const byPod = new Map();
  for (const [index, { podTimes }] of is.entries())
    for (const { pod, timeToRunningMs: after } of podTimes) {
      const before = was[index].podTimes.find((one) => one.pod === pod)?.timeToRunningMs ?? null;
      if (before !== null && after !== null) byPod.set(pod, [...(byPod.get(pod) ?? []), after - before]);
    }
  return [...byPod.values()]
    .map((all) => all.reduce((sum, value) => sum + value, 0) / all.length)
    .filter((ms) => Math.abs(ms) >= leastMs);
}
