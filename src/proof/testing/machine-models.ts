import type { AnyStateMachine } from 'xstate';
import type { AnyReducer } from '../../../machines/reducer.ts';
import { allModels } from '../models/all-models.ts';
import type { MachineModel, ModelStart } from '../models/machine-model.ts';

/** Returns the model of a machine of `windlass/machines`. Throws a `RangeError` for any other machine. */
export function modelNamed({ id }: AnyStateMachine | AnyReducer): MachineModel {
  const model = allModels.find((one) => one.id === id);
  if (model === undefined) throw new RangeError(`${id} is no machine of windlass/machines`);
  return model;
}

/** Returns the start of this name, or the first one. Throws a `RangeError` that lists the names. */
export function startNamed({ id, starts }: MachineModel, name: string | undefined): ModelStart {
  const start = name === undefined ? starts[0] : starts.find((one) => one.name === name);
  if (start === undefined)
    throw new RangeError(
      `${id} has no start ${JSON.stringify(name)}: ${starts.map((one) => JSON.stringify(one.name)).join(', ')}`,
    );
  return start;
}
