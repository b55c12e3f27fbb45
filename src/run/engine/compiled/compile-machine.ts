import type { AnyActorLogic, AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { type CompiledAction, compileAction } from './compile-action.ts';
import { compileEntry, compileExit, endsActor } from './compile-entry.ts';
import { compileGuard } from './compile-guard.ts';
import { stateError } from './engine-error.ts';
import { macrostep, settle } from './macrostep.ts';
import type { Guard, Leaf, Program, ProgramActor, Step } from './program.ts';
import { ancestorChain, entered, exited, initialLeaf } from './state-sets.ts';

/** Returns the program of a machine: tables of closures. The machine is not changed. */
export function compileMachine(machine: AnyStateMachine): Program {
  const { root } = machine;
  const snapshotOf = snapshots(machine);
  const parts = transitionParts(snapshotOf);
  check(root, parts);
  const leaves = new Map(leavesBelow(root).map((node) => [node, new LeafTable(node)]));
  for (const leaf of leaves.values()) leaf.link(leaves, parts);
  return { logic: machine as AnyActorLogic, begin: beginning(machine, leaves), react: macrostep, snapshotOf };
}

type Leaves = ReadonlyMap<AnyStateNode, Leaf>;

/** Its tables are made when the first event arrives in it: many a state is for what a run never has. */
class LeafTable implements Leaf {
  readonly node: AnyStateNode;
  steps: ReadonlyMap<string, readonly Step[]> = new Map();
  otherwise: (type: string) => readonly Step[] = () => [];
  always: readonly Step[] = [];

  constructor(node: AnyStateNode) {
    this.node = node;
  }

  /** Must be called once all leaves exist, since transitions lead to other leaves. */
  link(leaves: Leaves, parts: Parts): void {
    const chain = ancestorChain(this.node);
    const stepOf = memoized((transition: AnyTransitionDefinition) => stepAt(this, transition, leaves, parts));
    this.always = chain.flatMap(({ always = [] }) => always).map(stepOf);
    this.otherwise = (type) => {
      this.#fill(chain, stepOf);
      return this.steps.get(type) ?? this.otherwise(type);
    };
  }

  #fill(chain: readonly AnyStateNode[], stepOf: (transition: AnyTransitionDefinition) => Step): void {
    const stepsOf = (type: string) => candidateTransitions(chain, type).map(stepOf);
    const descriptors = new Set(chain.flatMap(({ transitions }) => [...transitions.keys()]));
    const exact = [...descriptors].filter((descriptor) => !isWildcard(descriptor));
    this.steps = new Map(exact.map((type) => [type, stepsOf(type)]));
    const wildcardSteps = stepsOf('');
    const isOneForAll = [...descriptors].every((descriptor) => descriptor === '*' || !isWildcard(descriptor));
    this.otherwise = isOneForAll ? () => wildcardSteps : stepsOf;
  }
}

/** What transitions are made of, once for all leaves in which they may be taken. */
interface Parts {
  readonly exit: (node: AnyStateNode) => readonly CompiledAction[];
  /** Its own actions, and the entries after them. */
  readonly rest: (transition: AnyTransitionDefinition) => readonly CompiledAction[];
  readonly guard: (transition: AnyTransitionDefinition) => Guard | undefined;
}

function transitionParts(snapshotOf: Program['snapshotOf']): Parts {
  return {
    exit: memoized(compileExit),
    rest: memoized((transition) => {
      const { source, target = [], actions } = transition;
      if (target.length > 1) throw stateError(source, 'a transition has several targets');
      return [
        ...actions.map((action) => compileAction(action, source)),
        ...entries(entered(transition), target[0]),
      ];
    }),
    guard: memoized(({ guard, source }) =>
      guard === undefined ? undefined : compileGuard(guard, source, snapshotOf),
    ),
  };
}

function memoized<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const compiledParts = new Map<Key, Value>();
  return (key) => {
    const part = compiledParts.get(key) ?? make(key);
    compiledParts.set(key, part);
    return part;
  };
}

function stepAt(leaf: Leaf, transition: AnyTransitionDefinition, leaves: Leaves, parts: Parts): Step {
  const [to] = transition.target ?? [];
  const end = to === undefined ? leaf.node : initialLeaf(to);
  const all = [...exited(transition, leaf.node).flatMap(parts.exit), ...parts.rest(transition)];
  return {
    guard: parts.guard(transition),
    operations: all.map(({ run }) => run),
    target: leafAt(end, leaves),
    changes: end !== leaf.node || all.some(({ changes }) => changes),
    transition,
  };
}

