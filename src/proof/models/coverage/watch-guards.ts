import { type AnyStateMachine, type AnyTransitionDefinition, and, not, or, StateMachine } from 'xstate';
import {
  type AnyReducer,
  isReducer,
  type Reaction,
  reactionCases,
  reducer,
} from '../../../../machines/reducer.ts';
import { guardName, partsOf, transitionsOf } from '../../../charts/statechart/transition-id.ts';

/** One evaluation of a guard: its id in the coverage, and the outcome. */
export interface GuardEvaluation {
  readonly id: string;
  readonly passed: boolean;
}

/** Returns the name of an outcome, as the coverage and lists of unreachable items use it. */
export function outcomeOf({ id, passed }: GuardEvaluation): string {
  return `${id} = ${passed}`;
}

/** A guard of a transition, or a part of it. */
interface WatchedGuard {
  readonly id: string;
  readonly transition: string;
  readonly guard: string;
  readonly isPart: boolean;
}

/**
 * Returns the guards of a machine and their parts, in the order of its file. `not(a)` and `a` count as one,
 * because either follows from the other.
 */
export function guardsOf(machine: AnyStateMachine): readonly WatchedGuard[] {
  return transitionsOf(machine).flatMap(({ id, definition: { guard } }) => {
    if (guard === undefined) return [];
    const whole = {
      id: `${id} if ${guardName(guard)}`,
      transition: id,
      guard: guardName(guard),
      isPart: false,
    };
    return [
      whole,
      ...partNames(guard).map((part) => ({
        id: `${whole.id}: ${part}`,
        transition: id,
        guard: part,
        isPart: true,
      })),
    ];
  });
}

/**
 * Returns a copy of the machine or reducer that reports each evaluation of a guard, including the parts of
 * `and` and `or`. Machines among its actors are copied in the same way. The original stays unchanged, and the
 * copy behaves like it.
 */
export function watchGuards<M extends AnyStateMachine | AnyReducer>(
  machine: M,
  tell: (seen: GuardEvaluation) => void,
): M {
  return (isReducer(machine) ? watchReducer(machine, tell) : watchMachine(machine, tell)) as M;
}

function watchReducer(parts: AnyReducer, tell: (seen: GuardEvaluation) => void): AnyReducer {
  const guards = transitionsOf(parts.chart).filter(({ guard }) => guard !== undefined);
  const watched = Object.entries<Reaction>(parts.on).map(([type, reaction]) => {
    const cases = reactionCases(reaction).map((one, index) => {
      const { when } = one;
      if (when === undefined) return one;
      const id = guards.find((transition) => transition.event === type && transition.index === index);
      const told: typeof when = (table, event, self) => {
        const passed = when(table, event, self);
        tell({ id: `${id?.id} if ${id?.guard}`, passed });
        return passed;
      };
      return { ...one, when: told };
    });
    return [type, cases] as const;
  });
  return reducer({ ...parts, on: Object.fromEntries(watched) });
}

function watchMachine(machine: AnyStateMachine, tell: (seen: GuardEvaluation) => void): AnyStateMachine {
  const actors = Object.entries(machine.implementations.actors as Readonly<Record<string, unknown>>)
    .filter(
      (entry): entry is [string, AnyStateMachine | AnyReducer] =>
        entry[1] instanceof StateMachine || isReducer(Object(entry[1])),
    )
    .map(([name, actor]) => [name, watchGuards(actor, tell)] as const);
  const copy = machine.provide({ actors: Object.fromEntries(actors) });
  for (const { id, definition } of transitionsOf(copy)) {
    if (definition.guard === undefined) continue;
    const name = `${id} if ${guardName(definition.guard)}`;
    const parts = watchParts(definition.guard, (part, passed) => tell({ id: `${name}: ${part}`, passed }));
    const watched: AnyTransitionDefinition['guard'] = watch(
      parts,
      (passed) => tell({ id: name, passed }),
      definition.guard,
    ) as never;
    definition.guard = watched;
  }
  return copy;
}

/** XState's own form of a guard that is built from others. */
interface BuiltGuard {
  check: (snapshot: unknown, args: unknown, self: unknown) => boolean;
}

/** Returns a guard with the outcome of `guard` that also reports it. It carries the name of `original`. */
function watch(guard: unknown, tell: (passed: boolean) => void, original: unknown): unknown {
  // `and` with a single guard makes XState resolve names and params as it would without the copy.
  const alone = and([guard as never]) as unknown as BuiltGuard;
  const watched = () => {
    throw new Error('a watched guard is called through check');
  };
  return Object.assign(watched, {
    type: guardName(original),
    check: (snapshot: unknown, args: unknown) => {
      const passed = alone.check(snapshot, args, alone);
      tell(passed);
      return passed;
    },
  });
}

function watchParts(guard: unknown, tell: (part: string, passed: boolean) => void): unknown {
  const parts = partsOf(guard);
  if (parts === undefined) return guard;
  const watchPart = (part: unknown) =>
    watch(watchParts(part, tell), (passed) => tell(guardName(part), passed), part);
  const kind = (guard as { name: string }).name;
  if (kind === 'and') return and(parts.map(watchPart) as never);
  if (kind === 'or') return or(parts.map(watchPart) as never);
  return not(watchParts(parts[0], tell) as never);
}

/** Returns the names that `watchParts` reports, in the order of writing. */
function partNames(guard: unknown): readonly string[] {
  const parts = partsOf(guard);
  if (parts === undefined) return [];
  if ((guard as { name: string }).name === 'not') return parts.flatMap(partNames);
  return parts.flatMap((part) => [guardName(part), ...partNames(part)]);
}
