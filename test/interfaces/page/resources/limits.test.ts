import { describe, expect, test } from 'vitest';
import { resourceCharts } from '../../../../src/interfaces/page/resources/resource-charts.ts';
import { backOffRows, imageRows } from '../../../../src/interfaces/page/resources/strip-rows.ts';
import type { NodeResources } from '../../../../src/reports/run-view/node-resource-tracker.ts';
import type { RegistryResources } from '../../../../src/reports/run-view/resource-view.ts';
import type { Series } from '../../../../src/reports/run-view/series-builder.ts';
import { idleNode, nothing } from '../../../reports/run-view/idle-node.ts';

/** A value from the beginning, another from 1 s on. */
const steps = (first: number, second: number): Series => ({ atMs: [0, 1_000], values: [first, second] });
const mega = 1e6 / 8;
const giga = 1e9 / 8;

/** The chart of that key of a run of 4 s, with what it reads at its beginning and at 2 s. */
function chart(key: string, node: Partial<NodeResources>, registries: readonly RegistryResources[] = []) {
  const found = resourceCharts({ ...idleNode, ...node }, registries, 4_000).find((each) => each.key === key);
  if (found === undefined) throw new Error(`no chart ${key}`);
  const { readout, label, ...plain } = found;
  return { ...plain, reads: [readout(0), readout(2_000)], labels: [label(0), label(2_000)] };
}

describe('pull slots', () => {
  const slotsInUse = steps(2, 1);
  const slotsWaiting = steps(3, 0);

  test('are shown with those that wait, below their limit', () => {
    expect(chart('slots', { slotsInUse, slotsWaiting, slotsMax: 2 })).toEqual({
      key: 'slots',
      title: 'pull slots',
      look: 'slots',
      series: slotsInUse,
      second: steps(5, 1),
      isMain: true,
      top: 5,
      levels: [{ value: 2, name: 'max 2' }],
      labels: ['2 of 2 · 3 wait', '1 of 2'],
      whole: 'up to 2 of 2 · 3 wait',
      reads: ['2 of 2 in use · 3 waiting', '1 of 2 in use'],
      summary:
        'Pull slots: at most 2 at once; 2 in use at the most; all in use for 1.0 s (25 %); up to 3 waiting.',
    });
  });

  test.each([
    ['the limit', { slotsInUse, slotsMax: 9 }, 9],
    ['what waits', { slotsWaiting, slotsMax: 1 }, 3],
    ['one, where nothing is pulled', {}, 1],
  ])('reach up to %s', (_, node, top) => {
    expect(chart('slots', node).top).toBe(top);
  });

  test('without a limit say so', () => {
    expect(chart('slots', { slotsInUse, slotsWaiting: nothing })).toMatchObject({
      levels: [],
      reads: ['2 in use, no limit', '1 in use, no limit'],
      summary: 'Pull slots: no limit is set; 2 in use at the most; up to 0 waiting.',
    });
  });

  test('are empty only where no pull took one, and none waited', () => {
    expect(chart('slots', { slotsMax: 2 })).toMatchObject({
      empty: 'no pull took a slot',
      summary:
        'Pull slots: at most 2 at once; 0 in use at the most; all in use for no time; up to 0 waiting.',
    });
    expect(chart('slots', { slotsInUse, slotsMax: 2 })).not.toHaveProperty('empty');
    expect(chart('slots', { slotsWaiting, slotsMax: 2 })).not.toHaveProperty('empty');
  });
});

describe('tokens', () => {
  test('are read in tenths, and below one pulls are refused', () => {
    const tokens = { atMs: [0, 1_000, 3_000], values: [4, 0.99, 1] };
    expect(chart('tokens', { tokens, tokensMax: 10 })).toEqual({
      key: 'tokens',
      title: 'tokens of registryPullQPS',
      look: 'tokens',
      series: tokens,
      isMain: true,
      top: 10,
      levels: [{ value: 1, name: 'below 1: refused' }],
      labels: ['4 of 10', '0.9 of 10'],
      whole: 'down to 0.9 of 10',
      reads: ['4 of 10', '0.9 of 10'],
      summary:
        'Tokens of registryPullQPS: 0.9 of 10 at the least; a pull would have been refused for 2.0 s (50 %).',
    });
    expect(chart('tokens', { tokens: steps(5, 3) })).toMatchObject({
      top: 5,
      isMain: false,
      summary: expect.stringContaining(' 3 of 5 at the least'),
    });
    expect(chart('tokens', { tokens: steps(5, 5), tokensMax: 5 }).empty).toBe('no token was taken');
  });

  test('without a limit are none', () => {
    expect(chart('tokens', {})).toEqual({
      key: 'tokens',
      title: 'tokens of registryPullQPS',
      look: 'tokens',
      series: nothing,
      top: 1,
      levels: [],
      isMain: false,
      empty: 'no limit is set: registryPullQPS is 0',
      labels: ['no limit', 'no limit'],
      whole: 'no limit',
      reads: ['no limit', 'no limit'],
      summary: 'Tokens of registryPullQPS: no limit is set: registryPullQPS is 0.',
    });
  });
});

