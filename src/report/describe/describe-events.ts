import { type ApiEvent, eventTtlMicros } from '../../kubelet/events/recorded-event.ts';
import { humanDuration } from '../text/quantity-text.ts';
import { tabbed } from '../text/tab-writer.ts';
import { visibleText } from '../text/visible-text.ts';
import type { HiddenBecause, HiddenEvent } from './hidden-events.ts';
import type { SeenEvents } from './seen-events.ts';

/** The scheduler's event. It has no last time, so kubectl sorts it before all others. */
interface ScheduledEvent {
  readonly atMs: number;
  readonly message: string;
}

/** Returns the lines of `Events:`. Mirrors DescribeEvents of kubectl v0.36.3. */
export function describeEvents(seen: SeenEvents | undefined, scheduled: ScheduledEvent | undefined, atMs: number): string[] {
  const shown = seen?.shown ?? [];
  const isThere = scheduled !== undefined && (atMs - scheduled.atMs) * 1000 < eventTtlMicros;
  if (shown.length === 0 && !isThere) return ['Events:  <none>'];
  const rows = shown.map((event) => {
    const place = event.fieldPath === '' ? '' : `${event.fieldPath}: `;
    return [event.type, event.reason, ageOf(event, atMs), event.component, `${place}${event.message.trim()}`];
  });
  if (isThere) rows.unshift(['Normal', 'Scheduled', humanDuration(atMs - scheduled.atMs), 'default-scheduler', scheduled.message]);
  const head = [
    ['Type', 'Reason', 'Age', 'From', 'Message'],
    ['----', '------', '----', '----', '-------'],
  ];
  return ['Events:', ...tabbed([...head, ...rows].map((cells) => `  ${cells.map(visibleText).join('\t')}`))];
}

function ageOf({ firstMicros, lastMicros, count }: ApiEvent, atMs: number): string {
  // The API has times in whole seconds.
  const since = (timeMicros: number) => humanDuration(atMs - Math.floor(timeMicros / 1e6) * 1000);
  return count > 1 ? `${since(lastMicros)} (x${count} over ${since(firstMicros)})` : since(firstMicros);
}

const reasons: Readonly<Record<HiddenBecause, string>> = {
  spamFilter: 'spam filter',
  expired: 'older than 1 h',
  combined: 'combined',
  queueFull: 'queue full',
};

/** Returns what kubectl does not show of the events; nothing if it shows all of them. */
export function describeHidden(seen: SeenEvents | undefined, atMs: number): string[] {
  if (seen === undefined || seen.hidden.length === 0) return [];
  const hiddenCount = seen.hidden.reduce((sum, { counts }) => sum + Object.values(counts).reduce((a, b) => a + b, 0), 0);
  const rows = seen.hidden.flatMap(({ event, lastMs, counts }) =>
    reasonsOf(counts).map(([because, count]) => [
      `x${count}`,
      humanDuration(atMs - lastMs),
      reasons[because],
      event.type,
      event.reason,
      `${event.fieldPath === '' ? '' : `${event.fieldPath}: `}${event.message.trim()}`,
    ]),
  );
  return [
    `Not shown:  ${hiddenCount} of ${seen.happened} events (of a source, 25 about an object pass at once, then one in 5 minutes; kept for 1 hour)`,
    ...tabbed([['Count', 'Last', 'Why', 'Type', 'Reason', 'Message'], ...rows].map((cells) => `  ${cells.map(visibleText).join('\t')}`)),
  ];
}

function reasonsOf(counts: HiddenEvent['counts']): [HiddenBecause, number][] {
  return (Object.keys(reasons) as HiddenBecause[]).flatMap((because) => {
    const count = counts[because];
    return count === undefined ? [] : [[because, count]];
  });
}
