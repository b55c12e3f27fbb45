import { expect, it } from 'vitest';
import { validateKubeletSettings } from '../../../src/kubelet/configuration/kubelet-configuration.ts';
import { crashLoopRules } from '../../../src/kubelet/pods/crash-loop-rules.ts';
import { profiles } from '../../../src/kubelet/profiles/profiles.ts';

// newCrashLoopBackOff of pkg/kubelet/kubelet.go, v1.36.3.

const rules = (release: string, raw: Readonly<Record<string, unknown>> = {}) => {
  const result = validateKubeletSettings(
    raw,
    profiles.find((profile) => profile.release === release),
  );
  if ('errors' in result) throw new Error(JSON.stringify(result.errors));
  const { initialMicros, maxMicros } = crashLoopRules(result.settings, release);
  return [initialMicros / 1_000_000, maxMicros / 1_000_000];
};
const limit = (maxContainerRestartPeriod: string, gates = {}) => ({ crashLoopBackOff: { maxContainerRestartPeriod }, featureGates: gates });
const reduced = { ReduceDefaultCrashLoopBackOffDecay: true };

it.each(profiles.map(({ release }) => release))('%s: 10 s to 300 s', (release) => {
  expect(rules(release)).toEqual([10, 300]);
});

it('are what maxContainerRestartPeriod says, the first rest too where it is longer', () => {
  expect(rules('1.36', limit('60s'))).toEqual([10, 60]);
  expect(rules('1.36', limit('5s'))).toEqual([5, 5]);
});

it('begin at 1 s with the gate ReduceDefaultCrashLoopBackOffDecay; 60 s at most only without the setting, whose default is 300 s', () => {
  expect(rules('1.36', { featureGates: reduced })).toEqual([1, 300]);
  expect(rules('1.36', { featureGates: { ...reduced, KubeletCrashLoopBackOffMax: false } })).toEqual([1, 60]);
  expect(rules('1.36', limit('30s', reduced))).toEqual([1, 30]);
  expect(rules('1.31', { featureGates: reduced })).toEqual([10, 300]);
});
