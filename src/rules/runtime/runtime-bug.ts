import type { RuntimeOptions } from './profiles/runtime-options.ts';

/** The programs with releases of their own whose bugs are listed. */
export const buggyPrograms = ['containerd', 'cri-o', 'k3s', 'rke2'] as const;

export type BuggyProgram = (typeof buggyPrograms)[number];

/** A defect of released container runtimes, or of distributions whose releases are not the kubelet's. */
export interface RuntimeBug {
  /** A stable name: `containerd-no-timeout-hangs`. */
  readonly id: string;
  readonly program: BuggyProgram;
  /** The releases of the program that have it, both ends included, as `major.minor.patch`. */
  readonly ranges: readonly { readonly since: string; readonly until: string }[];
  /** What is not certain about the releases, as a clause. */
  readonly doubt?: string;
  /** The last release that is named is the newest one that was examined: no mended one is known. */
  readonly isOpen?: true;
  /** Whether runs have it too. */
  readonly isSimulated?: true;
  /** It comes now and then only, by a race. */
  readonly isRare?: true;
  /** What must be in force on a node for it to be met. */
  readonly needs?: RuntimeBugNeeds;
  /** What else it takes, which no input of a run shows. */
  readonly where?: string;
  /** What happens, in one sentence without a full stop. */
  readonly effect: string;
  /** The text by which people see it. */
  readonly sign: string;
  /** Issues, pull requests and source files. */
  readonly source: string;
  /** The release in which it is mended, as far as known. */
  readonly fixed?: string;
  /** How a node can avoid it. */
  readonly avoid?: string;
}

/** The part of a node's settings on which a bug depends. All that are named must be so. */
export interface RuntimeBugNeeds {
  readonly path?: RuntimeOptions['path'];
  /** Layers are fetched in chunks (`concurrent_layer_fetch_buffer`). */
  readonly chunks?: true;
  readonly progressTimeout?: 'on' | 'off';
  /** Some registry has mirrors or other places (`hosts.toml`). */
  readonly mirrors?: true;
}