describe('the link', () => {
  test('is shown below its limit', () => {
    const link = steps(giga, giga / 2);
    expect(chart('link', { link, linkMax: giga })).toEqual({
      key: 'link',
      title: 'node link',
      look: 'link',
      series: link,
      isMain: true,
      top: giga,
      levels: [{ value: giga, name: '1 Gbit/s' }],
      labels: ['1 Gbit/s', '500 Mbit/s'],
      whole: 'up to 1 Gbit/s',
      reads: ['1 Gbit/s of 1 Gbit/s', '500 Mbit/s of 1 Gbit/s'],
      summary: 'node link: at most 1 Gbit/s of 1 Gbit/s; full for 1.0 s (25 %).',
    });
  });

  test.each([
    ['the limit, once a quarter of it was reached', 26 * mega, 100 * mega, 100 * mega, 1],
    ['its own peak, where the limit is far above', 25 * mega, 100 * mega, 25 * mega, 0],
    ['its own peak, where it is above the limit', 110 * mega, 100 * mega, 110 * mega, 1],
    ['its own peak, where there is no limit', 25 * mega, undefined, 25 * mega, 0],
    ['one, where nothing came', 0, 100 * mega, 1, 0],
  ])('reaches up to %s', (_, peak, linkMax, top, levels) => {
    const shown = chart('link', { link: steps(peak, 0), ...(linkMax === undefined ? {} : { linkMax }) });
    expect([shown.top, shown.levels.length]).toEqual([top, levels]);
  });

  test.each([
    ['disk', 'node link, limited by the disk'],
    ['cpus', 'node link, limited by the processors'],
  ] as const)('whose bytes the %s cannot take in any faster says so', (takenInBy, title) => {
    expect(chart('link', { link: steps(giga, 0), linkMax: giga, takenInBy })).toMatchObject({ title });
  });

  test('without a limit, or without use, says so', () => {
    const unlimited = chart('link', { link: steps(mega, 0) });
    expect(unlimited).toMatchObject({
      reads: ['1 Mbit/s, no limit is set', '0 bit/s, no limit is set'],
      levels: [],
    });
    expect(unlimited.summary).toBe('node link: at most 1 Mbit/s, no limit is set.');
    expect(unlimited).not.toHaveProperty('empty');
    expect(chart('link', { linkMax: mega })).toMatchObject({
      empty: 'nothing came over the link',
      summary: 'node link: at most 0 bit/s of 1 Mbit/s; full for no time.',
    });
  });
});

test('the six busiest registries are shown, the busiest first', () => {
  const registries = [3, 8, 1, 0, 5, 7, 2, 9].map((rate) => ({
    host: `r${rate}\u0007`,
    egress: steps(rate * mega, 0),
    egressMax: 10 * mega,
  }));
  const charts = resourceCharts(idleNode, registries, 4_000).filter(({ look }) => look === 'registry');
  expect(charts.map(({ title }) => title)).toEqual([9, 8, 7, 5, 3, 2].map((rate) => `r${rate}\\x07`));
  expect(charts[0]).toMatchObject({
    key: 'registry r9\u0007',
    top: 10 * mega,
    summary: 'r9\\x07: at most 9 Mbit/s of 10 Mbit/s; full for no time.',
  });
  expect(chart('registry r', {}, [{ host: 'r', egress: nothing }]).empty).toBe('it sent nothing');
  // One that sent next to nothing held up nobody.
  const some = [mega, mega / 100].map((rate, place) => ({ host: `r${place}`, egress: steps(rate, rate) }));
  expect([0, 1].map((place) => chart(`registry r${place}`, {}, some).isMain)).toEqual([true, false]);
});

