import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatEvents } from '../../src/reports/events.ts';
import { containerPhases } from '../../src/reports/phases/pod-phases.ts';
import { formatPods } from '../../src/reports/pods.ts';
import { summarizeSeeds } from '../../src/reports/summary/seeds-summary.ts';
import { formatSeedsSummary } from '../../src/reports/summary/seeds-summary-text.ts';
import { summarize } from '../../src/reports/summary/summary.ts';
import { formatSummary } from '../../src/reports/summary/summary-text.ts';
import { formatTimeline } from '../../src/reports/timeline/timeline.ts';
import { oddTraces } from './odd-traces.ts';

const widths = fc.integer({ min: 40, max: 220 });
const moments = fc.option(fc.nat(150_000), { nil: undefined });

test('the phases of a container go from the first it is heard of to the end, without gaps or overlaps', () => {
  fc.assert(
    fc.property(oddTraces, moments, (records, atMs) => {
      const endMs = atMs ?? records.at(-1)?.at ?? 0;
      for (const { phases, failures } of containerPhases(records, atMs)) {
        for (const [index, { fromMs, toMs, phase }] of phases.entries()) {
          expect(fromMs).toBeLessThan(toMs);
          const next = phases[index + 1];
          expect(toMs).toBe(next?.fromMs ?? endMs);
          expect(phase).not.toBe(next?.phase);
        }
        for (const { atMs: failedMs } of failures) expect(failedMs).toBeLessThanOrEqual(endMs);
      }
    }),
  );
});

test('shares of waiting add up to 100 % or there are none, and every pod is counted once', () => {
  fc.assert(
    fc.property(oddTraces, moments, (records, atMs) => {
      const { waiting, pods } = summarize(records, atMs);
      const percent = waiting.reduce((sum, share) => sum + share.percent, 0);
      expect(percent).toBeCloseTo(waiting.length === 0 ? 0 : 100, 6);
      expect(pods.running + pods.ended + pods.notRunning + pods.rejected).toBe(pods.total);
    }),
  );
});

test('no line of the pictures is wider than asked, and no text holds a control character', () => {
  fc.assert(
    fc.property(oddTraces, widths, moments, (records, width, atMs) => {
      const options = { width, colour: false, ...(atMs === undefined ? {} : { atMs }) };
      const summary = summarize(records, atMs);
      const fitted = [
        formatTimeline(records, options),
        formatSummary(summary, options),
        formatSeedsSummary(summarizeSeeds([summary]), options),
      ];
      for (const line of fitted.flatMap((text) => text.split('\n')))
        expect([...line].length).toBeLessThanOrEqual(width);
      for (const text of [...fitted, formatEvents(records, options), formatPods(records, options)]) {
        // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
        expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2028\u2029]/);
        expect(text).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/);
      }
    }),
  );
});

test('with colours the picture says the same', () => {
  fc.assert(
    fc.property(oddTraces, widths, (records, width) => {
      const coloured = formatTimeline(records, { width, colour: true });
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the colour codes
      const plain = coloured.replace(/\u001b\[\d+m/g, '').replace(/ +$/gm, '');
      expect(plain).toBe(formatTimeline(records, { width, colour: false }));
    }),
  );
});
