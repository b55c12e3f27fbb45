import { rememberingTexts } from '../collections/remembering-texts.ts';

/** Whether the release (`1.31`) is the named one or a newer one. Both are `major.minor`. */
export function isReleaseAtLeast(release: string, since: string): boolean {
  return rankOf(release) >= rankOf(since);
}

const rankOf = rememberingTexts((release) => {
  const dot = release.indexOf('.');
  return Number(release.slice(0, dot)) * 1_000 + Number(release.slice(dot + 1));
});
