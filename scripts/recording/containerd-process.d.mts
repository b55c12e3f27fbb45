import type { ContainerdPaths } from '../../tools/recording/containerd-config.ts';

/** Returns the version that a containerd says it has, as `1.7.35`. */
export function containerdVersion(path: string): string;

/** A containerd of one's own. */
export interface OwnContainerd {
  readonly paths: ContainerdPaths;
  readonly folder: string;
  readonly readLog: () => string;
  readonly stop: () => Promise<void>;
}

interface ContainerdOptions {
  readonly configOf: (paths: ContainerdPaths) => string;
  /** The `hosts.toml` of registries, by their names. */
  readonly hosts: Readonly<Record<string, string>>;
  /** The size of a tmpfs for its files; null: they lie where all temporary files do. */
  readonly diskBytes: number | null;
}

/** Starts a containerd and resolves when it answers. */
export function startContainerd(path: string, options: ContainerdOptions): Promise<OwnContainerd>;
