import type { SimulationInput } from '../../input/model.ts';
import { partsOf } from '../../simulation/simulate.ts';

/**
 * Returns the part of the input in which the pod of this name runs: nodes that share nothing with it cannot change what happens to it. The
 * whole input if the pod is not in it (it may take another one's place).
 */
export function partOfPod(
  input: SimulationInput,
  { namespace, name }: { readonly namespace: string; readonly name: string },
): SimulationInput {
  const parts = partsOf(input);
  return parts.find(({ pods }) => pods.some((pod) => pod.name === name && pod.namespace === namespace)) ?? input;
}
