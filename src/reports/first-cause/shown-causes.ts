import { getOrInsert } from '../../rules/collections/get-or-insert.ts';
import { groupedBy } from '../../rules/collections/grouped-by.ts';
import type { PodPhases } from '../phases/pod-phases.ts';
import type { CauseIndex } from '../run-view/cause-index.ts';
import { countText, durationText } from '../text/quantity-text.ts';
import type { FirstCause } from './first-cause.ts';
import { podHolds } from './held-pods.ts';

/** A cause with the rows of the picture that it held, so that one can go there. */
export interface ShownCause extends FirstCause {
  /** By the number of their row, in its order. */
  readonly held: readonly HeldRow[];
  /** Of the pod that it held longest, the bar that is the longest. */
  readonly worst: HeldRow & { readonly bar: number };
}

interface HeldRow {
  readonly row: number;
  /** From when to when it was held, with what happened between. */
  readonly fromMs: number;
  readonly toMs: number;
}

/** Returns the cause as a title, in which names stay as they are. It has no control characters. */
export function causeTitle({ words }: FirstCause): string {
  const [first = ''] = words.split(' ', 1);
  return /[./:]/.test(first) ? words : words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns whom a cause held, and how long: `4 pods, 61 s together; the longest web-0, 56 s`. */
export function heldText({ pods, heldMs, longestMs }: FirstCause, longest: string): string {
  if (pods === 1) return `${longest}, ${durationText(heldMs)}`;
  return `${countText(pods, 'pod')}, ${durationText(heldMs)} together; the longest ${longest}, ${durationText(longestMs)}`;
}

/** Returns the sentence about the worst bar, which is only a part of the time if its pod was held several times. */
export function worstBarText({ worst, longestMs }: ShownCause, sentence: string): string {
  const isWhole = worst.toMs - worst.fromMs > longestMs * 0.99;
  return isWhole ? sentence : `Its longest part: ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`;
}

/** As many as a reader takes in at once. */
const causesMax = 3;

/** A cause that held pods for a smaller share of what the first one did is not worth a reader's time. */
const shareMin = 0.02;

/** Returns the causes of a run that are worth showing, the first one first. */
export function shownCauses(
  ranked: readonly FirstCause[],
  causes: CauseIndex,
  pods: readonly PodPhases[],
): ShownCause[] {
  const [first] = ranked;
  const shown = ranked
    .slice(0, causesMax)
    .filter(({ heldMs }) => first !== undefined && heldMs >= first.heldMs * shareMin);
  const rows = heldRows(new Set(shown.map(({ words }) => words)), causes, pods);
  return shown.flatMap((cause) => {
    const held = rows.get(cause.words);
    return held === undefined ? [] : [{ ...cause, ...held }];
  });
}

/** Returns the rows that each of these causes held. */
function heldRows(
  wanted: ReadonlySet<string>,
  causes: CauseIndex,
  pods: readonly PodPhases[],
): ReadonlyMap<string, Pick<ShownCause, 'held' | 'worst'>> {
  const numbers = new Map(causes.rows.map((row, number) => [row, number]));
  const rowsByPod = groupedBy(
    causes.rows.filter(({ isPrePull }) => !isPrePull),
    ({ container }) => container.pod.uid,
  );
  const found = new Map<
    string,
    { rows: Map<number, HeldRow>; longestMicros: number; worst: ShownCause['worst'] }
  >();
  for (const pod of pods) {
    if (pod.state === 'rejected') continue;
    for (const { words, micros, spans } of podHolds(causes, pod, rowsByPod.get(pod.pod.uid) ?? [])) {
      const [longest] = spans.toSorted((a, b) => spanMicros(b) - spanMicros(a));
      if (!wanted.has(words) || longest === undefined) continue;
      const bar = longest.row.container.phases.indexOf(longest.phase);
      const worst = { ...heldRow(numbers.get(longest.row) ?? 0, longest), bar };
      const cause = getOrInsert(found, words, () => ({ rows: new Map(), longestMicros: micros, worst }));
      if (micros > cause.longestMicros) Object.assign(cause, { longestMicros: micros, worst });
      for (const span of spans) {
        const row = heldRow(numbers.get(span.row) ?? 0, span);
        const known = cause.rows.get(row.row);
        cause.rows.set(row.row, known === undefined ? row : { ...known, toMs: row.toMs });
      }
    }
  }
  return new Map(
    [...found].map(([words, { rows, worst }]) => [
      words,
      { held: [...rows.values()].sort((a, b) => a.row - b.row), worst },
    ]),
  );
}

type Micros = { readonly fromMicros: number; readonly toMicros: number };

function spanMicros({ fromMicros, toMicros }: Micros): number {
  return toMicros - fromMicros;
}

function heldRow(row: number, { fromMicros, toMicros }: Micros): HeldRow {
  return { row, fromMs: fromMicros / 1000, toMs: toMicros / 1000 };
}
