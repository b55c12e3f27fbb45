import { type Exploration, explore } from '../../src/models/explore.ts';
import type { MachineModel } from '../../src/models/machine-model.ts';

const explored = new WeakMap<MachineModel, readonly Exploration[]>();

/** Every start of the model, explored once for all tests of this process. */
export function explorationsOf(model: MachineModel): readonly Exploration[] {
  const known = explored.get(model) ?? model.starts.map((start) => explore(model, start));
  explored.set(model, known);
  return known;
}
