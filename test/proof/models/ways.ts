import fc from 'fast-check';
import type { Exploration } from '../../../src/proof/models/exploration/explore.ts';
import { pathsThrough } from '../../../src/proof/models/exploration/generate-paths.ts';
import {
  type Replay,
  type ReplayedStep,
  replayPath,
} from '../../../src/proof/models/exploration/replay-path.ts';
import { unknownEvent } from '../../../src/proof/models/exploration/timed-logic.ts';
import type { MachineModel } from '../../../src/proof/models/machine-model.ts';
import { explorationsOf } from './explorations.ts';

/**
 * How long a walk is, and how many there are of each start: paths are short, and show little of what adds up
 * over time.
 */
const stepsMax = 30;
const walksPerStart = 8;

/** Returns replays of each of the model's paths, and of random walks over its events. */
export function waysOf(model: MachineModel): readonly Replay[] {
  const explorations = explorationsOf(model);
  const { paths } = pathsThrough(explorations, 'all-transitions');
  const choices = fc.array(fc.nat({ max: 999 }), { minLength: 1, maxLength: stepsMax, size: 'max' });
  return [
    ...paths.map((path) => replayPath(model, path)),
    ...explorations.flatMap((exploration) =>
      fc.sample(choices, walksPerStart).map((made) => walk(exploration, made)),
    ),
  ];
}

/** Judges each replay; where one fails, the events of its shortest beginning that fails are shown. */
export function onEvery(ways: readonly Replay[], judge: (replay: Replay) => void): void {
  for (const way of ways) {
    if (failureOf(way, judge) === undefined) continue;
    const beginnings = way.steps.map((_, index) => ({ ...way, ...upTo(way, index) }));
    const shortest = beginnings.find((beginning) => failureOf(beginning, judge) !== undefined) ?? way;
    const events = shortest.steps.map(({ event, state }) => `${event} → ${state}`);
    throw new Error(`${way.machine} (${way.start}):\n  ${events.join('\n  ')}`, {
      cause: failureOf(shortest, judge)?.error,
    });
  }
}

function failureOf(way: Replay, judge: (replay: Replay) => void): { readonly error: unknown } | undefined {
  try {
    judge(way);
    return undefined;
  } catch (error) {
    return { error };
  }
}

/** Each choice picks one of the events that the model knows then. */
function walk({ model, start, logic }: Exploration, choices: readonly number[]): Replay {
  const events: string[] = [];
  let snapshot = logic.initial;
  for (const choice of choices) {
    const known = logic.eventsOf(snapshot).filter(({ name }) => name !== unknownEvent.name);
    const event = known[choice % known.length];
    if (event === undefined) break;
    events.push(event.name);
    snapshot = logic.next(snapshot, event.name);
  }
  return replayPath(model, { start: start.name, steps: events.map((event) => ({ event })) });
}

/** What was said to this neighbour or child, over the whole replay; that a child began is not. */
export function saidTo(
  { steps }: Pick<Replay, 'steps'>,
  to: string,
): readonly ReplayedStep['said'][number]['message'][] {
  const messages = steps.flatMap(({ said }) =>
    said.filter((one) => one.to === to).map(({ message }) => message),
  );
  return messages.filter(({ type }) => type !== 'xstate.init');
}

/** The messages of these types that were said to anybody. */
export function saidOf(
  { steps }: Pick<Replay, 'steps'>,
  ...types: readonly string[]
): readonly ReplayedStep['said'][number]['message'][] {
  return steps
    .flatMap(({ said }) => said.map(({ message }) => message))
    .filter(({ type }) => types.includes(type));
}

/** The events of these types that were sent. */
export function sentOf(
  { steps }: Pick<Replay, 'steps'>,
  ...types: readonly string[]
): readonly ReplayedStep['said'][number]['message'][] {
  return steps
    .map(({ sent }) => sent as ReplayedStep['said'][number]['message'])
    .filter(({ type }) => types.includes(type));
}

/** The step that the replay ended with. */
export function lastOf({ steps }: Pick<Replay, 'steps'>): ReplayedStep {
  const last = steps.at(-1);
  if (last === undefined) throw new Error('a replay has its start at least');
  return last;
}

/** The replay up to and with this step. */
export function upTo({ steps }: Pick<Replay, 'steps'>, index: number): Pick<Replay, 'steps'> {
  return { steps: steps.slice(0, index + 1) };
}
