import { describe, expect, it } from 'vitest';
import { selectProfile } from '../../../../src/rules/kubelet/profiles/select-profile.ts';

function release(version: string): string | undefined {
  const selection = selectProfile(version);
  return 'profile' in selection ? selection.profile.release : undefined;
}

describe('selectProfile', () => {
  it.each(['1.36', 'v1.36', 'v1.36.3', '1.36.3', 'v1.36.3-gke.7', 'v1.36.3+k3s1'])(
    'takes %s for exactly 1.36',
    (version) => {
      expect(selectProfile(version)).toMatchObject({ profile: { release: '1.36' } });
      expect(selectProfile(version)).not.toHaveProperty('note');
    },
  );

  it.each([
    ['1.14', '1.14'],
    ['1.15.2', '1.14'],
    ['1.18', '1.14'],
    ['v1.19.3', '1.22'],
    ['1.21.14', '1.22'],
    ['1.22.0', '1.22'],
    ['1.29', '1.29'],
    ['1.30.14', '1.30'],
    ['v1.33.2-gke.1', '1.33'],
    ['v1.35.0-eks-1234', '1.35'],
    ['v1.38.0-beta.0', '1.38'],
    ['1.39', '1.38'],
    ['1.100', '1.38'],
    ['2.0', '1.38'],
  ])('takes the release nearest to %s, the older of two: %s', (version, expected) => {
    expect(release(version)).toBe(expected);
  });

  it('says that it stands in for a release in between', () => {
    const read = 'which are read from its source, not held against recorded traces';
    expect(selectProfile('v1.20.2-gke.1')).toMatchObject({
      note: `kubelet v1.20.2-gke.1 has no profile of its own: the rules of 1.22.17 are used, ${read}`,
    });
  });

  it.each([
    ['1.34', 'kubelet 1.34 runs with the rules of 1.34.4'],
    ['v1.33.13', 'kubelet v1.33.13 runs with the rules of 1.33.13'],
    ['v1.32.2', 'kubelet v1.32.2 runs with the rules of 1.32.13'],
    ['1.15', 'kubelet 1.15 has no profile of its own: the rules of 1.14.10 are used'],
  ])('says of %s that its rules are only read from a source', (version, note) => {
    expect(selectProfile(version)).toMatchObject({
      note: `${note}, which are read from its source, not held against recorded traces`,
    });
  });

  it('reads a release of two digits', () => {
    expect(release('10.2')).toBe('1.38');
  });

  it('says that it stands in for a newer release', () => {
    expect(selectProfile('1.40')).toMatchObject({
      note: 'kubelet 1.40 is newer than 1.38, the newest release known here: the rules of 1.38.0-beta.0 are used',
    });
  });

  it.each(['1.38', 'v1.38.0-beta.0', '1.38.0', 'v1.38.2-gke.1'])(
    'says of %s that what was measured came before the release',
    (version) => {
      expect(selectProfile(version)).toMatchObject({
        profile: { release: '1.38' },
        note: `kubelet ${version} runs with the rules of 1.38.0-beta.0, which came before the release and may differ from it`,
      });
    },
  );

  it('says that another patch release was measured', () => {
    expect(selectProfile('v1.31.0')).toMatchObject({
      profile: { release: '1.31' },
      note: 'kubelet v1.31.0 runs with the rules of 1.31.14 as they were before 1.31.6',
    });
  });

  it.each(['1.13.9', 'v1.6.0', '0.9'])('refuses %s, which is too old', (version) => {
    expect(selectProfile(version)).toEqual({
      error: `kubelet ${version} is older than 1.14, the oldest release known here`,
    });
  });

  it.each(['', 'latest', '1', 'v1.', '1.36.3.4', '1.x', ' 1.36'])(
    'refuses %j, which is no version',
    (version) => {
      expect(selectProfile(version)).toEqual({
        error: `${JSON.stringify(version)} is not a kubelet version; write it like 1.36 or v1.36.3`,
      });
    },
  );
});
