import { layerOrder } from '../../src/rules/runtime/images/layer-chunks.ts';

/**
 * Returns the draws that make `layerOrder` put 0 … n-1 into the given order: chance as it was recorded.
 * Throws where `order` is no permutation.
 */
export function drawsForOrder(order: readonly number[]): readonly number[] {
  const places = Array.from({ length: order.length }, (_, place) => place);
  const draws: number[] = [];
  for (let last = order.length - 1; last > 0; last--) {
    const chosen = places.indexOf(order[last] ?? -1);
    draws.push((chosen + 0.5) / (last + 1));
    const kept = places[last] ?? last;
    places[last] = places[chosen] ?? chosen;
    places[chosen] = kept;
  }
  if (layerOrder(order.length, draws).join() !== order.join())
    throw new Error(`no order of ${order.length} layers: ${order.join(', ')}`);
  return draws;
}