/** What happens as states are entered; `from` and those below it are entered from their beginning. */
function entries(nodes: readonly AnyStateNode[], from: AnyStateNode | undefined): readonly CompiledAction[] {
  const last = nodes.at(-1);
  return [
    ...nodes.flatMap((node) => compileEntry(node, from !== undefined && ancestorChain(node).includes(from))),
    // An actor that is done exits all its states.
    ...(last !== undefined && endsActor(last)
      ? ancestorChain(last).flatMap((node) => node.exit.map((action) => compileAction(action, node)))
      : []),
  ];
}

/** Returns the function that sets the first context and state, as XState's getInitialSnapshot does. */
function beginning(machine: AnyStateMachine, leaves: Leaves): Program['begin'] {
  const { root } = machine;
  const first = leafAt(initialLeaf(root), leaves);
  const operations = entries([...ancestorChain(first.node)].reverse(), root).map(({ run }) => run);
  const { context } = machine.config as { readonly context?: unknown };
  return (actor, input) => {
    const event = { type: 'xstate.init', input };
    actor.leaf = first;
    actor.context = typeof context === 'function' ? {} : { ...(context ?? {}) };
    if (typeof context === 'function') {
      const args = actor.args.of(event);
      const createdContext: unknown = context({ spawn: args.spawn, input, self: actor });
      // The input is the parent's; anything else is made for this actor alone.
      actor.context = createdContext === input ? { ...(createdContext as object) } : createdContext;
      args.adopt();
    }
    const firstContext = actor.context;
    try {
      for (const operation of operations) operation(actor, event);
      settle(actor, event);
    } catch (error) {
      actor.context = firstContext;
      actor.leaf = first;
      throw error;
    }
  };
}

/**
 * Returns the function that makes XState's snapshots. What does not change while an actor is in a state is
 * made only once.
 */
function snapshots(machine: AnyStateMachine): Program['snapshotOf'] {
  const templates = new Map<AnyStateNode, object>();
  return ({ leaf, context, status, output, error, children, system }: ProgramActor) => {
    const node = leaf?.node ?? initialLeaf(machine.root);
    const template =
      templates.get(node) ?? machine.resolveState({ value: stateValue(node), context: {} } as never);
    templates.set(node, template);
    const snapshotContext = system.copiesContexts ? context : { ...(context as object) };
    return {
      ...template,
      status,
      output,
      error,
      context: snapshotContext,
      children: Object.fromEntries(children ?? []),
    };
  };
}

function stateValue(node: AnyStateNode): object | string {
  return (
    node.path.reduceRight<object | string>((inner, key) => (inner === '' ? key : { [key]: inner }), '') || {}
  );
}

function leafAt(node: AnyStateNode, leaves: Leaves): Leaf {
  const leaf = leaves.get(node);
  if (leaf === undefined) throw stateError(node, 'it cannot be rested in');
  return leaf;
}

function leavesBelow(node: AnyStateNode): readonly AnyStateNode[] {
  const leaves = Object.values(node.states).flatMap(leavesBelow);
  return leaves.length === 0 ? [node] : leaves;
}

/** A defect counts even in a state that no transition leads to. */
function check(node: AnyStateNode, parts: Parts): void {
  if (node.type === 'parallel' || node.type === 'history')
    throw stateError(node, `it is a ${node.type} state`);
  if (node.type === 'final' && node.parent === undefined) throw stateError(node, 'it is final');
  compileEntry(node, true);
  parts.exit(node);
  for (const transition of [...node.transitions.values(), node.always ?? []].flat()) {
    parts.rest(transition);
    parts.guard(transition);
  }
  for (const child of Object.values(node.states)) check(child, parts);
}

/**
 * The transitions that an event may take from a state, in order: leaf before parent, exact before wildcard,
 * longer before shorter.
 */
function candidateTransitions(
  chain: readonly AnyStateNode[],
  type: string,
): readonly AnyTransitionDefinition[] {
  return chain.flatMap(({ transitions }) => {
    const wild = [...transitions.keys()].filter(
      (descriptor) => descriptor !== type && matches(type, descriptor),
    );
    const descriptors = [type, ...wild.sort((a, b) => b.length - a.length)];
    return descriptors.flatMap(
      (descriptor): readonly AnyTransitionDefinition[] => transitions.get(descriptor) ?? [],
    );
  });
}

/** Whether a descriptor stands for more than one type of events. */
function isWildcard(descriptor: string): boolean {
  return descriptor === '*' || descriptor.endsWith('.*');
}

/** XState's `matchesEventDescriptor` (v5.33), of which the package exports none. */
function matches(type: string, descriptor: string): boolean {
  if (descriptor === '*') return true;
  if (!isWildcard(descriptor)) return false;
  const tokens = type.split('.');
  const wildcardTokens = descriptor.split('.');
  for (const [index, token] of wildcardTokens.entries()) {
    if (token === '*') return index === wildcardTokens.length - 1;
    if (token !== tokens[index]) return false;
  }
  return true;
}
