import type { Command } from 'fast-check';
import type { LifeChange } from './kubelet-life.ts';
import { checkNode } from './node-checks.ts';
import type { NodeModel } from './node-model.ts';
import type { RunningNode } from './running-node.ts';

export type NodeCommand = Command<NodeModel, RunningNode>;

interface Parts {
  /** In words, for reports. */
  readonly words: string;
  readonly isPossible?: (model: Readonly<NodeModel>) => boolean;
  /** Does it to the node and to the model; what it means to the kubelet's life is returned. */
  readonly run: (model: NodeModel, node: RunningNode) => LifeChange | undefined;
  /** Entries of the instant may stay behind in the queue. */
  readonly isMidInstant?: boolean;
}

/** A command that is told in words, and after which everything must be as the model says. */
export function nodeCommand({
  words,
  isPossible = () => true,
  run,
  isMidInstant = false,
}: Parts): NodeCommand {
  return {
    check: isPossible,
    run: (model, node) => {
      node.say(words);
      const change = run(model, node);
      model.follow(node, change, isMidInstant);
      checkNode(model, node);
    },
    toString: () => words,
  };
}