describe('the disk', () => {
  const disk = steps(20e9, 50e9);

  test('is shown with where garbage collection begins and ends', () => {
    expect(chart('disk', { disk, diskMax: 100e9, gcHighBytes: 85e9, gcLowBytes: 80e9 })).toEqual({
      key: 'disk',
      title: 'disk',
      look: 'disk',
      series: disk,
      isMain: true,
      top: 100e9,
      labels: ['20 % · 20 GB', '50 % · 50 GB'],
      whole: 'up to 50 % · 50 GB',
      levels: [
        { value: 85e9, name: 'GC begins' },
        { value: 80e9, name: 'GC ends' },
        { value: 100e9, name: 'full' },
      ],
      reads: ['20 % · 20 GB of 100 GB, GC from 85 GB', '50 % · 50 GB of 100 GB, GC from 85 GB'],
      summary: 'Disk: at most 50 GB of 100 GB, after 1.0 s, GC from 85 GB.',
    });
  });

  test.each([
    [
      'all of it, once a third of what matters was used',
      { diskMax: 100e9, gcHighBytes: 149e9 },
      100e9,
      ['full'],
    ],
    [
      'where garbage collection begins, where the size is not told',
      { gcHighBytes: 60e9 },
      60e9,
      ['GC begins'],
    ],
    ['what was used, where that is more', { diskMax: 40e9 }, 50e9, ['full']],
    [
      'a little above what was used, where all else is far',
      { diskMax: 150e9, gcLowBytes: 20e9 },
      57.5e9,
      ['GC ends'],
    ],
    ['a little above what was used, where nothing is told', {}, 57.5e9, []],
  ])('reaches up to %s', (_, node, top, levels) => {
    const shown = chart('disk', { disk, ...node });
    expect(shown.top).toBeCloseTo(top, -3);
    expect(shown.levels.map(({ name }) => name)).toEqual(levels);
  });

  test('without a size, or without images, says so', () => {
    expect(chart('disk', { disk })).toMatchObject({
      reads: ['20 GB, no limit is set', '50 GB, no limit is set'],
      summary: 'Disk: at most 50 GB, no limit is set, after 1.0 s.',
    });
    expect(chart('disk', { disk })).not.toHaveProperty('empty');
    expect(chart('disk', {})).toMatchObject({ top: 1, empty: 'no image on the disk' });
  });
});

describe('strips', () => {
  test('an image has one row with all its stays', () => {
    const images = [
      { image: 'docker.io/library/redis:8', fromMs: 0, toMs: 1_000, bytes: 42e6 },
      { image: 'a/b', fromMs: 500 },
      { image: 'docker.io/library/redis:8', fromMs: 3_000, bytes: 42e6 },
    ];
    expect(imageRows({ ...idleNode, images }, 4_000)).toEqual([
      {
        key: 'docker.io/library/redis:8',
        label: 'redis:8 · 42 MB',
        bars: [
          {
            fromMs: 0,
            toMs: 1_000,
            text: '',
            words: 'docker.io/library/redis:8 · 42 MB: there from 0 ms, removed after 1.0 s',
          },
          {
            fromMs: 3_000,
            toMs: 4_000,
            text: '',
            words: 'docker.io/library/redis:8 · 42 MB: there from 3.0 s, still there at the end',
          },
        ],
      },
      {
        key: 'a/b',
        label: 'b',
        bars: [
          { fromMs: 500, toMs: 4_000, text: '', words: 'a/b: there from 500 ms, still there at the end' },
        ],
      },
    ]);
  });

  test('a back-off has a bar for each window, as long as the kubelet says', () => {
    const windows = [{ fromMs: 1_000, untilMs: 11_000, windowMs: 10_000 }];
    expect(
      backOffRows({ ...idleNode, backOffs: [{ key: 'k', pod: 'web-0', image: 'a/b', windows }] }),
    ).toEqual([
      {
        key: 'k',
        label: 'web-0 · b',
        bars: [
          {
            fromMs: 1_000,
            toMs: 11_000,
            text: '10 s',
            words: 'web-0 · a/b: no pull from 1.0 s until 11 s (a window of 10 s)',
          },
        ],
      },
    ]);
  });
});
