import { describe, expect, test } from 'vitest';
import { mergeFamilies } from '../../../src/reports/metrics/kubelet-metrics.ts';
import {
  MetricCounter,
  type MetricFamily,
  MetricHistogram,
} from '../../../src/reports/metrics/metric-family.ts';
import type { KubeletMetric } from '../../../src/rules/kubelet/kubelet-metrics.ts';
import { told } from './told-families.ts';

describe('families', () => {
  const metric: KubeletMetric = {
    name: 'm',
    type: 'counter',
    help: 'h',
    labelNames: ['a', 'b'],
    since: '1.27',
  };

  test('labels are one series in whatever order they are given; series stand in order of their values', () => {
    const counter = new MetricCounter(metric);
    counter.add({ b: '1', a: '2' });
    counter.add({ a: '2', b: '1' }, 4);
    for (const a of ['3', '1', '2']) counter.add({ a, b: '0' });
    expect(told([counter.family()])).toEqual([
      'm{a=1,b=0} 1',
      'm{a=2,b=0} 1',
      'm{b=1,a=2} 5',
      'm{a=3,b=0} 1',
    ]);
  });

  test('a histogram has a bucket above its bounds, each of which is inclusive', () => {
    const histogram = new MetricHistogram({ ...metric, type: 'histogram', labelNames: [], bounds: [0.5, 1] });
    for (const ms of [500, 501, 1_000, 1_001, 9_000]) histogram.observe(ms);
    histogram.observe(100, {}, 0);
    expect(histogram.family()).toMatchObject({
      bounds: [0.5, 1],
      distributions: [{ counts: [1, 2, 2], count: 5, sum: 12.002 }],
    });
    const used = { ...metric, type: 'histogram', labelNames: [], bounds: [1], appearsWithUse: true } as const;
    expect(new MetricHistogram(used).family()).toMatchObject({ distributions: [] });
    expect(new MetricHistogram({ ...used, appearsWithUse: undefined } as never).family()).toMatchObject({
      distributions: [{ count: 0, counts: [0, 0] }],
    });
    expect(() => new MetricCounter(used).family()).toThrow('m is a histogram');
  });

  test('pages of several nodes become one, by name, each series with its node first', () => {
    const family = (name: string, type: 'counter' | 'histogram'): MetricFamily => {
      const made =
        type === 'counter'
          ? new MetricCounter({ ...metric, name })
          : new MetricHistogram({ ...metric, type, name, bounds: [1] });
      if (made instanceof MetricCounter) made.add({ a: '1' });
      else made.observe(500, { a: '1' });
      return made.family();
    };
    const merged = mergeFamilies([
      ['node-1', [family('z', 'counter'), family('y', 'histogram')]],
      ['node-2', [family('b', 'counter'), family('y', 'histogram'), family('z', 'counter')]],
    ]);
    expect(told(merged)).toEqual([
      'b{instance=node-2,a=1} 1',
      'y{instance=node-1,a=1} 1, 0.5',
      'y{instance=node-2,a=1} 1, 0.5',
      'z{instance=node-1,a=1} 1',
      'z{instance=node-2,a=1} 1',
    ]);
    expect(merged.map(({ labelNames }) => labelNames)).toEqual(merged.map(() => ['instance', 'a', 'b']));
    expect(() =>
      mergeFamilies([
        ['a', [family('z', 'counter')]],
        ['b', [family('z', 'histogram')]],
      ]),
    ).toThrow('z is of two types');
    expect(() =>
      mergeFamilies([
        ['a', [family('z', 'histogram')]],
        ['b', [family('z', 'counter')]],
      ]),
    ).toThrow('z is of two types');
  });
});
