interface PatchChange {
  readonly since: string;
  readonly after: string;
  readonly name: string;
  readonly file: string;
  readonly gone: readonly string[];
  readonly come: readonly string[];
}

export function patchChanges(
  release: string,
  lastPatch: number,
  sourceOf: (version: string) => ReadonlyMap<string, string> | undefined,
): readonly PatchChange[];

export function versionChanges(
  after: string,
  since: string,
  sourceOf: (version: string) => ReadonlyMap<string, string> | undefined,
): readonly PatchChange[] | undefined;
