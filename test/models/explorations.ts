import { type Exploration, exploreOnce } from '../../src/models/exploration/explore.ts';
import type { MachineModel } from '../../src/models/machine-model.ts';

/** Every start of the model, explored once for all tests of this process. */
export function explorationsOf(model: MachineModel): readonly Exploration[] {
  return model.starts.map((start) => exploreOnce(model, start));
}
