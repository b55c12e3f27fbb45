import type { MachineModel } from '../../../proof/models/machine-model.ts';
import { models } from '../../../proof/models/models.ts';
import { machineId } from './machine-id.ts';

/**
 * Returns the models of these machines (`imagePull`, `image-pull`), each once and in our order; all of them
 * if none is named. Throws a usage error.
 */
export function modelsNamed(names: readonly string[]): readonly MachineModel[] {
  const asked = new Set(names.map((name) => modelNamed(name)));
  return names.length === 0 ? models : models.filter((model) => asked.has(model));
}

/**
 * Returns the model of this machine (`imagePull`, `image-pull`). Throws a usage error that names the nearest.
 */
export function modelNamed(name: string): MachineModel {
  const ids = models.map(({ id }) => id);
  const found = models[ids.indexOf(machineId(name, ids))];
  if (found === undefined) throw new Error(`${name}: its id is none of ${ids}`);
  return found;
}
