import { eventSchema, headerSchema, type RecordedHeader } from '../validation/recorded-run.ts';
import type { NewEvent } from './read-containerd-log.ts';

/** What texts of a run name that differs from run to run. */
export interface RunPlaces {
  /** The address of the registry. */
  readonly host: string;
  /** The folder of containerd's files. */
  readonly root: string;
}

/**
 * Returns the lines of a recorded run: its header and its events in order of time. Times have a tenth of a ms; the address
 * of the registry is REG in texts. Throws where a line would not be one that can be read again.
 */
export function writeRecordedRun(
  header: RecordedHeader,
  events: readonly NewEvent[],
  places: RunPlaces,
): string {
  const lines = events
    .toSorted((left, right) => left.ms - right.ms)
    .map((event) => eventSchema.parse({ run: header.run, ...withPlaces(event, places) }));
  return [headerSchema.parse(header), ...lines].map((line) => `${JSON.stringify(line)}\n`).join('');
}

function withPlaces(event: NewEvent, places: RunPlaces): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(event).map(([name, value]) => {
      if (typeof value === 'string') return [name, placeless(value, places)];
      return [name, isTime(name, value) ? Math.round(value * 10) / 10 : value];
    }),
  );
}

function isTime(name: string, value: unknown): value is number {
  return typeof value === 'number' && ['ms', 'first', 'end', 'dur', 'd'].includes(name);
}

function placeless(text: string, { host, root }: RunPlaces): string {
  return text
    .replaceAll(host, 'REG')
    .replaceAll(encodeURIComponent(host), 'REG')
    .replaceAll(root, '…')
    .replaceAll(/(?<= on )[\d.]+(?=:53: )/g, 'NAMESERVER')
    .replaceAll(/127\.0\.0\.1:(?!5999)\d+->REG/g, '127.0.0.1:PORT->REG');
}
