import { describe, expect, it } from 'vitest';
import { changedDefaults, newFields } from '../../../../src/answers/what-if/upgrade/changed-defaults.ts';
import { kubeletSettings } from '../../../../src/rules/kubelet/configuration/kubelet-configuration.ts';
import { kubeletFieldRows } from '../../../../src/rules/kubelet/configuration/kubelet-fields.ts';
import { settingName } from '../../../../src/rules/kubelet/configuration/settings.ts';
import { isReleaseAtLeast } from '../../../../src/rules/kubelet/kubelet-release.ts';
import { profiles } from '../../../../src/rules/kubelet/profiles/profiles.ts';

const releases = profiles.map(({ release }) => release);
const pairs = releases.flatMap((from) =>
  releases.filter((to) => to !== from).map((to) => [from, to] as const),
);

describe('changedDefaults', () => {
  // pkg/features/kube_features.go dates the gates: ImageVolume is on by default since 1.35, and locked in
  // 1.36.
  it('lists gates whose default is another one, with what takes it back', () => {
    const field = (name: string) => changedDefaults('1.34', '1.35', {}).find((one) => one.field === name);
    expect(field('featureGates.ImageVolume')).toEqual({
      ...{ field: 'featureGates.ImageVolume', before: 'false', after: 'true', isSet: false },
      restoredBy: ['featureGates.ImageVolume=false'],
    });
    const locked = changedDefaults('1.34', '1.36', {}).find(
      (one) => one.field === 'featureGates.ImageVolume',
    );
    expect(locked?.restoredBy).toBeUndefined();
    expect(locked?.givenBy).toEqual(['featureGates.ImageVolume=true']);
    expect(
      changedDefaults('1.28', '1.36', {}).find((one) => one.field === 'featureGates.ImageVolume')?.givenBy,
    ).toBeUndefined();
  });

  // 1.37.2 does not know the gate any more: init containers that keep running are there, as in 1.36.
  it('tells of a gate that is gone only where what it stood for is new, and nothing takes that back', () => {
    const sidecars = (from: string) =>
      changedDefaults(from, '1.37', {}).find((one) => one.field === 'featureGates.SidecarContainers');
    expect(sidecars('1.36')).toBeUndefined();
    expect(sidecars('1.27')).toMatchObject({ before: null, after: 'true', restoredBy: undefined });
  });

  it('takes a gate back together with those that need it', () => {
    const restart = changedDefaults('1.31', '1.36', {}).find(
      (one) => one.field === 'featureGates.ContainerRestartRules',
    );
    expect(restart?.restoredBy).toEqual([
      'featureGates.ContainerRestartRules=false',
      'featureGates.RestartAllContainersOnContainerExits=false',
    ]);
  });

  it('says nothing of a default that the configuration sets', () => {
    const gate = { featureGates: { ImageVolume: true } };
    expect(
      changedDefaults('1.34', '1.35', gate).find((one) => one.field === 'featureGates.ImageVolume')?.isSet,
    ).toBe(true);
    const crash = { crashLoopBackOff: { maxContainerRestartPeriod: '30s' } };
    expect(
      changedDefaults('1.34', '1.35', crash).find((one) => one.field.startsWith('crashLoop'))?.isSet,
    ).toBe(true);
  });

  it.each(pairs)(
    'from %s to %s: what takes a default back gives the settings of before, and nothing else differs',
    (from, to) => {
      const changed = changedDefaults(from, to, {});
      const fixed = new Set(
        changed.filter(({ restoredBy }) => restoredBy === undefined).map(({ field }) => field),
      );
      const sets = changed.flatMap(({ restoredBy = [] }) =>
        restoredBy.map((set) => /^featureGates\.(\w+)=(true|false)$/.exec(set)),
      );
      const featureGates = Object.fromEntries(
        sets.flatMap((found) => (found === null ? [] : [[found[1], found[2] === 'true']])),
      );
      const [before, after] = [kubeletSettings({}, from), kubeletSettings({ featureGates }, to)].map(
        (settings) => new Map(Object.entries(settings)),
      );
      for (const [field, row] of kubeletFieldRows) {
        if (field === 'featureGates' || fixed.has(field)) continue;
        const [was, is] = [before, after].map((settings) => settings?.get(settingName(field, row)) || null);
        if (isReleaseAtLeast(from, row.since)) expect([field, is]).toEqual([field, was]);
      }
    },
  );
});

// SetDefaults_KubeletConfiguration and types.go: a field counts from the release that first has it.
it('newFields lists the fields that only the second release has', () => {
  expect(newFields('1.31', '1.32')).toEqual(['crashLoopBackOff.maxContainerRestartPeriod']);
  expect(newFields('1.36', '1.31')).toEqual([]);
});
