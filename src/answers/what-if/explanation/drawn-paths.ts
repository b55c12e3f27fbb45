import { linkWords } from '../../../reports/critical-path/link-words.ts';
import type { PathExplanation } from '../../../reports/critical-path/path-explanation.ts';
import type { JsonFields } from '../../../reports/json/json-text.ts';
import { durationText } from '../../../reports/text/quantity-text.ts';
import { rangeText } from '../../../reports/text/range-text.ts';
import { extremesOf } from '../../../rules/collections/extremes.ts';
import { type Pauses, simulateWithPauses } from '../../../run/simulation/simulate.ts';
import { inputOfDraw } from '../runs/drawn-sizes.ts';
import { type FurtherDraws, furtherDraws, overDrawsText } from '../runs/further-draws.ts';
import { partOfPod } from './container-name.ts';
import { type AskedRun, type Explained, isThere, noRun } from './counterfactuals.ts';
import { explainRecords } from './explain.ts';

/** The path of a container with other sizes of images. */
export type PathSizes = NonNullable<JsonFields<'Explanation'>['sizes']>;

/** The paths of a container with the sizes of some draws; undefined where a run does not have it. */
export interface DrawnPaths {
  readonly further: FurtherDraws;
  readonly paths: readonly (PathExplanation | undefined)[];
}

/** Each draw has a run of the path, and one of each of the greatest gains. */
export const gainsOverDraws = 3;

/**
 * Runs the part of the container with other sizes of images, a few times if that is quick, and returns its
 * paths; undefined after an interruption. `endMs`: the end of the run with the likeliest sizes.
 */
export async function drawnPaths(
  run: AskedRun,
  { row: { container }, path }: Explained,
  pauses: Pauses,
): Promise<DrawnPaths | undefined> {
  const { input, engine } = run;
  const further = furtherDraws(run, path.toMs, 1 + gainsOverDraws);
  const { namespace, name } = container.pod;
  const paths: (PathExplanation | undefined)[] = [];
  for (const draw of further.draws) {
    const part = partOfPod(inputOfDraw(run, input.seed, draw), container.pod);
    const made = await simulateWithPauses(part, { engine }, pauses).catch(noRun);
    if (made?.end.reason === 'interrupted') return undefined;
    const found = made && explainRecords(made.records, `${namespace}/${name}/${container.name}`);
    paths.push(found !== undefined && 'path' in found ? found.path : undefined);
  }
  return { further, paths };
}

/**
 * Returns whether what the path shows holds for the other sizes: how long it takes, and what takes longest.
 * undefined if there was no other draw.
 */
export function pathSizes(path: PathExplanation, { further, paths }: DrawnPaths): PathSizes | undefined {
  if (further.draws.length === 0) return undefined;
  const all = [path, ...paths];
  const ran = all.flatMap((one) => (one !== undefined && isThere(one.reached) ? [one] : []));
  const times = ran.map(({ tookMs }) => tookMs);
  const tookMs = extremesOf(times);
  const notRunning = all.length - ran.length;
  const longest = causeDraws(all.flatMap((one) => longestCause(one) ?? []));
  return {
    images: further.images,
    draws: all.length,
    tookMs,
    notRunning,
    longest,
    sentence: sizesSentence(further, { tookMs, notRunning, longest }),
  };
}

function sizesSentence(
  further: FurtherDraws,
  { tookMs, notRunning, longest }: Pick<PathSizes, 'tookMs' | 'notRunning' | 'longest'>,
): string {
  const runs = further.draws.length + 1;
  const time =
    tookMs === null
      ? 'it never runs'
      : `it runs after ${rangeText(durationText(tookMs.min), durationText(tookMs.max))}${notRunning === 0 ? '' : `, and in ${notRunning} not at all`}`;
  const [first] = longest;
  if (first === undefined) return `Sizes: ${overDrawsText(further)}, ${time}.`;
  const cause =
    longest.length === 1 && first.draws === runs
      ? `what takes longest is the same: ${first.cause}`
      : `what takes longest depends on them: ${longest.map(({ cause: words, draws }) => `${words} in ${draws}`).join(', ')}`;
  return `Sizes: ${overDrawsText(further)}, ${time}; ${cause}.`;
}

function longestCause(path: PathExplanation | undefined): string | undefined {
  const sums = new Map<string, number>();
  for (const { name, tookMs } of path?.links ?? [])
    sums.set(linkWords(name), (sums.get(linkWords(name)) ?? 0) + tookMs);
  return [...sums].reduce<readonly [string, number] | undefined>(
    (most, one) => (most === undefined || one[1] > most[1] ? one : most),
    undefined,
  )?.[0];
}

/** Returns in how many draws each of these is named, the most frequent first. */
export function causeDraws(causes: readonly string[]): PathSizes['longest'] {
  const counts = new Map<string, number>();
  for (const cause of causes) counts.set(cause, (counts.get(cause) ?? 0) + 1);
  return [...counts].map(([cause, draws]) => ({ cause, draws })).sort((a, b) => b.draws - a.draws);
}
