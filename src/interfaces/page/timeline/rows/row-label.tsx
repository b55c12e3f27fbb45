import type { ComponentChildren } from 'preact';
import { figureChange } from '../../../../reports/comparison/figure-rows.ts';
import type { RowView } from '../../../../reports/run-view/run-view.ts';
import { durationText, sizeText } from '../../../../reports/text/quantity-text.ts';
import { shortImageName } from '../../../../reports/text/short-name.ts';
import { visibleText } from '../../../../reports/text/visible-text.ts';
import { rowName, rowOutcome } from './row-words.ts';

interface RowLabelProps {
  readonly row: RowView;
  /** Whether it is the first row of its pod, which carries the pod's name. */
  readonly isFirst: boolean;
  /** Whether the pod has other rows. */
  readonly hasSiblings: boolean;
  readonly imageBytes: number | undefined;
  /** The same row of the run before, if a what-if is shown. */
  readonly before: RowView | undefined;
  /** Whether the other run differs only in its seed. */
  readonly isAnotherDraw: boolean;
  readonly search: string;
}

const kindWords: Readonly<Record<RowView['kind'], string>> = {
  init: 'init',
  sidecar: 'sidecar',
  container: '',
  ephemeral: 'ephemeral',
  imageVolume: 'volume',
  prePull: 'pre-pull',
};

/**
 * The label at the left of a row's bars: pod, container, image and its size, and the gain or loss of a
 * what-if.
 */
export function RowLabel({
  row,
  isFirst,
  hasSiblings,
  imageBytes,
  before,
  isAnotherDraw,
  search,
}: RowLabelProps) {
  const image = visibleText(shortImageName(row.image));
  const kind = kindWords[row.kind];
  const container = visibleText(row.container);
  const own =
    row.kind === 'prePull'
      ? ''
      : isFirst && !hasSiblings
        ? ''
        : kind === ''
          ? container
          : `${kind}: ${container}`;
  const size = imageBytes === undefined ? '' : ` · ${sizeText(imageBytes)}`;
  return (
    <>
      <span
        class={`timeline-name${isFirst ? '' : ' timeline-name-indented'}`}
        title={`${rowName(row)}\n${visibleText(row.image)}${size}`}
        aria-hidden="true"
      >
        {isFirst && <b>{marked(visibleText(row.pod?.name ?? 'pre-pull'), search)}</b>}
        {own !== '' && <span class="timeline-name-container">{marked(own, search)}</span>}
        <span class="timeline-name-image">
          {marked(image, search)}
          {size}
        </span>
      </span>
      {before !== undefined && <Gain row={row} before={before} isAnotherDraw={isAnotherDraw} />}
      <span class="visually-hidden">{`${rowName(row)}, ${image}${size}: ${rowOutcome(row)}`}</span>
    </>
  );
}

/**
 * How much later or sooner the container runs than in the run as loaded, with the sign and colour of the
 * figures in the what-if panel.
 */
function Gain({
  row,
  before,
  isAnotherDraw,
}: {
  readonly row: RowView;
  readonly before: RowView;
  readonly isAnotherDraw: boolean;
}) {
  const now = row.runningAtMs === undefined ? undefined : row.runningAtMs - row.arrivedMs;
  const then = before.runningAtMs === undefined ? undefined : before.runningAtMs - before.arrivedMs;
  const { change, verdict } = figureChange(
    then ?? null,
    now ?? null,
    durationText,
    isAnotherDraw ? 'neither' : 'less',
  );
  const isBoth = now !== undefined && then !== undefined;
  if (verdict === 'same' || (isBoth && change === '')) return null;
  return (
    <span class={`timeline-gain timeline-${verdict}`}>
      {isBoth ? change : now === undefined ? 'never runs' : 'runs'}
      {isBoth && <span class="timeline-gain-words">{now > then ? ' later' : ' sooner'}</span>}
      <span class="visually-hidden"> than before</span>
    </span>
  );
}

/** Returns the text with the first search word in it marked. */
function marked(text: string, search: string): ComponentChildren {
  const low = text.toLowerCase();
  for (const term of search.toLowerCase().split(/\s+/).filter(Boolean)) {
    const at = low.indexOf(term);
    if (at < 0) continue;
    return [
      text.slice(0, at),
      <mark key="mark">{text.slice(at, at + term.length)}</mark>,
      text.slice(at + term.length),
    ];
  }
  return text;
}
