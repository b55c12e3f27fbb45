import { mermaidId, mermaidLabel } from './mermaid-names.ts';

/** The fields of a state that its declaration needs. */
export interface MermaidState {
  readonly id: string;
  readonly isInitial: boolean;
}

/**
 * Returns the declarations of a machine's states in Mermaid. States within a state stand in its braces, with the arrow to the first of
 * them.
 */
export function mermaidStates(machine: string, states: readonly MermaidState[]): readonly string[] {
  const below = new Map<string, MermaidState[]>();
  for (const state of states) {
    const parent = state.id.slice(0, state.id.lastIndexOf('.'));
    below.set(parent, [...(below.get(parent) ?? []), state]);
  }
  const linesOf = ({ id, isInitial }: MermaidState, indent: string): readonly string[] => {
    const children = below.get(id) ?? [];
    const name = `${indent}state "${mermaidLabel(id.slice(id.lastIndexOf('.') + 1))}" as ${mermaidId(id)}`;
    const begin = isInitial ? [`${indent}[*] --> ${mermaidId(id)}`] : [];
    if (children.length === 0) return [name, ...begin];
    return [`${name} {`, ...children.flatMap((child) => linesOf(child, `${indent}  `)), `${indent}}`, ...begin];
  };
  return (below.get(machine) ?? []).flatMap((state) => linesOf(state, ''));
}
