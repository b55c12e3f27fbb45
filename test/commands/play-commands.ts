import fc from 'fast-check';
import { checkInvariants } from '../../src/run/invariants/check-invariants.ts';
import type { NodeCommand } from './node-command.ts';
import { NodeModel } from './node-model.ts';
import type { NodeSetup } from './node-setup.ts';
import { recover } from './recover.ts';
import type { RunningNode } from './running-node.ts';

/**
 * Does the commands to the node, holds it against the model after each, lets it recover, and checks every
 * invariant over its trace. Throws at the first thing that is wrong.
 */
export function playCommands(setup: NodeSetup, commands: Iterable<NodeCommand>, node: RunningNode): void {
  const model = new NodeModel(setup);
  fc.modelRun(() => ({ model, real: node }), commands);
  recover(model, node);
  node.end();
  const [broken] = checkInvariants(node.records);
  if (broken === undefined) return;
  const { invariant, violation } = broken;
  throw new Error(`invariant ${invariant}: ${violation.message} (record ${violation.record})`);
}
