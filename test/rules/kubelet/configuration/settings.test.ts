import { expect, it } from 'vitest';
import { defaultKubeletSettings } from '../../../../src/rules/kubelet/configuration/kubelet-configuration.ts';
import { changedSettings } from '../../../../src/rules/kubelet/configuration/settings.ts';

// What a restarted kubelet has read anew; the trace tells it (docs/trace.md, `node`).

it('names the fields that differ, a map as a whole', () => {
  const before = { ...defaultKubeletSettings, featureGates: { ImageVolume: true } };
  const now = {
    ...before,
    maxParallelImagePulls: 3,
    serializeImagePulls: false,
    featureGates: { ImageVolume: true, Other: false },
  };
  expect(changedSettings(before, now)).toEqual({
    serializeImagePulls: false,
    maxParallelImagePulls: 3,
    featureGates: { ImageVolume: true, Other: false },
  });
  expect(
    changedSettings({ ...before, maxParallelImagePulls: 3 }, { ...before, maxParallelImagePulls: null }),
  ).toEqual({
    maxParallelImagePulls: null,
  });
});

it('is nothing where all is as before', () => {
  const gates = { featureGates: { ImageVolume: true } };
  expect(
    changedSettings(
      { ...defaultKubeletSettings, ...gates },
      { ...defaultKubeletSettings, ...structuredClone(gates) },
    ),
  ).toBeUndefined();
});
