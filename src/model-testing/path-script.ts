import type { Script } from '../conformance/imagemanager/script.ts';
import type { ModelPath } from '../models/exploration/model-path.ts';
import { isWildcard } from '../models/exploration/path-goals.ts';

/** A path through one machine, with the settings that it was found with. */
export interface SettledPath extends ModelPath {
  /** What the machine was started with. */
  readonly input: Readonly<Record<string, unknown>>;
}

/** The first step of a path that no script can make a system take, and why. */
export interface Impossible {
  readonly step: number;
  readonly reason: string;
}

/** A script that should walk the path, or why there is none. */
export type Realized = Script | Impossible;

/** The first step that only the wildcard of the machine takes, or undefined: what no state expects, no system is made to send. */
export function unexpectedStep({ steps }: ModelPath): Impossible | undefined {
  const step = steps.findIndex(({ transitions }) => transitions.every(isWildcard));
  return step < 0 ? undefined : { step, reason: `${steps[step]?.event}: ${steps[step]?.state} does not expect it, and no script sends it` };
}
