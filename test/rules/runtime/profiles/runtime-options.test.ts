import { expect, it } from 'vitest';
import {
  runtimeOptionNames,
  runtimeOptionValue,
  runtimeOptionWords,
} from '../../../../src/rules/runtime/profiles/runtime-options.ts';

// docs/cri/config.md and plugins/transfer of containerd 2.4
it('an option has the name that the runtime’s own configuration has for it', () => {
  expect(runtimeOptionNames.map((name) => runtimeOptionWords[name])).toEqual([
    'max_concurrent_downloads',
    'max_concurrent_unpacks',
    'concurrent_layer_fetch_buffer',
    'image_pull_progress_timeout',
    'snapshotter',
    'use_local_image_pull',
    'parallel_pull_unpack',
    // Windlass' own.
    'lazy_pull',
  ]);
});

it.each([
  ['maxConcurrentDownloads', 6, '6'],
  ['concurrentLayerFetchBuffer', 8_388_608, '8388608'],
  ['snapshotter', 'overlayfs', 'overlayfs'],
  ['lazyPull', { kind: 'stargz', readAtStart: 0.125 }, 'stargz, 12.5 % read at start'],
  [
    'lazyPull',
    { kind: 'soci', onlyMarkedImages: true },
    'soci for images that are made for it, 6.4 % read at start',
  ],
  ['path', 'local', 'true'],
  ['path', 'transfer', 'false'],
] as const)('%s %s is written %s', (name, value, text) => {
  expect(runtimeOptionValue(name, value)).toBe(text);
});

// time.Duration.String of Go
it.each([
  [0, '0s'],
  [1.5, '1.5s'],
  [59, '59s'],
  [60, '1m0s'],
  [90, '1m30s'],
  [300, '5m0s'],
  [3_599, '59m59s'],
  [3_600, '1h0m0s'],
  [3_661, '1h1m1s'],
  [90_000, '25h0m0s'],
])('a timeout of %d seconds is written %s', (seconds, text) => {
  expect(runtimeOptionValue('imagePullProgressTimeoutMicros', seconds * 1e6)).toBe(text);
});
