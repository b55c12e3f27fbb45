import { shownValue } from '../../../inputs/documents/check-shape.ts';
import { didYouMean } from '../../../inputs/documents/did-you-mean.ts';
import { isReleaseAtLeast, releaseOfVersion } from '../../../rules/kubelet/kubelet-release.ts';
import { profiles } from '../../../rules/kubelet/profiles/profiles.ts';
import { selectProfile } from '../../../rules/kubelet/profiles/select-profile.ts';
import { QuestionError } from '../questions/question-error.ts';

/** One side of an upgrade. */
export interface KnownRelease {
  /** As it was asked for: `v1.35.2`. */
  readonly version: string;
  /** The release whose rules are used: `1.35`. */
  readonly release: string;
  /** What is not exact about these rules. */
  readonly note?: string;
}

/**
 * Returns the release of a version as people or nodes write it; a sentence if none of its rules are known. A
 * run uses the newest rules for a release that is newer than all known ones; here that would be an answer
 * about nothing.
 */
function knownRelease(version: string): KnownRelease | string {
  const names = profiles.map(({ release }) => release);
  const release = releaseOfVersion(version);
  const newest = names.at(-1) ?? '';
  const isTooNew = release !== undefined && !isReleaseAtLeast(newest, release);
  const selected = selectProfile(version);
  if ('profile' in selected && !isTooNew) {
    const { profile, note } = selected;
    return { version, release: profile.release, ...(note === undefined ? {} : { note }) };
  }
  const meant = didYouMean(release ?? version, names);
  return [
    `${shownValue(version)} is not a release that Windlass knows`,
    ...(meant === undefined ? [] : [`; did you mean ${meant}?`]),
    `\n  the releases are: ${names.join(', ')}`,
  ].join('');
}

/**
 * Returns the releases of both sides of an upgrade. Throws a `QuestionError` if one is not known, or nothing
 * can differ.
 */
export function releasesOf(from: string, to: string): readonly [KnownRelease, KnownRelease] {
  const sides = { from, to };
  const [old, now] = (['from', 'to'] as const).map((side) => {
    const known = knownRelease(sides[side]);
    if (typeof known === 'string') throw new QuestionError(`--${side}: ${known}`);
    return known;
  });
  if (old === undefined || now === undefined) throw new Error('an upgrade has two sides');
  if (old.release !== now.release) return [old, now];
  const why =
    old.version === now.version
      ? `both are ${now.version}`
      : `${old.version} and ${now.version} have the rules of ${now.release} here`;
  throw new QuestionError(`--from and --to: ${why}, so nothing can differ`);
}
