import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EventCorrelator } from '../../../../src/rules/kubelet/events/event-correlator.ts';
import type { ApiEvent, RecordedEvent } from '../../../../src/rules/kubelet/events/recorded-event.ts';
import { v1_31, v1_36, v1_37 } from '../../../../src/rules/kubelet/profiles/profiles.ts';
import { recordedIn } from '../recorded.ts';
import { plainlyCorrelated } from './plain-correlator.ts';

const pod = { component: 'kubelet', host: 'node-1', kind: 'Pod', namespace: 'default' } as const;

function eventOf(more: Partial<RecordedEvent> = {}): RecordedEvent {
  return {
    ...pod,
    name: 'web',
    uid: 'uid-web',
    fieldPath: '',
    type: 'Normal',
    reason: 'BackOff',
    message: 'm',
    ...more,
  };
}

type Row = [number, string, string, 'Normal' | 'Warning', string, string, string, number?, number?, boolean?];

interface Stream {
  readonly events: readonly (Omit<RecordedEvent, keyof typeof pod | 'uid'> & {
    readonly atMicros: number;
    readonly host: string;
  })[];
  /** null: held back. */
  readonly written: readonly (Pick<ApiEvent, 'message' | 'count' | 'firstMicros' | 'lastMicros'> | null)[];
}

// Written by scripts/oracle/record-events.mjs: the real EventCorrelator under a fake clock.
describe.each([v1_36, v1_37])('the correlator of the kubelet of $release', ({ events: rules }) => {
  const streams = recordedIn<Stream>(new URL('recorded-events.ndjson.gz', import.meta.url));

  test('does the same with every event of random streams, and of a crowd of pods', () => {
    for (const { events, written } of streams) {
      const correlator = new EventCorrelator(rules, 'k');
      const got = events.map(({ atMicros, ...event }) => {
        const { event: observed, skipped } = correlator.correlate(
          eventOf({ ...event, uid: `uid-${event.name}` }),
          atMicros,
          atMicros,
        );
        if (skipped) return null;
        correlator.noteWritten(observed);
        const { message, count, firstMicros, lastMicros } = observed;
        return { message, count, firstMicros, lastMicros };
      });
      expect(got).toEqual(written);
    }
  });

  test('the streams have events of every fate', () => {
    const all = streams.flatMap(({ written }) => written);
    const combined = all.filter((event) => event?.message.startsWith('(combined'));
    const fates = [
      all,
      combined,
      all.filter((event) => event === null),
      all.filter((event) => event !== null && event.count > 1),
    ];
    expect(Math.min(...fates.map((list) => list.length))).toBeGreaterThan(100);
  });
});

// Written by client-go.main.go.txt beside this file.
describe('the correlator of client-go 0.31.14', () => {
  const text = gunzipSync(readFileSync(join(import.meta.dirname, 'client-go-0.31.14.ndjson.gz'))).toString();
  const rows = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);

  test('the recording has events of every fate', () => {
    expect(rows.length).toBe(1500);
    expect(rows.filter((row) => row[6] === 'skip').length).toBeGreaterThan(100);
    expect(rows.filter((row) => row[6].startsWith('(combined')).length).toBeGreaterThan(5);
    expect(rows.filter((row) => row[9] === true).length).toBeGreaterThan(100);
  });

  test('does the same with every one of 1500 recorded events', () => {
    const correlator = new EventCorrelator(v1_31.events, 'k');
    for (const [atMicros, name, fieldPath, type, reason, message, shown, count, firstMicros] of rows) {
      const recorded = eventOf({ name, uid: `uid-${name}`, fieldPath, type, reason, message });
      const { event, skipped } = correlator.correlate(recorded, atMicros, atMicros);
      const expected = shown === 'skip' ? { skipped: true } : { skipped: false, shown, count, firstMicros };
      const got = skipped
        ? { skipped }
        : { skipped, shown: event.message, count: event.count, firstMicros: event.firstMicros };
      expect(got).toEqual(expected);
      if (!skipped) correlator.noteWritten(event);
    }
  });
});

// client-go/tools/record/events_cache.go, getSpamKey: v0.36.3 has event.Type in it, v0.31.14 and v0.27.16 do
// not.
test('one bucket for Normal and Warning events before 0.36, one for each since', () => {
  const passedOf = (rules: typeof v1_36.events) => {
    const correlator = new EventCorrelator(rules, 'k');
    const types = Array.from(
      { length: 60 },
      (_, index) => (index % 2 === 0 ? 'Normal' : 'Warning') as 'Normal' | 'Warning',
    );
    return types.filter((type) => !correlator.correlate(eventOf({ type }), 0, 0).skipped).length;
  };
  expect(passedOf(v1_31.events)).toBe(25);
  expect(passedOf(v1_36.events)).toBe(50);
});

// events_cache.go, eventObserve before filterFunc: what is held back is counted.
test('after 25 events one passes in five minutes, with the count of all', () => {
  const correlator = new EventCorrelator(v1_36.events, 'k');
  const passed = [];
  for (let second = 0; second < 3600; second += 12) {
    const { event, skipped } = correlator.correlate(eventOf(), second * 1e6, second * 1e6);
    if (!skipped) passed.push([second, event.count]);
  }
  // 25 tokens and one more that comes while they go; then each 300 s, at the next event.
  expect(passed[25]).toEqual([300, 26]);
  expect(passed[26]).toEqual([600, 51]);
  expect(passed.at(-1)).toEqual([3300, 276]);
});

// events_cache.go, EventAggregate: PopAny takes an arbitrary message, here it is the oldest.
test('a message that is still among the last nine passes uncombined', () => {
  const correlator = new EventCorrelator(v1_36.events, 'k');
  const fateOf = (message: string) => correlator.correlate(eventOf({ message }), 0, 0).combined;
  for (let index = 0; index < 9; index++) expect(fateOf(`m${index}`)).toBe(false);
  expect(fateOf('m9')).toBe(true);
  expect(fateOf('m9')).toBe(false);
  expect(fateOf('m0')).toBe(true);
});

const step = fc
  .oneof(fc.integer({ min: 0, max: 5 }), fc.constantFrom(300, 600, 601))
  .map((seconds) => seconds * 1e6);
const someEvent = fc.record({
  uid: fc.constantFrom('a', 'b'),
  fieldPath: fc.constantFrom('', 'spec.containers{x}'),
  type: fc.constantFrom('Normal' as const, 'Warning' as const),
  reason: fc.constantFrom('Failed', 'BackOff'),
  message: fc.integer({ min: 0, max: 15 }).map(String),
});

test.each([v1_31, v1_36])('agrees with a plain second implementation ($release)', ({ events: rules }) => {
  fc.assert(
    fc.property(fc.array(fc.tuple(step, someEvent), { minLength: 20, maxLength: 80 }), (steps) => {
      let atMicros = 0;
      const events = steps.map(([more, event]) => {
        atMicros += more;
        return { event: eventOf(event), atMicros };
      });
      const correlator = new EventCorrelator(rules, 'k');
      const got = events.map(({ event, atMicros: at }) => {
        const { event: observed, skipped } = correlator.correlate(event, at, at);
        return { text: observed.message, count: observed.count, firstMicros: observed.firstMicros, skipped };
      });
      expect(got).toEqual(plainlyCorrelated(events, rules.spamKeyHasType));
    }),
  );
});
