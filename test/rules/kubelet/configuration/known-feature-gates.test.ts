import { expect, it } from 'vitest';
import {
  knownFeatureGates,
  releasesWithGates,
} from '../../../../src/rules/kubelet/configuration/known-feature-gates.ts';
import { isReleaseAtLeast } from '../../../../src/rules/kubelet/kubelet-release.ts';

function gatesOf(release: string): readonly string[] {
  return [...knownFeatureGates].flatMap(([gate, { first, last }]) =>
    isReleaseAtLeast(release, first) && isReleaseAtLeast(last, release) ? [gate] : [],
  );
}

// Counted in the sources of these releases: the gates that the kubelet's binary registers, with AllAlpha and
// AllBeta.
it.each([
  ['1.22', 129],
  ['1.23', 140],
  ['1.24', 140],
  ['1.25', 142],
  ['1.26', 147],
  ['1.27', 149],
  ['1.28', 154],
  ['1.29', 162],
  ['1.36', 241],
  ['1.37', 253],
  ['1.38', 242],
])('a kubelet of %s knows %i gates', (release, count) => {
  expect(gatesOf(release)).toHaveLength(count);
});

it('a gate begins and ends in releases that are known, and is locked in one that has it', () => {
  for (const [gate, { first, last, locked }] of knownFeatureGates) {
    expect(releasesWithGates, gate).toEqual(expect.arrayContaining([first, last]));
    expect(isReleaseAtLeast(last, first), gate).toBe(true);
    if (locked !== undefined)
      expect(isReleaseAtLeast(locked.since, first) && isReleaseAtLeast(last, locked.since), gate).toBe(true);
  }
});

// LockToDefault of the last entry up to the release, in pkg/features and k8s.io/apiserver/pkg/features
// (1.36.3, 1.37.2, 1.38.0-beta.0)
it.each([
  ['NodeDeclaredFeatures', { since: '1.37', to: true }],
  ['DeclarativeValidationTakeover', { since: '1.37', to: false }],
  ['GitRepoVolumeDriver', { since: '1.36', to: false }],
  ['EphemeralContainers', undefined],
  ['CSIMigration', { since: '1.25', to: true }],
  ['KMSv2', { since: '1.29', to: true }],
  ['EnvFiles', { since: '1.38', to: true }],
  ['MemoryQoS', undefined],
])('%s is locked as %j', (gate, locked) => {
  expect(knownFeatureGates.get(gate)?.locked).toEqual(locked);
});
