import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kubeletMachine } from '../../machines/kubelet/kubelet.ts';
import { pullSlotsMachine } from '../../machines/pull/pull-slots.ts';
import { nodeMachine } from '../../machines/world/node.ts';
import { checkInvariants } from '../../src/run/invariants/check-invariants.ts';
import { readTrace } from '../../src/trace/read-trace.ts';
import { type CommandCheck, checkCommands } from './check-commands.ts';
import { replayOf } from './command-failure.ts';

// A node whose parallel puller gives out one slot too many: found, shrunk, told in one line and one file, and
// played again.

const oneTooMany = pullSlotsMachine.provide({
  guards: { isLastSlot: ({ context }) => context.slotsInUse + 1 > context.input.slotsMax },
});
const machine = nodeMachine.provide({
  actors: { kubelet: kubeletMachine.provide({ actors: { pullSlots: oneTooMany } }) },
});

const seed = 12;
const folder = mkdtempSync(join(tmpdir(), 'windlass-commands-'));
const check: CommandCheck = {
  name: 'broken-node',
  testFile: 'test/commands/x.test.ts',
  numRuns: 500,
  maxCommands: 8,
  seed,
  folder,
  machine,
};

function failureOf(more: Partial<CommandCheck> = {}): { message: string; text: string } {
  try {
    checkCommands({ ...check, ...more });
  } catch (error) {
    const [file = ''] = readdirSync(folder);
    return {
      message: error instanceof Error ? error.message : '',
      text: readFileSync(join(folder, file), 'utf8'),
    };
  }
  return { message: 'nothing was found', text: '' };
}

describe('a node that gives out one slot too many', () => {
  let found = { message: '', text: '' };

  beforeAll(() => {
    found = failureOf();
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(found.text)?.[1] ?? '';
  const sectionOf = (text: string, name: string) =>
    text.slice(text.indexOf(`\n${name}:\n`) + name.length + 3);

  it('is found, and shrunk to two pods that pull and the time that they need', () => {
    expect(found.message).toMatch(/^(?:slotsAreKept|invariant slots-respected): [2-4] pulls in flight/);
    const done = sectionOf(found.text, 'commands').split('\ntrace:')[0]?.trim().split('\n') ?? [];
    const arrivals = done.filter((line) => line.includes('a pod arrives'));
    expect(done.length).toBeLessThanOrEqual(5);
    expect(arrivals).toHaveLength(Number(/(\d) pulls in flight/.exec(found.message)?.[1]));
    expect(done.length - arrivals.length).toBeLessThanOrEqual(2);
  });

  it('is told in one line and one file, with the trace up to there', () => {
    expect(readdirSync(folder)).toEqual([`broken-node-${seed}.txt`]);
    const [, file, line, ...more] = found.message.split('\n');
    expect(more).toEqual([]);
    expect(file).toBe(join(folder, `broken-node-${seed}.txt`));
    expect(line).toBe(
      `WINDLASS_TEST_SEED=${seed} WINDLASS_REPLAY='broken-node ${field('path')} ${field('replayPath')}' npx vitest run test/commands/x.test.ts`,
    );
    expect(field('replay')).toBe(line);
    const trace = readTrace(sectionOf(found.text, 'trace').trim());
    if (!trace.ok) throw new Error(trace.message);
    expect(checkInvariants(trace.records).map(({ invariant }) => invariant)).toContain('slots-respected');
  });

  it('is played again by that line, as the same run and nothing else', () => {
    const line = field('replay');
    const told = Number(/WINDLASS_TEST_SEED=(\d+)/.exec(line)?.[1]);
    const replay = /WINDLASS_REPLAY='([^']*)'/.exec(line)?.[1];
    const again = failureOf({ seed: told, replay, numRuns: 1 });
    expect(again).toEqual(found);
  });

  it('is not played again by the line of another property', () => {
    expect(replayOf('node-commands', `broken-node ${field('path')} ${field('replayPath')}`)).toBeUndefined();
    expect(replayOf('broken-node', undefined)).toBeUndefined();
  });
});
