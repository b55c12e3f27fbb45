/** Returns the version that a containerd says it has, as `1.7.35`. */
export function containerdVersion(path: string): string;

/** A containerd of one's own. */
export interface OwnContainerd {
  readonly paths: { readonly root: string; readonly state: string; readonly socket: string };
  readonly folder: string;
  readonly readLog: () => string;
  readonly stop: () => Promise<void>;
}

/** Starts a containerd and resolves when it answers. Its files lie on a tmpfs of `diskBytes`, if that is given. */
export function startContainerd(
  path: string,
  configOf: (paths: OwnContainerd['paths']) => string,
  diskBytes: number | null,
): Promise<OwnContainerd>;
