import type { AnyStateNode, EventObject } from 'xstate';
import { stateError } from './engine-error.ts';
import type { ActionArguments, ChildActor, Operation } from './program.ts';

type Expression<T> = T | ((args: ActionArguments, params: unknown) => T);

type Context = Record<string, unknown>;

type Assigner = (args: ActionArguments, params: unknown) => unknown;

/** What XState's action creators leave on the functions that they return. */
interface BuiltAction {
  readonly type: string;
  readonly assignment: Assigner | Readonly<Record<string, unknown>>;
  readonly event: Expression<EventObject>;
  readonly id?: string | ((args: ActionArguments, params: unknown) => string);
  readonly delay?: Expression<number | string | undefined>;
  readonly to: Expression<unknown>;
  readonly sendId: Expression<string>;
  readonly actorRef: Expression<ChildActor | string | undefined>;
}

/** Undefined: an action without any, and without a call to get them. */
type ParamsOf = ((args: ActionArguments) => unknown) | undefined;

/** An action, and whether XState makes another snapshot of it. */
export interface CompiledAction {
  readonly run: Operation;
  readonly changes: boolean;
}

/**
 * Returns the action of a state: what stands for it in `setup`, with the params that are written here.
 * `invoked`: ids of children that will be there by the end of the entry that it is part of.
 */
export function compileAction(
  action: unknown,
  node: AnyStateNode,
  invoked: readonly string[] = [],
): CompiledAction {
  const built = resolveAction(action, node);
  const paramsOf = compileParams(action);
  switch (built.type) {
    case 'xstate.assign':
      return { run: compileAssign(built, paramsOf), changes: true };
    case 'xstate.sendTo':
      return { run: compileSendTo(built, node, paramsOf, invoked), changes: false };
    case 'xstate.raise':
      return { run: compileRaise(built, node, paramsOf), changes: false };
    case 'xstate.cancel':
      return { run: compileCancel(built, paramsOf), changes: false };
    case 'xstate.stopChild':
      return { run: compileStop(built, paramsOf), changes: true };
    case 'xstate.emit':
      return { run: compileEmit(built, paramsOf), changes: false };
    default:
      throw stateError(node, `the action ${actionName(action)} is made by ${built.type}`);
  }
}

function resolveAction(action: unknown, node: AnyStateNode): BuiltAction {
  const resolved: unknown =
    typeof action === 'function' ? action : node.machine.implementations.actions[actionName(action)];
  if (resolved === undefined)
    throw stateError(node, `the action ${actionName(action)} has no implementation`);
  if (typeof resolved !== 'function' || !('resolve' in resolved))
    throw stateError(node, `${actionName(action)} is a custom action`);
  return resolved as unknown as BuiltAction;
}

function actionName(action: unknown): string {
  if (typeof action === 'function') return action.name === '' ? '(anonymous)' : action.name;
  return typeof action === 'string' ? action : (action as { readonly type: string }).type;
}

function compileParams(action: unknown): ParamsOf {
  const params = typeof action === 'object' ? (action as { readonly params?: unknown }).params : undefined;
  if (typeof params === 'function') return params as (args: ActionArguments) => unknown;
  return params === undefined ? undefined : () => params;
}

function compileAssign({ assignment }: BuiltAction, paramsOf: ParamsOf): Operation {
  if (typeof assignment !== 'function') return compileAssignments(assignment, paramsOf);
  return (actor, event) => {
    const args = actor.args.of(event);
    const assigned = assignment(args, paramsOf?.(args)) as Context;
    // Spread beside nothing else, which keeps the shape (withChanges).
    if (actor.system.copiesContexts) actor.context = { ...(actor.context as Context) };
    assignFields(actor.context as Context, assigned);
    args.adopt();
  };
}

/** Does what `Object.assign` does, in less time. */
function assignFields(context: Context, assigned: Context): void {
  for (const key in assigned) context[key] = assigned[key];
}

