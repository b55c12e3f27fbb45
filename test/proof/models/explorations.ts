import { type Exploration, exploreOnce } from '../../../src/proof/models/exploration/explore.ts';
import type { MachineModel } from '../../../src/proof/models/machine-model.ts';

/** Every start of the model, explored once for all tests of this process. */
export function explorationsOf(model: MachineModel): readonly Exploration[] {
  return model.starts.map((start) => exploreOnce(model, start));
}
