import { didYouMean } from '../../../inputs/documents/did-you-mean.ts';
import { longestPath } from '../../../reports/critical-path/critical-path.ts';
import type { RunRow } from '../../../reports/run-view/run-rows.ts';
import { splitInput } from '../../../run/simulation/simulate.ts';
import type { SimulationInput } from '../../../run/simulation-input.ts';

/**
 * Returns the container that a name means: `default/web-0/app`, `web-0/app`, `default/web-0` or `web-0`. Of a
 * pod without a container's name it is the one that came to run last, or the first one that did not; of pods
 * that had the name one after another, the latest. Without a name it is the one with the longest path.
 * undefined if there is none.
 */
export function containerNamed(rows: readonly RunRow[], name: string | undefined): RunRow | undefined {
  if (name === undefined) return longestPath(rows);
  const exact = rows.findLast((row) => namesOf(row).includes(name));
  if (exact !== undefined) return exact;
  const uid = rows.findLast((row) => podNamesOf(row).includes(name))?.container.pod.uid;
  return longestPath(rows.filter(({ container }) => container.pod.uid === uid));
}

/** Returns a name that is nearly the wanted one, in the same form; undefined if there is none. */
export function nearName(rows: readonly RunRow[], name: string): string | undefined {
  const slashes = name.split('/').length;
  const names = new Set(rows.flatMap((row) => [...podNamesOf(row), ...namesOf(row)]));
  return didYouMean(
    name,
    [...names].filter((known) => known.split('/').length === slashes),
  );
}

function podNamesOf({ container: { pod } }: RunRow): string[] {
  return [pod.name, `${pod.namespace}/${pod.name}`];
}

function namesOf(row: RunRow): string[] {
  return podNamesOf(row).map((pod) => `${pod}/${row.container.name}`);
}

/**
 * Returns that there is no container of this name, with a similar one; without a name: that there is none at
 * all.
 */
export function noContainerText(name: string | undefined, near: string | undefined): string {
  if (name === undefined) return 'there is no container in this run to explain';
  return `--pod ${name}: no pod or container of this run has this name${near === undefined ? '' : `; did you mean ${near}?`}`;
}

/**
 * Returns the part of the input in which the pod of this name runs: nodes that share nothing with it cannot
 * change what happens to it. The whole input if the pod is not in it (it may take another one's place).
 */
export function partOfPod(
  input: SimulationInput,
  { namespace, name }: { readonly namespace: string; readonly name: string },
): SimulationInput {
  const parts = splitInput(input);
  return (
    parts.find(({ pods }) => pods.some((pod) => pod.name === name && pod.namespace === namespace)) ?? input
  );
}
