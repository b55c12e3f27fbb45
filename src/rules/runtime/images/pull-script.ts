import type { Fault } from '../fault.ts';

/**
 * A fault in force that sets a pull's time and outcome; `left` is how many calls it still meets (null: all).
 */
export interface PullScript {
  readonly id: string;
  readonly fault: Extract<Fault, { kind: 'pullFails' | 'pullTakes' }>;
  readonly left: number | null;
}

/** Returns the script of this fault, or undefined where it is of another kind or another node. */
export function createPullScript(id: string, fault: Fault, node: string): PullScript | undefined {
  if ('node' in fault && fault.node !== undefined && fault.node !== node) return undefined;
  if (fault.kind === 'pullFails') return { id, fault, left: fault.times };
  return fault.kind === 'pullTakes' ? { id, fault, left: null } : undefined;
}

/**
 * Returns the script that a pull of `image` follows: a failure that is still owed comes before a mere
 * duration.
 */
export function scriptFor(scripts: readonly PullScript[], image: string): PullScript | undefined {
  const concerned = scripts.filter((script) => script.fault.image === image && script.left !== 0);
  return concerned.find((script) => script.fault.kind === 'pullFails') ?? concerned[0];
}

/** Returns the scripts after one call followed `used`. */
export function withCallCounted(scripts: readonly PullScript[], used: PullScript): readonly PullScript[] {
  return scripts.map((script) =>
    script === used && script.left !== null ? { ...script, left: script.left - 1 } : script,
  );
}
