import { expect, test } from 'vitest';
import { optionsOfSettings } from '../../src/page/options-of-settings.ts';
import { noSettings, type RunSettings } from '../../src/page/run-settings.ts';

test('nothing is said where nothing is set', () => {
  expect(optionsOfSettings(noSettings)).toEqual({ ok: true, options: { set: [], imageSizes: [] } });
});

test('each setting becomes the option of the input stage', () => {
  const settings: RunSettings = {
    seed: 0,
    kubeletVersion: '1.31',
    horizon: '1h30m',
    runtime: 'containerd://1.6',
    runtimeConfig: ['max_concurrent_downloads=6'],
    set: ['serializeImagePulls=false'],
    imageSizes: ['app=300MB'],
    link: '100Mbit/s',
    faults: ['registryDown registry=ghcr.io'],
  };
  expect(optionsOfSettings(settings)).toEqual({
    ok: true,
    options: {
      seed: 0,
      kubeletVersion: '1.31',
      horizonMicros: 5_400_000_000,
      runtime: 'containerd://1.6',
      runtimeConfig: ['max_concurrent_downloads=6'],
      set: ['serializeImagePulls=false'],
      imageSizes: ['app=300MB'],
      link: '100Mbit/s',
      faults: ['registryDown registry=ghcr.io'],
    },
  });
});

test.each(['', '0', '0s', '-5m', '15 minutes', '999999h'])('a horizon of %j is refused, with an example', (horizon) => {
  const result = optionsOfSettings({ ...noSettings, horizon });
  expect(result.ok ? [] : result.errors).toEqual([expect.stringMatching(/^horizon ".*": expected a duration above zero, such as 90s/)]);
});

test.each([-1, 1.5, 2 ** 31, Number.NaN])('a seed of %s is refused', (seed) => {
  expect(optionsOfSettings({ ...noSettings, seed, horizon: 'soon' })).toEqual({
    ok: false,
    errors: [expect.stringMatching(/^seed .*: expected a whole number from 0 to 2147483647$/), expect.stringMatching(/^horizon/)],
  });
});
