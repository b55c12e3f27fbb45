import { type ApiEvent, eventTtlMicros } from '../../rules/kubelet/events/recorded-event.ts';
import { humanDuration } from '../text/quantity-text.ts';
import { tabbed } from '../text/tab-writer.ts';
import { visibleText } from '../text/visible-text.ts';
import { hiddenCount, hiddenReasons } from './hidden-events.ts';
import type { SeenEvents } from './seen-events.ts';

/** The times of equal events. */
type EventTimes = Pick<ApiEvent, 'firstMicros' | 'lastMicros' | 'count'>;

/** The scheduler's event. It has no last time, so kubectl sorts it before all others. */
interface ScheduledEvent {
  readonly atMs: number;
  readonly message: string;
}

/** Returns the lines of `Events:`. Mirrors DescribeEvents of kubectl v0.36.3. */
export function describeEvents(
  seen: SeenEvents | undefined,
  scheduled: ScheduledEvent | undefined,
  atMs: number,
): string[] {
  const shown = seen?.shown ?? [];
  const isThere = scheduled !== undefined && (atMs - scheduled.atMs) * 1000 < eventTtlMicros;
  if (shown.length === 0 && !isThere) return ['Events:  <none>'];
  const rows = shown.map((event) => {
    const place = event.fieldPath === '' ? '' : `${event.fieldPath}: `;
    return [
      event.type,
      event.reason,
      eventAge(event, atMs),
      event.component,
      `${place}${event.message.trim()}`,
    ];
  });
  if (isThere)
    rows.unshift([
      'Normal',
      'Scheduled',
      humanDuration(atMs - scheduled.atMs),
      'default-scheduler',
      scheduled.message,
    ]);
  const head = [
    ['Type', 'Reason', 'Age', 'From', 'Message'],
    ['----', '------', '----', '----', '-------'],
  ];
  return ['Events:', ...tabbed([...head, ...rows].map((cells) => `  ${cells.map(visibleText).join('\t')}`))];
}

/**
 * Returns `2m (x4 over 5m)`, as kubectl shows when an event was seen last. Mirrors getInterval of
 * kubectl/pkg/cmd/events v0.36.3.
 */
export function eventAge({ firstMicros, lastMicros, count }: EventTimes, atMs: number): string {
  // The API has times in whole seconds.
  const since = (timeMicros: number) => humanDuration(atMs - Math.floor(timeMicros / 1e6) * 1000);
  return count > 1 ? `${since(lastMicros)} (x${count} over ${since(firstMicros)})` : since(firstMicros);
}

/** Returns what kubectl does not show of the events; nothing if it shows all of them. */
export function describeHidden(seen: SeenEvents | undefined, atMs: number): string[] {
  if (seen === undefined || seen.hidden.length === 0) return [];
  const count = seen.hidden.reduce((sum, one) => sum + hiddenCount(one), 0);
  const rows = seen.hidden.flatMap((one) =>
    hiddenReasons(one).map(([because, times]) => [
      `x${times}`,
      humanDuration(atMs - one.lastMs),
      because,
      one.event.type,
      one.event.reason,
      `${one.event.fieldPath === '' ? '' : `${one.event.fieldPath}: `}${one.event.message.trim()}`,
    ]),
  );
  return [
    `Not shown:  ${count} of ${seen.happened} events (of a source, 25 about an object pass at once, then one in 5 minutes; kept for 1 hour)`,
    ...tabbed(
      [['Count', 'Last', 'Why', 'Type', 'Reason', 'Message'], ...rows].map(
        (cells) => `  ${cells.map(visibleText).join('\t')}`,
      ),
    ),
  ];
}
