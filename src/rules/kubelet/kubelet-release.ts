import { memoizeByText } from '../values/memoize.ts';

/**
 * The release (`1.36`) of a version as nodes report it (`v1.36.3-gke.1`); undefined for a text that is no
 * version.
 */
export function releaseOfVersion(version: string): string | undefined {
  const match = /^v?([0-9]+)\.([0-9]+)(?:[.+-].*)?$/.exec(version);
  return match === null ? undefined : `${Number(match[1])}.${Number(match[2])}`;
}

/**
 * A version as people write it: its release (`1.36`), and the whole number if it names a patch (`1.36.3`, or
 * `1.38.0-beta.0` before a release is out).
 */
export interface WrittenVersion {
  readonly release: string;
  readonly patch: string | undefined;
}

/** Reads `1.36`, `v1.36.3` or `v1.36.3-gke.1`; undefined for a text that is no version. */
export function parseVersion(version: string): WrittenVersion | undefined {
  const match =
    /^v?([0-9]+)\.([0-9]+)(?:\.([0-9]+)(-(?:alpha|beta|rc)\.[0-9]+(?=$|[-+]))?)?(?:[-+].*)?$/.exec(version);
  if (match === null) return undefined;
  const [, major, minor, patch, preRelease = ''] = match;
  const release = `${Number(major)}.${Number(minor)}`;
  return { release, patch: patch === undefined ? undefined : `${release}.${Number(patch)}${preRelease}` };
}

/** Whether the release (`1.31`) is the named one or a newer one. Both are `major.minor`. */
export function isReleaseAtLeast(release: string, since: string): boolean {
  return rankOf(release) >= rankOf(since);
}

/** Returns how many releases a release is newer than an older one: 2 from `1.20` to `1.22`. */
export function releasesBetween(older: string, newer: string): number {
  return rankOf(newer) - rankOf(older);
}

/** Whether a kubelet's version is this one or newer; both may leave out the patch, which is then 0. */
export function isVersionAtLeast(version: string, since: string): boolean {
  const numbers = (text: string) =>
    (/^v?(\d+)\.(\d+)(?:\.(\d+))?/.exec(text) ?? []).slice(1).map((part) => Number(part ?? 0));
  const [wanted, has] = [numbers(since), numbers(version)];
  const index = wanted.findIndex((part, at) => part !== (has[at] ?? 0));
  return index < 0 || (has[index] ?? 0) > (wanted[index] ?? 0);
}

/** Whether this is the version of a release that is not out yet: an alpha, a beta or a candidate. */
export function isPreRelease(version: string): boolean {
  return version.includes('-');
}

const rankOf = memoizeByText((release) => {
  const dot = release.indexOf('.');
  return Number(release.slice(0, dot)) * 1_000 + Number(release.slice(dot + 1));
});
