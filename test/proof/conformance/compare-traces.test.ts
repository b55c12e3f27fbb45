import { expect, it } from 'vitest';
import { compareTraces, noAgreement, withComparison } from '../../../src/proof/conformance/compare-traces.ts';
import type {
  ConformanceTrace,
  Entry,
} from '../../../src/proof/conformance/imagemanager/conformance-trace.ts';
import { imageManagerKind } from '../../../src/proof/conformance/imagemanager/image-manager-kind.ts';
import { basicScripts } from './conformance-data.ts';

const pulling = (at: number, call = 'c1'): Entry => ({ at, call, type: 'pulling', state: 'started' });
const trace = (entries: readonly Entry[], races?: string[]): ConformanceTrace => ({
  script: 's',
  trace: entries,
  ...(races === undefined ? {} : { races }),
});

it('agrees whatever the order of keys', () => {
  const reordered = { state: 'started', type: 'pulling', call: 'c1', at: 0 } as const;
  expect(compareTraces(trace([pulling(0)]), trace([reordered]), imageManagerKind)).toEqual({
    divergence: undefined,
    entriesAgreeing: 1,
    excludedBy: undefined,
  });
});

it('finds the first entry that differs, is missing, or is one too many', () => {
  const expected = trace([pulling(0), pulling(1), pulling(2)]);
  expect(
    compareTraces(expected, trace([pulling(0), pulling(1, 'c2'), pulling(3)]), imageManagerKind),
  ).toMatchObject({
    divergence: { script: 's', index: 1, expected: pulling(1), actual: pulling(1, 'c2') },
    entriesAgreeing: 1,
  });
  expect(compareTraces(expected, trace([pulling(0)]), imageManagerKind).divergence).toEqual({
    script: 's',
    index: 1,
    expected: pulling(1),
    actual: undefined,
  });
  expect(compareTraces(trace([]), trace([pulling(0)]), imageManagerKind).divergence).toMatchObject({
    index: 0,
    expected: undefined,
    actual: pulling(0),
  });
});

it('compares only what comes before the first race of the expected trace (protocol: races)', () => {
  const races = ['2.5 u_root', '1.5 u_web'];
  const expected = trace([pulling(0), pulling(1), pulling(1.5)], races);
  expect(compareTraces(expected, trace([pulling(0), pulling(1), pulling(9)]), imageManagerKind)).toEqual({
    divergence: undefined,
    entriesAgreeing: 2,
    excludedBy: 'races',
  });
  expect(compareTraces(expected, trace([pulling(0), pulling(1.2)]), imageManagerKind).divergence?.index).toBe(
    1,
  );
  // A system that claims a race gets nothing by it.
  expect(
    compareTraces(trace([pulling(0), pulling(1)]), trace([pulling(0), pulling(9)], races), imageManagerKind)
      .divergence?.index,
  ).toBe(1);
});

it('compares nothing where the harness could not run the script', () => {
  const failed = trace([{ at: 0, type: 'oracle-error', message: 'no such gate' }]);
  expect(compareTraces(failed, trace([pulling(0)]), imageManagerKind)).toEqual({
    divergence: undefined,
    entriesAgreeing: 0,
    excludedBy: 'harness',
  });
});

it('sums up many comparisons', () => {
  const [script] = basicScripts();
  if (script === undefined) throw new Error('no script');
  const good = compareTraces(trace([pulling(0)]), trace([pulling(0)]), imageManagerKind);
  const raced = compareTraces(trace([pulling(0)], ['0 u_root']), trace([pulling(0)]), imageManagerKind);
  const bad = compareTraces(trace([pulling(0)]), trace([]), imageManagerKind);
  const sum = [good, raced, bad].reduce(
    (all, one) => withComparison(all, script.calls.length, one),
    noAgreement,
  );
  expect(sum).toEqual({
    scripts: 3,
    scriptsAgreeing: 2,
    scriptsExcluded: 1,
    size: 3 * script.calls.length,
    entriesAgreeing: 1,
    divergences: [bad.divergence],
  });
});
