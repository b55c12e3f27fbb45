import { type AnyStateNode, and, type EventObject, not, or } from 'xstate';
import { stateError } from './engine-error.ts';
import type { Guard, Program } from './program.ts';

type GuardFunction = (
  args: { readonly context: unknown; readonly event: EventObject },
  params: unknown,
) => boolean;

/** The form of the guards that XState's `and`, `or`, `not` and their like return. */
interface BuiltGuard {
  readonly check: (snapshot: unknown, args: unknown, self: unknown) => boolean;
  readonly guards?: readonly unknown[];
}

const [checkAnd, checkOr, checkNot] = [and([]), or([]), not('')].map(
  (guard) => (guard as unknown as BuiltGuard).check,
);

/** Returns the guard of a transition of `node`; params are made each time it is asked, as XState does. */
export function compileGuard(guard: unknown, node: AnyStateNode, snapshotOf: Program['snapshotOf']): Guard {
  const params = typeof guard === 'object' ? (guard as { readonly params?: unknown }).params : undefined;
  const resolved = typeof guard === 'function' ? guard : guardImplementation(guard, node);
  if (typeof resolved !== 'function') return compileGuard(resolved, node, snapshotOf);
  if ('check' in resolved) return compileBuilt(resolved as unknown as BuiltGuard, node, snapshotOf);
  const guardFunction = resolved as GuardFunction;
  if (typeof params !== 'function') return (actor, event) => guardFunction(actor.args.of(event), params);
  const paramsOf = params as (args: unknown) => unknown;
  return (actor, event) => guardFunction(actor.args.of(event), paramsOf(actor.args));
}

function guardImplementation(guard: unknown, node: AnyStateNode): unknown {
  const type = typeof guard === 'string' ? guard : (guard as { readonly type: string }).type;
  const registeredGuard: unknown = node.machine.implementations.guards[type];
  if (registeredGuard === undefined) throw stateError(node, `the guard ${type} has no implementation`);
  return registeredGuard;
}

function compileBuilt(built: BuiltGuard, node: AnyStateNode, snapshotOf: Program['snapshotOf']): Guard {
  const { check, guards = [] } = built;
  if (check !== checkAnd && check !== checkOr && check !== checkNot) {
    return (actor, event) => check(snapshotOf(actor), { context: actor.context, event }, built);
  }
  const parts = guards.map((part) => compileGuard(part, node, snapshotOf));
  const [first] = parts;
  if (check === checkNot && first !== undefined) return (actor, event) => !first(actor, event);
  if (check === checkAnd) return (actor, event) => parts.every((part) => part(actor, event));
  return (actor, event) => parts.some((part) => part(actor, event));
}
