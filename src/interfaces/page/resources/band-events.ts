import { faultWords } from '../../../reports/run-view/fault-words.ts';
import type { ImageGcRound, NodeActivity, RunActivity } from '../../../reports/run-view/run-activity.ts';
import { countText, durationText, sizeText } from '../../../reports/text/quantity-text.ts';
import { shortImageName } from '../../../reports/text/short-name.ts';
import { visibleText } from '../../../reports/text/visible-text.ts';
import { momentText } from '../timeline/time-axis.ts';
import type { BandLook } from './band-looks.ts';
import { type BandRow, type BandSpan, isAt, spanRow, spansApart } from './band-row.ts';

/** The most images of a round that are named. */
const namedMax = 5;

/** Returns the rows of what happened around the pulls: faults, and what the node went through. */
export function eventRows({ faults, nodes }: RunActivity, node: string): readonly BandRow[] {
  const activity = nodes.find((each) => each.node === node);
  const failing = faults.map(
    ({ fault, target, ...span }): BandSpan => spanOf(faultWords(fault, target), span),
  );
  return [
    ...rowsOf('faults', 'faults', failing, (at) => `${at} of ${failing.length}`),
    ...(activity === undefined ? [] : nodeRows(activity)),
  ];
}

function nodeRows({ conditions, rounds }: NodeActivity): readonly BandRow[] {
  const bad = conditions.map(({ name, message, ...span }) => spanOf(name, span, message));
  const freed = rounds.reduce((sum, round) => sum + freedBy(round), 0);
  const collected = rounds.map(roundSpan);
  return [
    ...rowsOf('conditions', 'node conditions', bad),
    ...rowsOf('gc', 'image GC', collected).map((row, place) =>
      place === 0 ? { ...row, whole: `${countText(rounds.length, 'round')}, ${sizeText(freed)}` } : row,
    ),
  ];
}

/** Rows of spans that may overlap: the first has the title and the values of all. */
function rowsOf(
  look: BandLook,
  title: string,
  spans: readonly BandSpan[],
  count?: (at: number) => string,
): readonly BandRow[] {
  const at = (atMs: number) => spans.filter((span) => isAt(span, atMs));
  const label = (atMs: number): string => {
    const now = at(atMs);
    if (now.length === 0) return 'none now';
    return now.length === 1 && count === undefined
      ? (now[0]?.text ?? '')
      : (count?.(now.length) ?? `${now.length}`);
  };
  return spansApart(spans).map((apart, place) =>
    spanRow({
      key: `${look} ${place}`,
      title: place === 0 ? title : '',
      look,
      spans: apart,
      whole: place === 0 ? `${spans.length}` : '',
      label: place === 0 ? label : () => '',
    }),
  );
}

function spanOf(
  name: string,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  message?: string,
): BandSpan {
  const text = visibleText(name);
  const when =
    fromMs === toMs
      ? `at ${momentText(fromMs)}`
      : `${durationText(toMs - fromMs)}, from ${momentText(fromMs)} to ${momentText(toMs)}`;
  return {
    fromMs,
    toMs,
    text,
    words: `${text}: ${when}${message === undefined ? '' : `. ${visibleText(message)}`}`,
  };
}

function freedBy({ removed }: ImageGcRound): number {
  return removed.reduce((sum, { freedBytes }) => sum + freedBytes, 0);
}

function roundSpan(round: ImageGcRound): BandSpan {
  const { fromMs, toMs, removed, errors, trigger } = round;
  const text = removed.length === 0 ? 'nothing to remove' : `${sizeText(freedBy(round))} freed`;
  const named = removed.slice(0, namedMax).map(({ image }) => visibleText(shortImageName(image)));
  const more = removed.length - named.length;
  const images = [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ');
  const pieces = [
    `image GC ${trigger === 'diskPressure' ? 'under disk pressure ' : ''}at ${momentText(fromMs)}: ${text}`,
    ...(images === '' ? [] : [images]),
    ...errors.slice(0, namedMax).map(visibleText),
  ];
  return { fromMs, toMs, text, words: pieces.join('. ') };
}
