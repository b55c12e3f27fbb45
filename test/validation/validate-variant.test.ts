import { describe, expect, it } from 'vitest';
import type { RecordedEvent, RecordedRun } from '../../tools/validation/recorded-run.ts';
import { validateVariant } from '../../tools/validation/validate-variant.ts';
import { verdictRow } from '../../tools/validation/verdict-row.ts';
import { recordedRun } from './recorded-file.ts';

// A recording in which something is changed must not agree any more: the tables would be worth nothing
// otherwise.

const present = recordedRun('e5-layers/c2-app2-after-app1/1');

function changed(
  run: RecordedRun,
  change: (event: RecordedEvent) => readonly RecordedEvent[],
): readonly string[] {
  const { failure, misses } = validateVariant([{ ...run, events: run.events.flatMap(change) }]);
  expect(failure).toBeUndefined();
  return misses
    .filter(({ known }) => known === undefined)
    .map(({ comparison }) => `${comparison.about}: ${comparison.what}`);
}

describe('a recording', () => {
  it('as it is agrees', () => {
    expect(changed(present, (event) => [event])).toEqual([]);
  });

  it('with another request does not', () => {
    expect(
      changed(present, (event) =>
        event.ev === 'http' && event.method === 'HEAD' ? [event, event] : [event],
      ),
    ).toEqual(['counts: HEAD manifest 200']);
  });

  it('without a request does not', () => {
    const misses = changed(present, (event) =>
      event.ev === 'http' && event.blob.endsWith('/config') ? [] : [event],
    );
    expect(misses).toEqual(['counts: GET config 200']);
  });

  it('with another connection does not', () => {
    const misses = changed(present, (event) => [
      event.ev === 'http' && event.blob.endsWith('/config') ? { ...event, conn: 1 } : event,
    ]);
    expect(misses).toEqual(['counts: connections']);
  });

  it('of another layer does not', () => {
    const misses = changed(present, (event) => [
      event.ev === 'http' && event.blob === 'app:2/layer2' ? { ...event, blob: 'app:2/layer1' } : event,
    ]);
    expect(misses).toEqual(['order: app:2']);
  });

  it('that took longer does not', () => {
    const misses = changed(present, (event) => [
      event.ev === 'pull.end' ? { ...event, ms: event.ms + 100, dur: event.dur + 100 } : event,
    ]);
    expect(misses).toEqual(['pulls: p0', 'pulls: p0, in any order']);
  });

  it('that failed with another text does not', () => {
    const failed = recordedRun('e6-fail/c2-500-head/1');
    expect(changed(failed, (event) => [event])).toEqual([]);
    const reworded = (event: RecordedEvent) =>
      [
        event.ev === 'pull.end' ? { ...event, error: event.error?.replace('500', '502') } : event,
      ] as RecordedEvent[];
    expect(changed(failed, reworded)).toEqual(['texts: p0']);
  });
});

it('a run that cannot be replayed fails, and says why', () => {
  const registry = { rules: [{ match: 'tags/list', status: 500 }] };
  const verdict = validateVariant([{ ...present, header: { ...present.header, registry } }]);
  expect(verdict.failure).toMatch('no way to replay a rule for tags/list');
  expect(verdictRow(verdict).verdict).toBe('FAILED');
});

it('there is no verdict of nothing', () => {
  expect(() => validateVariant([])).toThrow('a variant without runs');
});
