/** Whether the release (`1.31`) is the named one or a newer one. Both are `major.minor`. */
export function isReleaseAtLeast(release: string, since: string): boolean {
  const [major = 0, minor = 0] = release.split('.').map(Number);
  const [sinceMajor = 0, sinceMinor = 0] = since.split('.').map(Number);
  return major === sinceMajor ? minor >= sinceMinor : major > sinceMajor;
}
