/**
 * Returns the numbers 0 … n-1 in the order that these draws in [0, 1) make of them (Fisher–Yates, from the end): every
 * order is equally likely. Without draws the order is that of the manifest.
 */
export function layerOrder(layers: number, draws: readonly number[]): readonly number[] {
  const order = Array.from({ length: layers }, (_, layer) => layer);
  draws.slice(0, Math.max(0, layers - 1)).forEach((draw, turn) => {
    const last = layers - 1 - turn;
    const chosen = Math.floor(draw * (last + 1));
    const kept = order[last] ?? last;
    order[last] = order[chosen] ?? chosen;
    order[chosen] = kept;
  });
  return order;
}
