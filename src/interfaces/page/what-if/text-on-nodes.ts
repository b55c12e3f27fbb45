import type { RunContents } from '../worker/worker-protocol.ts';

/** The settings in force on the nodes of a run. */
export type NodeSettings = Pick<RunContents, 'inForce' | 'inForceElsewhere'>;

/** What a control shows, and calls the loaded value, where nodes have different ones. */
export const differs = 'differs by node';

/** Returns the text of a setting that all nodes have; undefined if they have different ones. */
export function textOnNodes(
  { inForce, inForceElsewhere }: NodeSettings,
  textOf: (settings: RunContents['inForce']) => string | undefined,
): string | undefined {
  const text = textOf(inForce) ?? '';
  return inForceElsewhere.every((settings) => (textOf(settings) ?? text) === text) ? text : undefined;
}
