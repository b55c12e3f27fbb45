import type { SimulationInput } from '../input/model.ts';

/** Measured on one quiet core (docs/decisions/speed.md): pods that come to run, and seconds of a node on which one pod never does. */
const podsPerSecond = 400;
const nodeSecondsPerSecond = 4_000;

/** How long a run that goes on for so many virtual seconds takes on one quiet core: reckoned, so that the same input gives the same. */
export function reckonedSeconds({ pods, nodes }: SimulationInput, virtualSeconds: number): number {
  return pods.length / podsPerSecond + (nodes.length * virtualSeconds) / nodeSecondsPerSecond;
}
