/** Whether the release (`1.31`) is the named one or a newer one. Both are `major.minor`. */
export function isReleaseAtLeast(release: string, since: string): boolean {
  return rankOf(release) >= rankOf(since);
}

function rankOf(release: string): number {
  const dot = release.indexOf('.');
  return Number(release.slice(0, dot)) * 1_000 + Number(release.slice(dot + 1));
}
