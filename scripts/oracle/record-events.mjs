// Records what becomes of random events in client-go's EventCorrelator:
// `node scripts/oracle/record-events.mjs [--cases 20 --seed 1]`.
import fc from 'fast-check';
import { askLaid, drawnCases, writeRecorded } from './ask-laid.mjs';

const cases = [...drawnCases(arbitraryStream(), '20'), crowd()];
writeRecorded(
  'test/rules/kubelet/events/recorded-events.ndjson.gz',
  cases,
  'written',
  askLaid('events')(cases),
);

/**
 * Events of a few pods: bursts, and pauses about the times that count. A reason has few messages, or a new
 * one each time: of others upstream forgets any.
 */
function arbitraryStream() {
  const pause = fc.oneof(
    { arbitrary: fc.constantFrom(0, 0, 0, 1, 1_000_000, 12_000_000), weight: 40 },
    { arbitrary: fc.nat(20_000_000), weight: 8 },
    {
      arbitrary: fc.constantFrom(299_999_999, 300_000_000, 599_999_999, 600_000_000, 600_000_001),
      weight: 1,
    },
  );
  const one = fc.record({
    pause,
    host: fc.constantFrom('node-1', 'node-1', 'node-1', 'node-2'),
    name: fc.constantFrom('a', 'a', 'b'),
    fieldPath: fc.constantFrom('', 'spec.containers{x}', 'spec.containers{y}'),
    type: fc.constantFrom('Normal', 'Warning', 'Warning'),
    reason: fc.constantFrom('Failed', 'Failed', 'BackOff'),
    message: fc.nat(8),
  });
  return fc.array(one, { minLength: 60, maxLength: 240, size: 'max' }).map((list) => {
    let atMicros = 0;
    const events = list.map(({ pause: after, message, ...event }, index) => {
      atMicros += after;
      return { atMicros, ...event, message: event.reason === 'Failed' ? `new ${index}` : `old ${message}` };
    });
    return { events };
  });
}

/** More pods than the correlator remembers, and then the first and the last of them once more. */
function crowd() {
  const names = [...Array(4_100).keys(), ...Array(10).keys(), 4_090, 4_091].map((index) => `pod-${index}`);
  const same = { host: 'node-1', fieldPath: '', type: 'Normal', reason: 'Pulled', message: 'm' };
  return { events: names.map((name) => ({ atMicros: 0, name, ...same })) };
}
