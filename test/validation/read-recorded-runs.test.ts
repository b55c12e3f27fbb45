import { describe, expect, it } from 'vitest';
import { readRecordedRuns } from '../../tools/validation/read-recorded-runs.ts';
import { replaySetup } from '../../tools/validation/replay/replay-setup.ts';
import { experiments, recordedFile } from './recorded-file.ts';

const header = {
  run: 'e1-order/c1-eq8-n1/2',
  config: { runtime: '1.6.20', snapshotter: 'overlayfs', maxConcurrentDownloads: 1, path: 'local' },
  registry: { latencyMs: 5 },
  load: 0.5,
  images: {},
};
const start = { run: 'e1-order/c1-eq8-n1/2', ms: 0, ev: 'pull.start', pull: 'p0', image: 'eq8:1' };
const text = (...lines: readonly object[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('');

describe('a file of recorded runs', () => {
  it('holds a run for each config line, with the events after it', () => {
    const runs = readRecordedRuns(
      'a.ndjson',
      text(header, start, start, { ...header, run: 'e1-order/c1-eq8-n1/3' }),
    );
    expect(
      runs.map(({ experiment, variant, repetition, events }) => [
        experiment,
        variant,
        repetition,
        events.length,
      ]),
    ).toEqual([
      ['e1-order', 'c1-eq8-n1', 2, 2],
      ['e1-order', 'c1-eq8-n1', 3, 0],
    ]);
  });

  it('reads a registry that knows no ranges, and a timeout with a fraction', () => {
    const config = { ...header.config, progressTimeout: '1.5s' };
    const registry = { rules: [{ match: 'blobs/', kind: 'norange' }] };
    const [run] = readRecordedRuns('a.ndjson', text({ ...header, config, registry }));
    expect(run?.header.registry.rules).toEqual([{ match: 'blobs/', kind: 'norange' }]);
    expect(run && replaySetup(run).runtimeOptions.imagePullProgressTimeoutMicros).toBe(1_500_000);
  });

  it.each([
    ['a line that is no JSON', `${text(header)}{"run"`, /^a\.ndjson:2: not JSON: /],
    [
      'an event of a run that was not opened',
      text(header, { ...start, run: 'e1-order/c1-eq8-n1/9' }),
      /^a\.ndjson:2: an event of e1-order\/c1-eq8-n1\/9/,
    ],
    ['an event before any run', text(start), /^a\.ndjson:1: an event of/],
    [
      'a kind of event that nobody knows',
      text(header, { ...start, ev: 'pull.paused' }),
      /^a\.ndjson:2: .*ev/,
    ],
    ['a field that nobody knows', text({ ...header, colour: 'red' }), /^a\.ndjson:1: .*colour/],
    [
      'a runtime without a version',
      text({ ...header, config: { ...header.config, runtime: 'main' } }),
      /^a\.ndjson:1: .*runtime/,
    ],
    [
      'a run that is not named experiment/variant/repetition',
      text({ ...header, run: 'e1' }),
      /^a\.ndjson:1: .*run/,
    ],
  ])('with %s is refused, with its line', (_, content, message) => {
    expect(() => readRecordedRuns('a.ndjson', content)).toThrow(message);
  });
});

it('all 651 runs are there', () => {
  const runs = experiments.flatMap(recordedFile);
  expect(runs).toHaveLength(651);
  const runtimes = runs.map(({ header }) => header.config.runtime);
  expect(new Set(runtimes)).toEqual(new Set(['1.6.20', '1.7.35', '2.1.9', '2.4.2']));
});
