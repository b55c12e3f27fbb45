import { expect, it } from 'vitest';
import { defaultKubeletSettings } from '../../../src/kubelet/configuration/kubelet-configuration.ts';
import { evictionBelowBytes, evictionThresholds } from '../../../src/kubelet/eviction/eviction-thresholds.ts';

// parseThresholdStatement in pkg/kubelet/eviction/helpers.go, DefaultEvictionHard in defaults_linux.go (v1.36.3).

const belowBytes = (evictionHard?: Readonly<Record<string, string>>) =>
  evictionThresholds({ ...defaultKubeletSettings, ...(evictionHard === undefined ? {} : { evictionHard }) }).map((threshold) => [
    threshold.signal,
    evictionBelowBytes(threshold, 1001),
  ]);

it('are 10 % of nodefs and 15 % of imagefs where nothing is said', () => {
  expect(belowBytes()).toEqual([
    ['nodefs.available', 100],
    ['imagefs.available', 150],
  ]);
});

it('are all that is said, and nothing else: a signal that is left out has none', () => {
  expect(belowBytes({ 'imagefs.available': '5%', 'memory.available': '100Mi' })).toEqual([['imagefs.available', 50]]);
  expect(belowBytes({ 'nodefs.available': '1Ki' })).toEqual([['nodefs.available', 1024]]);
});

it('are none at 0 % and 100 %', () => {
  expect(belowBytes({ 'imagefs.available': '0%', 'nodefs.available': '100%' })).toEqual([]);
});
