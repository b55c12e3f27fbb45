import { describe, expect, test } from 'vitest';
import { shortDuration, valueText } from '../../../../src/rules/kubelet/configuration/value-text.ts';

const minuteMicros = 60_000_000;

describe('a value in force', () => {
  test.each<[string, Readonly<Record<string, unknown>>, string]>([
    ['maxPods', { maxPods: 7 }, '7'],
    ['maxPods', {}, ''],
    ['maxParallelImagePulls', { maxParallelImagePulls: null }, ''],
    ['evictionPressureTransitionPeriod', {}, '5m'],
    ['evictionPressureTransitionPeriod', { evictionPressureTransitionPeriodMicros: minuteMicros }, '1m'],
    [
      'crashLoopBackOff.maxContainerRestartPeriod',
      { maxContainerRestartPeriodMicros: 90 * minuteMicros },
      '1h30m',
    ],
    ['featureGates.ImageVolume', { profile: '1.31', featureGates: { ImageVolume: true } }, 'true'],
    ['featureGates.ImageVolume', { profile: '1.31' }, 'false'],
    ['evictionHard.imagefs.available', { evictionHard: { 'nodefs.available': '5%' } }, '0%'],
    ['evictionHard.imagefs.available', {}, '15%'],
    ['featureGates.ImageVolume', { profile: '1.36' }, 'true'],
    ['noSuchField', { noSuchField: 1 }, ''],
  ])('%s of %j is %j', (field, settings, text) => {
    expect(valueText(settings, field)).toBe(text);
  });

  test.each([
    [2, '2m'],
    [24 * 60, '24h'],
    [90, '1h30m'],
    [0.5, '30s'],
    [10 + 10 / 60, '10m10s'],
    [0, '0s'],
  ])('%d minutes are %s', (minutes, text) => {
    expect(shortDuration(Math.round(minutes * minuteMicros))).toBe(text);
  });
});
