/** The release (`1.36`) of a version as nodes report it (`v1.36.3-gke.1`); undefined for a text that is no version. */
export function releaseOfVersion(version: string): string | undefined {
  const match = /^v?([0-9]+)\.([0-9]+)(?:[.+-].*)?$/.exec(version);
  return match === null ? undefined : `${Number(match[1])}.${Number(match[2])}`;
}
