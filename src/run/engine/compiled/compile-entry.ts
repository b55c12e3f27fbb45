import type { AnyActorLogic, AnyStateNode, EventObject } from 'xstate';
import { type CompiledAction, compileAction } from './compile-action.ts';
import { stateError } from './engine-error.ts';
import type { Operation, ProgramActor } from './program.ts';

type Invocation = AnyStateNode['invoke'][number];

/** What happens when a state is left: its exit actions, then its invoked actors stop. */
export function compileExit(node: AnyStateNode): readonly CompiledAction[] {
  return [
    ...node.exit.map((action) => compileAction(action, node)),
    ...node.invoke.map(({ id }) => stopInvoked(id)),
  ];
}

/**
 * What happens when a state is entered: its entry actions, then its invoked actors are made; then, where it
 * is entered from its beginning, the actions of its initial transition; a final one says so.
 */
export function compileEntry(node: AnyStateNode, isFromBeginning: boolean): readonly CompiledAction[] {
  const invoked = node.invoke.map(({ id }) => id);
  const actions = [
    ...node.entry.map((action) => compileAction(action, node, invoked)),
    ...node.invoke.map((definition, index) => compileInvocation(node, definition, index)),
    ...(isFromBeginning ? node.initial.actions.map((action) => compileAction(action, node, invoked)) : []),
  ];
  const arrival = node.type === 'final' ? [compileArrival(node)] : [];
  return [...(invoked.length === 0 ? actions : [withTargets(actions)]), ...arrival];
}

/** Whether the whole actor ends in this state, and not only a part of it. */
export function endsActor(node: AnyStateNode): boolean {
  return node.type === 'final' && node.parent?.parent === undefined;
}

function stopInvoked(id: string): CompiledAction {
  const run = (actor: ProgramActor) => {
    const child = actor.children?.get(id);
    actor.children?.delete(id);
    actor.stopChild(child);
  };
  return { run, changes: true };
}

function compileInvocation(
  node: AnyStateNode,
  { id, src, input, systemId, onSnapshot }: Invocation,
  index: number,
): CompiledAction {
  if (systemId !== undefined || onSnapshot !== undefined)
    throw stateError(node, `the invocation ${id} has a systemId or onSnapshot`);
  const writtenSource: unknown = [node.config.invoke].flat()[index]?.src;
  const logic = (
    typeof writtenSource === 'string' ? node.machine.implementations.actors[writtenSource] : writtenSource
  ) as AnyActorLogic | undefined;
  if (logic === undefined) throw stateError(node, `the actor ${src} has no implementation`);
  const run = (actor: ProgramActor, event: EventObject) => {
    const actorInput: unknown =
      typeof input === 'function'
        ? input({ context: actor.context, event, self: actor as never } as never)
        : input;
    const options = { id, src, input: actorInput };
    const child = actor.create(logic, options);
    actor.children ??= new Map();
    actor.children.set(id, child);
    actor.startInvoked(child, options);
  };
  return { run, changes: true };
}

/** Messages to actors that the same entry creates find them by their ids. */
function withTargets(actions: readonly CompiledAction[]): CompiledAction {
  const run: Operation = (actor, event) => {
    const from = actor.effectsEnd;
    for (const action of actions) action.run(actor, event);
    actor.resolveTargets(from);
  };
  return { run, changes: true };
}

/** The entry into a final state: its parent is done, or the whole actor. */
function compileArrival(node: AnyStateNode): CompiledAction {
  const { parent, machine } = node;
  const type = `xstate.done.state.${parent?.id}`;
  const run: Operation = (actor, event) => {
    const output = computeOutput(node.output, actor, event);
    actor.raised.push({ type, output } as EventObject);
    if (!endsActor(node)) return;
    actor.status = 'done';
    const done = { type: `xstate.done.state.${node.id}`, output };
    actor.output =
      machine.root.output === undefined ? undefined : computeOutput(machine.root.output, actor, done);
  };
  return { run, changes: endsActor(node) };
}

function computeOutput(mapper: unknown, actor: ProgramActor, event: EventObject): unknown {
  return typeof mapper === 'function' ? mapper({ context: actor.context, event, self: actor }) : mapper;
}
