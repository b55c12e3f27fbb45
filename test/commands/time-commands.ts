import fc from 'fast-check';
import { type NodeCommand, nodeCommand } from './node-command.ts';

const advance = (millis: number): NodeCommand =>
  nodeCommand({
    words: `${millis} ms go by`,
    run: (_, node) => {
      node.advance(millis * 1_000);
      return undefined;
    },
  });

const nextTimer = nodeCommand({
  words: 'time goes on to the next timer',
  run: (_, node) => {
    node.toNextTimer();
    return undefined;
  },
});

/** What is due at the same instant stays in the queue, so that other commands come between. */
const step = nodeCommand({
  words: 'one thing happens',
  run: (_, node) => {
    node.step();
    return undefined;
  },
  isMidInstant: true,
});

/** Time as commands: so long, to the next timer, or one entry of the queue. */
export const timeCommands: readonly fc.Arbitrary<NodeCommand>[] = [
  fc.constantFrom(0, 1, 20, 200, 400, 1_000, 2_000).map(advance),
  fc.constantFrom(1_000, 7_000, 10_000, 30_000, 120_000).map(advance),
  fc.constant(nextTimer),
  fc.constant(step),
];
