import { charts } from '../../../charts/statechart/charts.ts';
import type { MachineModel } from '../../../proof/models/machine-model.ts';
import { kubeletModels } from '../../../proof/models/models.ts';
import { CommandError, exitCode } from '../command-error.ts';
import { machineId, matchingId } from './machine-id.ts';

/**
 * Returns the models of these machines (`imagePull`, `image-pull`), each once and in our order; all of them
 * if none is named. Throws a usage error.
 */
export function modelsNamed(names: readonly string[]): readonly MachineModel[] {
  const asked = new Set(names.map((name) => modelNamed(name)));
  return names.length === 0 ? kubeletModels : kubeletModels.filter((model) => asked.has(model));
}

/**
 * Returns the model of this machine (`imagePull`, `image-pull`). Throws a usage error that names the nearest
 * one, or says that a machine has no model here.
 */
export function modelNamed(name: string): MachineModel {
  const ids = kubeletModels.map(({ id }) => id);
  const chartIds = charts.map(({ machine }) => machine);
  const chartId = matchingId(name, chartIds) ?? machineId(name, ids);
  const model = kubeletModels.find(({ id }) => id === chartId);
  if (model !== undefined) return model;
  throw new CommandError(
    exitCode.usage,
    `${chartId} has no paths: only the kubelet's machines have some:\n  ${ids.join('\n  ')}`,
  );
}
