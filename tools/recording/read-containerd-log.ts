import { z } from 'zod';
import type { RecordedEvent } from '../validation/recorded-run.ts';

/** An event of a recorded run without the name of the run. */
export type NewEvent = RecordedEvent extends infer E
  ? E extends RecordedEvent
    ? Omit<E, 'run'>
    : never
  : never;

export interface LogReading {
  /** The moment from which times count, in ms since 1970. */
  readonly startMs: number;
  /** The names of blobs, `eq8:1/layer0`, by digest. */
  readonly blobs: ReadonlyMap<string, string>;
}

const lineSchema = z.looseObject({
  level: z.string(),
  msg: z.string(),
  time: z.string(),
  error: z.unknown().optional(),
});

type LogLine = z.infer<typeof lineSchema>;

/**
 * Returns what containerd's log, in JSON and at the level trace, tells of a run: blobs whose fetching begins, layers that
 * are unpacked, collections of garbage, errors. Lines of before the start, and lines that are no JSON, are left out.
 */
export function readContainerdLog(text: string, reading: LogReading): readonly NewEvent[] {
  return text.split('\n').flatMap((line) => {
    const parsed = lineSchema.safeParse(jsonOf(line));
    if (!parsed.success) return [];
    const ms = momentMs(parsed.data.time) - reading.startMs;
    return ms < 0 ? [] : eventsOf(parsed.data, ms, reading.blobs);
  });
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** Go prints nanoseconds, of which `Date` takes three digits. */
function momentMs(time: string): number {
  const [, seconds = '', fraction = ''] = /^(.*:\d\d)(\.\d+)?/.exec(time) ?? [];
  const zone = time.slice(seconds.length + fraction.length);
  return Date.parse(`${seconds}${zone}`) + Number(fraction || '0') * 1_000;
}

function eventsOf(line: LogLine, ms: number, blobs: LogReading['blobs']): readonly NewEvent[] {
  const { msg, level, error } = line;
  const blobOf = (digest: unknown): string | undefined => blobs.get(String(digest));
  switch (msg) {
    case 'fetch': {
      const blob = blobOf(line.digest);
      return blob === undefined ? [] : [{ ev: 'fetch.begin', ms, blob }];
    }
    case 'diff applied': {
      const blob = blobOf(line.digest);
      if (blob === undefined) return [];
      return [{ ev: 'unpack', ms: ms - durationMs(line.d), end: ms, blob, size: Number(line.size) }];
    }
    case 'layer unpacked': {
      const blob = blobOf(line.layer);
      return blob === undefined ? [] : [{ ev: 'layer.done', ms, blob, d: durationMs(line.duration) }];
    }
    case 'image unpacked': {
      const { duration, parallel } = line;
      return [
        {
          ev: 'image.unpacked',
          ms,
          ...(duration === undefined ? {} : { d: durationMs(duration) }),
          ...(parallel === undefined ? {} : { parallel: String(parallel) }),
        },
      ];
    }
  }
  const [, collected] = /^(?:(\w+) )?garbage collected$/.exec(msg) ?? [];
  if (msg.endsWith('garbage collected'))
    return [{ ev: 'gc', ms, what: collected ?? 'garbage', d: durationMs(line.d) }];
  if (level !== 'error' && !msg.includes('ignored content range')) return [];
  return [{ ev: 'log', ms, level, msg, ...(typeof error === 'string' ? { error } : {}) }];
}

/** In JSON, Go's durations are nanoseconds; where they are formatted, they are text. */
function durationMs(duration: unknown): number {
  if (typeof duration === 'number') return duration / 1e6;
  const parts = [...String(duration).matchAll(/([\d.]+)(h|ms|m|s|µs|ns)/g)];
  return parts.reduce((sum, [, amount, unit = '']) => sum + Number(amount) * (unitMs[unit] ?? 0), 0);
}

const unitMs: Readonly<Record<string, number>> = {
  h: 3_600_000,
  m: 60_000,
  s: 1_000,
  ms: 1,
  µs: 1e-3,
  ns: 1e-6,
};
