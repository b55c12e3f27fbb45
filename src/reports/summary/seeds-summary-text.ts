import { phaseLooks } from '../phases/phase-looks.ts';
import { clipEnd, columnsOf, padLeft, padRight, wrapWords } from '../text/fitted-text.ts';
import { countText, durationText, sizeText } from '../text/quantity-text.ts';
import { coloursFor, type TextOptions } from '../text/text-options.ts';
import { visibleText } from '../text/visible-text.ts';
import { shownText } from './headline.ts';
import type { FigureRange, SeedsSummary } from './seeds-summary.ts';

const valueColumns = 9;

/** The names of figures by path. The paths of failures contain answers of registries and are not listed. */
const names: ReadonlyMap<string, string> = new Map([
  ['timeToRunningMs.p50', 'time to running, p50'],
  ['timeToRunningMs.p90', 'time to running, p90'],
  ['timeToRunningMs.p99', 'time to running, p99'],
  ['timeToRunningMs.max', 'time to running, max'],
  ['pods.total', 'pods'],
  ['pods.running', 'pods running'],
  ['pods.ended', 'pods ended'],
  ['pods.neverStarted', 'pods that never started'],
  ['pods.notRunning', 'pods not running'],
  ['pods.rejected', 'pods rejected'],
  ['pods.unplaced', 'pods without a node'],
  ...Object.entries(phaseLooks).map(([phase, { words }]) => [`waiting.${phase}`, words] as const),
  ['bytes.downloadedBytes', 'bytes downloaded'],
  ['bytes.fromPeersBytes', 'bytes downloaded from peers'],
  ['bytes.savedInFlightBytes', 'bytes shared with a pull under way'],
  ['bytes.savedOnDiskBytes', 'bytes on disk already'],
  ['pulls.calls', 'pulls'],
  ['pulls.succeeded', 'pulls that succeeded'],
  ['pulls.failed', 'pulls that failed in the runtime'],
  ['pulls.duplicates', 'duplicate pulls'],
  ['backOffs', 'back-offs'],
  ['longestWaitMs', 'longest wait'],
  ['endMs', 'end of the run'],
]);

/**
 * Returns the ranges for people: how the runs ended, then a line for each figure that is not 0 in every run,
 * at most `options.width` wide (40 at least), ending in a line feed.
 */
export function formatSeedsSummary(
  { seeds, shown: filtered, figures, notMeasured, restsOn }: SeedsSummary,
  options: TextOptions,
): string {
  const width = Math.max(40, Math.floor(options.width));
  const shown = Object.entries(figures).filter(([, { max }]) => max !== 0);
  const rows = shown.map(([figure, range]) => ({
    name: nameOf(figure, range, seeds.length),
    range,
    text: textOf(figure),
  }));
  const title = seedsText(seeds);
  const nameColumns = Math.min(
    rows.reduce((max, { name }) => Math.max(max, columnsOf(name)), columnsOf(title)),
    width - 3 * (valueColumns + 1),
  );
  const line = (name: string, values: readonly string[]) =>
    `${padRight(clipEnd(name, nameColumns), nameColumns)}${values.map((value) => ` ${padLeft(value, valueColumns)}`).join('')}`;
  const lines = rows.map(({ name, range, text }) =>
    line(name, [text(range.min), text(range.median), text(range.max)]),
  );
  const lead = [...(filtered === undefined ? [] : [shownText(filtered)]), ...answer(figures, seeds.length)];
  const all = [
    ...(lead.length === 0
      ? []
      : [...wrapWords(visibleText(lead.join(' ')), width).map(coloursFor(options).bold), '']),
    coloursFor(options).bold(line(title, ['min', 'median', 'max'])),
    ...lines,
    ...(restsOn === undefined ? [] : wrapWords(`figures ${restsOn.sentence}`, width)),
    ...notMeasured.flatMap((text) => wrapWords(text, width)),
  ];
  return all.map((text) => `${text}\n`).join('');
}

/**
 * Returns how the runs ended in a sentence: whether all pods started, and the slowest of them in the middle
 * run.
 */
function answer(figures: SeedsSummary['figures'], runs: number): string[] {
  const [total, waiting, rejected] = ['pods.total', 'pods.notRunning', 'pods.rejected'].map(
    (name) => figures[name],
  );
  const slowest = figures['timeToRunningMs.max'];
  if (total === undefined || waiting === undefined || rejected === undefined) return [];
  const range = ({ min, max }: FigureRange, text: (value: number) => string) =>
    text(min) === text(max) ? '' : ` (${text(min)} to ${text(max)})`;
  const every = runs === 1 ? 'In the run' : `In each of ${countText(runs, 'run')}`;
  if (waiting.max + rejected.max > 0) {
    const [left, who] =
      waiting.max > 0 ? [waiting, 'Pods that do not run'] : [rejected, 'Pods rejected by their node'];
    return [
      `${who}: ${left.median} of ${total.max} in the median of ${countText(runs, 'run')}${range(left, String)}.`,
    ];
  }
  if (slowest === undefined) return [];
  const who = figures['pods.neverStarted'] === undefined ? 'all pods' : 'all pods that did not end before';
  return [
    `${every} ${who} started, the slowest ${durationText(slowest.median)}${range(slowest, durationText)} after its arrival.`,
  ];
}

function seedsText(seeds: readonly number[]): string {
  if (seeds.length === 0) return 'no runs';
  const lowest = seeds.reduce((min, seed) => Math.min(min, seed));
  const highest = seeds.reduce((max, seed) => Math.max(max, seed));
  return `${countText(seeds.length, 'run')}, seeds ${lowest} to ${highest}`;
}

function nameOf(figure: string, { runs }: FigureRange, seeds: number): string {
  const name = names.get(figure) ?? visibleText(figure.replace(/^failures\./, 'failed: '));
  return runs < seeds ? `${name} (in ${countText(runs, 'run')})` : name;
}

function textOf(figure: string): (value: number) => string {
  if (figure.startsWith('waiting.')) return (percent) => `${percent.toFixed(1)} %`;
  if (figure.startsWith('bytes.')) return sizeText;
  if (figure.startsWith('timeToRunningMs.') || figure.endsWith('Ms')) return durationText;
  return String;
}
