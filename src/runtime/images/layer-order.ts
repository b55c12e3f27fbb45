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

/**
 * Returns the numbers 0 … n-1 in the order in which a runtime that goes by the manifest asks for them, where `together` may
 * start at once: the last of those comes first, since Go's scheduler runs the goroutine that was started last. Measured in
 * 43 of 62 recorded pulls of containerd 1.6 with three at once (2, 0, 1); in 18 it came second.
 */
export function manifestOrder(layers: number, together: number): readonly number[] {
  const order = Array.from({ length: layers }, (_, layer) => layer);
  const last = Math.min(layers, together) - 1;
  return last < 1 ? order : [last, ...order.slice(0, last), ...order.slice(last + 1)];
}
