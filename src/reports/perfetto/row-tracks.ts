import { lowerBound } from '../../rules/collections/lower-bound.ts';
import { phaseLooks } from '../phases/phase-looks.ts';
import type { BarView, RowView, RunView } from '../run-view/run-view.ts';
import { type EventArgs, microsOf, type TraceEvent, type Track } from './trace-event.ts';

/** Returns the name of a row's track: `default/web-0/app`. */
export function rowName({ pod, container, image }: RowView): string {
  return pod === undefined ? `pre-pull ${image}` : `${pod.namespace}/${pod.name}/${container}`;
}

/** Returns the phases of a row as slices of its track. A phase of waiting says why. */
export function phaseSlices(row: RowView, track: Track, whyOf: (bar: number) => string): TraceEvent[] {
  return row.bars.flatMap((bar, index): TraceEvent[] => {
    if (bar.phase === 'ended') return [];
    const why = bar.phase === 'running' ? '' : whyOf(index);
    const args: EventArgs = {
      phase: bar.phase,
      image: row.image,
      ...(why === '' ? {} : { why }),
      ...(bar.cause === undefined ? {} : { because: `${bar.cause.kind}: ${bar.cause.actor}` }),
    };
    const ts = microsOf(bar.fromMs);
    return [
      {
        ph: 'X',
        ...track,
        cat: 'phase',
        name: phaseLooks[bar.phase].words,
        ts,
        dur: microsOf(bar.toMs) - ts,
        args,
      },
    ];
  });
}

/** Returns the arrows from the phase of each cause to the phase that it delayed. Ids count from 1. */
export function causeArrows({ rows }: RunView, tracks: readonly (Track | undefined)[]): TraceEvent[] {
  const events: TraceEvent[] = [];
  let id = 0;
  for (const [index, row] of rows.entries()) {
    for (const [place, bar] of row.bars.entries()) {
      const { cause } = bar;
      const from = cause?.row === undefined ? undefined : { row: rows[cause.row], track: tracks[cause.row] };
      const track = tracks[index];
      if (cause === undefined || from?.row === undefined || from.track === undefined || track === undefined)
        continue;
      const begin = momentBefore(from.row.bars, cause.atMs);
      const end = momentFrom(bar, row.bars[place + 1], cause.atMs);
      if (begin === undefined || end === undefined || end < begin) continue;
      id += 1;
      const arrow = { cat: 'cause', name: cause.kind, id } as const;
      events.push(
        { ph: 's', ...from.track, ...arrow, ts: begin },
        { ph: 'f', bp: 'e', ...track, ...arrow, ts: end },
      );
    }
  }
  return events;
}

/**
 * Returns the last microsecond up to `atMs` that is within a slice: the end of a phase belongs to that phase.
 */
function momentBefore(bars: readonly BarView[], atMs: number): number | undefined {
  const bar = bars[lowerBound(bars.length, (index) => (bars[index]?.toMs ?? 0) >= atMs)] ?? bars.at(-1);
  if (bar === undefined || bar.phase === 'ended' || bar.fromMs > atMs) return undefined;
  return Math.min(Math.max(microsOf(atMs), microsOf(bar.fromMs)), microsOf(bar.toMs) - 1);
}

/** Returns a moment within the delayed phase, or the beginning of the next one if the cause ended it. */
function momentFrom(bar: BarView, next: BarView | undefined, atMs: number): number | undefined {
  if (bar.phase === 'ended') return undefined;
  const at = Math.max(microsOf(atMs), microsOf(bar.fromMs));
  if (at < microsOf(bar.toMs)) return at;
  return next === undefined || next.phase === 'ended' ? microsOf(bar.toMs) - 1 : microsOf(next.fromMs);
}
