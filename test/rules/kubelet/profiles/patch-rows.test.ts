import { describe, expect, it } from 'vitest';
import type { Profile } from '../../../../src/rules/kubelet/profile.ts';
import { patchesBesideProfiles } from '../../../../src/rules/kubelet/profiles/profile-at-patch.ts';
import { selectProfile } from '../../../../src/rules/kubelet/profiles/select-profile.ts';

function profileOf(version: string): Profile {
  const selection = selectProfile(version);
  if ('error' in selection) throw new Error(selection.error);
  return selection.profile;
}

const created = ({ messages }: Profile) => messages.created('app');

// Read in the sources of these patches; scripts/kubelet-patches finds the boundaries (docs/kubelet-patches.md).
const pulled = ({ messages }: Profile) =>
  messages.pulled({ image: 'a', pullMicros: 1_500_000, pullMicrosWithWaiting: 4_000_000, sizeBytes: 1 });
const pinned = ({ imageGc }: Profile) => imageGc.sparesPinned;
const oneDuration = 'Successfully pulled image "a" in 4s';
const bothDurations = 'Successfully pulled image "a" in 1.5s (4s including waiting)';

const startup = (profile: Profile) => profile.startup;
const firstToLast = { pulls: 'firstToLast', leavesOutInit: false, leavesOutStateful: false };
const sessions = { pulls: 'sessions', leavesOutInit: true, leavesOutStateful: true };

const boundaries: readonly (readonly [
  before: string,
  since: string,
  ask: (profile: Profile) => unknown,
  was: unknown,
  is: unknown,
])[] = [
  ['1.23.15', '1.23.16', pulled, oneDuration, bothDurations],
  ['1.25.5', '1.25.6', pulled, oneDuration, bothDurations],
  ['1.25.13', '1.25.14', pinned, false, true],
  ['1.26.8', '1.26.9', pinned, false, true],
  ['1.27.5', '1.27.6', pinned, false, true],
  ['1.28.1', '1.28.2', pinned, false, true],
  ['1.29.13', '1.29.14', created, 'Created container app', 'Created container: app'],
  ['1.30.9', '1.30.10', created, 'Created container app', 'Created container: app'],
  ['1.31.5', '1.31.6', created, 'Created container app', 'Created container: app'],
  ['1.34.7', '1.34.8', startup, firstToLast, sessions],
  ['1.35.4', '1.35.5', startup, firstToLast, sessions],
];

describe('the rules of a patch release', () => {
  it.each(boundaries)('%s is before the change of %s', (before, since, ask, was, is) => {
    expect(ask(profileOf(before))).toEqual(was);
    expect(ask(profileOf(since))).toEqual(is);
    const [, release = ''] = /^(\d+\.\d+)/.exec(since) ?? [];
    // The first patch of the release has the old rules, the last one the new ones, and a version without a patch those
    // of the patch that was measured or read.
    expect(ask(profileOf(`v${release}.0-gke.1`))).toEqual(was);
    expect(ask(profileOf(`${release}.99`))).toEqual(is);
    expect(ask(profileOf(release))).toEqual(ask(profileOf(profileOf(release).version)));
  });

  it('are tested for every row', () => {
    const tested = boundaries.flat();
    expect(tested).toEqual(expect.arrayContaining([...patchesBesideProfiles]));
    expect(patchesBesideProfiles).toHaveLength(boundaries.length);
  });

  it('are those of a newer patch in all other fields', () => {
    const { messages: old, ...others } = profileOf('1.30.9');
    const { messages: now, ...last } = profileOf('1.30.14');
    expect(others).toEqual(last);
    expect(
      Object.keys(old).filter((name) => old[name as keyof typeof old] !== now[name as keyof typeof now]),
    ).toEqual(['created']);
  });

  it('are listed with the patch that changed them', () => {
    expect(selectProfile('v1.31.5-gke.3')).toMatchObject({
      note: 'kubelet v1.31.5-gke.3 runs with the rules of 1.31.14 as they were before 1.31.6',
    });
    expect(selectProfile('v1.35.6')).toMatchObject({
      note: 'kubelet v1.35.6 runs with the rules of 1.35.4 with what 1.35.5 changed',
    });
    expect(selectProfile('v1.31.6')).toMatchObject({
      note: 'kubelet v1.31.6 runs with the rules of 1.31.14',
    });
  });
});
