import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { type CommandFailure, formatFailure, replayLine, replayOf } from './command-failure.ts';
import { nodeSetup } from './node-setup.ts';
import { outsideCommands } from './outside-commands.ts';
import { playCommands } from './play-commands.ts';
import { type NodeMachine, RunningNode } from './running-node.ts';
import { timeCommands } from './time-commands.ts';

export interface CommandCheck {
  /** Of the property: what WINDLASS_REPLAY names. */
  readonly name: string;
  readonly testFile: string;
  readonly numRuns: number;
  /** Of one run (default 40). */
  readonly maxCommands?: number;
  /** Where the file of a failure goes. */
  readonly folder: string;
  /** WINDLASS_REPLAY. */
  readonly replay?: string | undefined;
  readonly seed: number;
  /** The node's machine with parts of it broken. */
  readonly machine?: NodeMachine;
}

/**
 * Random commands against a whole node. On a failure it writes one file, and throws an error whose message
 * has the one line that plays the shrunk run again.
 */
export function checkCommands({
  name,
  testFile,
  numRuns,
  maxCommands = 40,
  folder,
  replay: text,
  seed,
  machine,
}: CommandCheck): void {
  const replay = replayOf(name, text);
  const commands = fc.commands([...timeCommands, ...outsideCommands], {
    maxCommands,
    size: 'max',
    ...(replay === undefined ? {} : { replayPath: replay.replayPath }),
  });
  const choices = fc.oneof(fc.constant([]), fc.array(fc.nat(4), { maxLength: 200, size: 'max' }));
  /** Of the runs that go wrong the last one is the one that is shrunk best. */
  let worst: RunningNode | undefined;
  const property = fc.property(nodeSetup, choices, commands, (setup, drawn, drawnCommands) => {
    const node = new RunningNode(setup, drawn, machine);
    try {
      playCommands(setup, drawnCommands, node);
    } catch (error) {
      worst = node;
      throw error;
    }
  });
  const again = replay === undefined ? {} : { path: replay.path, endOnFailure: true };
  const result = fc.check(property, { seed, numRuns, ...again });
  if (!result.failed) return;
  const [setup, drawn, drawnCommands] = result.counterexample ?? [undefined, [], []];
  const failure: CommandFailure = {
    name,
    testFile,
    seed: result.seed,
    path: result.counterexamplePath ?? '',
    replayPath: /replayPath="([^"]*)"/.exec(String(drawnCommands))?.[1] ?? '',
    error: messageOf(result.errorInstance),
    setup,
    choices: drawn,
    done: worst?.done ?? [],
    records: worst?.records ?? [],
  };
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}-${failure.seed}.txt`);
  writeFileSync(file, formatFailure(failure));
  throw new Error(`${failure.error}\n${file}\n${replayLine(failure)}`);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
