import type { AnyStateNode, AnyTransitionDefinition } from 'xstate';

/** The transitions that an event may take from a state, in order: leaf before parent, exact before wildcard, longer before shorter. */
export function candidatesOf(chain: readonly AnyStateNode[], type: string): readonly AnyTransitionDefinition[] {
  return chain.flatMap(({ transitions }) => {
    const wild = [...transitions.keys()].filter((descriptor) => descriptor !== type && matches(type, descriptor));
    const descriptors = [type, ...wild.sort((a, b) => b.length - a.length)];
    return descriptors.flatMap((descriptor): readonly AnyTransitionDefinition[] => transitions.get(descriptor) ?? []);
  });
}

/** Whether a descriptor stands for more than one type of events. */
export function isWildcard(descriptor: string): boolean {
  return descriptor === '*' || descriptor.endsWith('.*');
}

/** XState's `matchesEventDescriptor` (v5.33), of which the package exports none. */
function matches(type: string, descriptor: string): boolean {
  if (descriptor === '*') return true;
  if (!isWildcard(descriptor)) return false;
  const tokens = type.split('.');
  const wanted = descriptor.split('.');
  for (const [index, token] of wanted.entries()) {
    if (token === '*') return index === wanted.length - 1;
    if (token !== tokens[index]) return false;
  }
  return true;
}
