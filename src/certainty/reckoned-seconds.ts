import type { SimulationInput } from '../input/model.ts';

/**
 * Measured on one quiet core (docs/decisions/speed.md): the pods that come to run per second, and the virtual seconds of a node on which a
 * pod never does.
 */
const podsPerSecond = 400;
const nodeSecondsPerSecond = 4_000;

/**
 * Returns an estimate of the seconds that a run of so many virtual seconds takes on one quiet core. It is computed and not measured, so
 * that the same input gives the same figure.
 */
export function reckonedSeconds({ pods, nodes }: SimulationInput, virtualSeconds: number): number {
  return pods.length / podsPerSecond + (nodes.length * virtualSeconds) / nodeSecondsPerSecond;
}