/** Every entry sees the context from before the assignment. */
function compileAssignments(assignment: Readonly<Record<string, unknown>>, paramsOf: ParamsOf): Operation {
  const keys = Object.keys(assignment);
  const [firstOf = () => undefined, ...othersOf] = Object.values(assignment).map((value) =>
    typeof value === 'function' ? (value as Assigner) : () => value,
  );
  return (actor, event) => {
    const args = actor.args.of(event);
    const params = paramsOf?.(args);
    const first = firstOf(args, params);
    // Most have one.
    const otherValues = othersOf.length === 0 ? undefined : othersOf.map((valueIn) => valueIn(args, params));
    if (actor.system.copiesContexts) actor.context = { ...(actor.context as Context) };
    const context = actor.context as Context;
    for (let index = 0; index < keys.length; index++)
      context[keys[index] ?? ''] = index === 0 ? first : otherValues?.[index - 1];
    args.adopt();
  };
}

function compileSendTo(
  built: BuiltAction,
  node: AnyStateNode,
  paramsOf: ParamsOf,
  invoked: readonly string[],
): Operation {
  const { to } = built;
  const id = built.id as string | undefined;
  const delayOf = compileDelay(built, node);
  const messageOf = built.event;
  return (actor, event) => {
    const args = actor.args.of(event);
    const params = paramsOf?.(args);
    const message = typeof messageOf === 'function' ? messageOf(args, params) : messageOf;
    const delay = delayOf?.(args, params);
    const target = typeof to === 'function' ? to(args, params) : to;
    if (typeof target !== 'string') return actor.post(target || actor, undefined, message, delay, id);
    const child = invoked.includes(target) ? target : actor.children?.get(target);
    if (child === undefined)
      throw new Error(`Unable to send event to actor '${target}' from machine '${node.machine.id}'.`);
    actor.post(child, target, message, delay, id);
  };
}

function compileRaise(built: BuiltAction, node: AnyStateNode, paramsOf: ParamsOf): Operation {
  const id = built.id as string | undefined;
  const delayOf = compileDelay(built, node);
  return (actor, event) => {
    const args = actor.args.of(event);
    const params = paramsOf?.(args);
    const message = resolved(built.event, args, params);
    actor.raise(message, delayOf?.(args, params), id);
  };
}

function compileCancel({ sendId }: BuiltAction, paramsOf: ParamsOf): Operation {
  return (actor, event) => {
    const args = actor.args.of(event);
    actor.cancel(resolved(sendId, args, paramsOf?.(args)));
  };
}

function compileStop({ actorRef }: BuiltAction, paramsOf: ParamsOf): Operation {
  return (actor, event) => {
    const args = actor.args.of(event);
    const childOrId = resolved(actorRef, args, paramsOf?.(args));
    const child = typeof childOrId === 'string' ? actor.children?.get(childOrId) : childOrId;
    if (child !== undefined) actor.children?.delete(child.id);
    actor.stopChild(child);
  };
}

function compileEmit(built: BuiltAction, paramsOf: ParamsOf): Operation {
  return (actor, event) => {
    const args = actor.args.of(event);
    actor.emit(resolved(built.event, args, paramsOf?.(args)));
  };
}

/** Returns undefined if the action is not delayed. */
function compileDelay({ delay }: BuiltAction, node: AnyStateNode) {
  if (delay === undefined) return undefined;
  const delayExpression: unknown =
    typeof delay === 'string' ? node.machine.implementations.delays[delay] : delay;
  if (delayExpression === undefined)
    throw stateError(node, `the delay ${String(delay)} has no implementation`);
  return (args: ActionArguments, params: unknown) =>
    resolved(delayExpression as Expression<number>, args, params);
}

function resolved<T>(expression: Expression<T>, args: ActionArguments, params: unknown): T {
  return typeof expression === 'function'
    ? (expression as (args: ActionArguments, params: unknown) => T)(args, params)
    : expression;
}
