import type { AnyStateNode, AnyTransitionDefinition } from 'xstate';

// Which states a transition leaves and enters: XState's computeExitSet and computeEntrySet (v5.33,
// stateUtils), for one target without parallel states and history.

/** The state and its ancestors, itself first. */
export function ancestorChain(node: AnyStateNode): readonly AnyStateNode[] {
  return node.parent === undefined ? [node] : [node, ...ancestorChain(node.parent)];
}

/** The leaf that an actor reaches when it enters `node`. */
export function initialLeaf(node: AnyStateNode): AnyStateNode {
  const first = node.type === 'compound' ? node.initial.target[0] : undefined;
  return first === undefined ? node : initialLeaf(first);
}

/** The states that the transition leaves where `leaf` is active, the deepest first. */
export function exited(transition: AnyTransitionDefinition, leaf: AnyStateNode): readonly AnyStateNode[] {
  if (transition.target === undefined) return [];
  const domain = transitionDomain(transition);
  return ancestorChain(leaf).filter((node) => isBelow(node, domain));
}

/** The states that the transition enters, the outermost first. */
export function entered(transition: AnyTransitionDefinition): readonly AnyStateNode[] {
  const target = transition.target?.[0];
  if (target === undefined) return [];
  const domain = transitionDomain(transition);
  const inside = ancestorChain(initialLeaf(target)).filter((node) => isBelow(node, target));
  const isEntered = transition.source !== target || domain !== target;
  const ancestors = ancestorChain(target).filter((node) => node !== target && isBelow(node, domain));
  return [...inside, ...(isEntered ? [target] : []), ...ancestors].reverse();
}

/** The innermost state that stays active; undefined if not even the root does. */
function transitionDomain({
  source,
  target = [],
  reenter,
}: AnyTransitionDefinition): AnyStateNode | undefined {
  const [to] = target;
  if (to === undefined) return source;
  if (!reenter && (to === source || isBelow(to, source))) return source;
  const common = ancestorChain(to).find((node) => node !== to && isBelow(source, node));
  return common ?? (reenter ? undefined : source.machine.root);
}

/** Without a second state everything is below, since that stands for what is above the root. */
function isBelow(node: AnyStateNode, other: AnyStateNode | undefined): boolean {
  if (other === undefined) return true;
  return node.parent !== undefined && (node.parent === other || isBelow(node.parent, other));
}
