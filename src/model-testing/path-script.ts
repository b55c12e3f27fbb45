import type { Script } from '../conformance/imagemanager/script.ts';
import type { ModelPath } from '../models/exploration/model-path.ts';
import { isWildcard } from '../models/exploration/path-goals.ts';

/** A path through one machine, with the settings with which it was found. */
export interface SettledPath extends ModelPath {
  /** The input with which the machine was started. */
  readonly input: Readonly<Record<string, unknown>>;
}

/** The first step of a path that no script can cause, and why. */
export interface Impossible {
  readonly step: number;
  readonly reason: string;
}

/** A script that should walk the path, or why there is none. */
export type Realized = Script | Impossible;

/**
 * Returns the first step that only the wildcard of the machine takes; undefined if there is none. No system is made to send what no state
 * expects.
 */
export function unexpectedStep({ steps }: ModelPath): Impossible | undefined {
  const step = steps.findIndex(({ transitions }) => transitions.every(isWildcard));
  return step < 0 ? undefined : { step, reason: `${steps[step]?.event}: ${steps[step]?.state} does not expect it, and no script sends it` };
}
