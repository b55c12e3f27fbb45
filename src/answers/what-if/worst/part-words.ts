import { countText } from '../../../reports/text/quantity-text.ts';
import type { SimulationInput } from '../../../run/simulation-input.ts';
import { faultWords } from './fault-candidate.ts';
import type { Luck } from './luck.ts';
import type { PartEffect } from './search-worst.ts';

/**
 * Returns the function that says what a part of the luck is: `registryDown …`,
 * `2 random numbers: how long default/web-0 rests …`.
 */
export function partWords(luck: Luck, input: SimulationInput): (part: PartEffect['part']) => string {
  const decides = decisions(input);
  return (part) => {
    switch (part.kind) {
      case 'fault': {
        const fault = luck.faults[part.index];
        return fault === undefined ? 'a fault' : faultWords(fault);
      }
      case 'arrivalOrder': {
        const [first = '', ...others] = luck.arrivalOrder;
        return `the order in which pods arrive: ${first} first, ${others.at(-1) ?? first} last`;
      }
      case 'draws': {
        const numbers = Object.keys(luck.draws[part.stream] ?? {});
        return `${countText(numbers.length, 'random number')}: ${decides.get(part.stream) ?? part.stream}`;
      }
      case 'seed':
        return `all else by seed ${luck.seed}; here by seed ${part.seed}, the median one`;
    }
  };
}

/** What the numbers of an actor decide, by the name of its stream. */
function decisions({ nodes, pods, registries }: SimulationInput): ReadonlyMap<string, string> {
  return new Map([
    ...nodes.map(
      ({ name }) => [name, `where ${name} is in its cycles (sync tick, relist, image GC)`] as const,
    ),
    ...Object.keys(registries).map((host) => [`registry/${host}`, `which requests ${host} refuses`] as const),
    ...pods.flatMap(({ nodeName, namespace, name, containers, initContainers }) => [
      [
        `${nodeName}/kubelet/${namespace}/${name}`,
        `how long ${namespace}/${name} rests after its syncs`,
      ] as const,
      ...[...initContainers, ...containers].map(
        (container) =>
          [
            `${nodeName}/images/kubelet/${namespace}/${name}/${container.name}`,
            `in which order ${namespace}/${name}/${container.name} fetches its layers`,
          ] as const,
      ),
    ]),
  ]);
}
