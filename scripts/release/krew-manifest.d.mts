export const pluginArchive: string;
export const pluginProgram: string;
export function krewManifest(release: {
  readonly version: string;
  readonly repository: string;
  readonly sha256: string;
}): string;
