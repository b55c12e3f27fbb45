import type { MachineModel } from './machine-model.ts';
import { nodeModels } from './node-models.ts';
import { imagePullModel } from './pull/image-pull-model.ts';
import { pullBackOffModel } from './pull/pull-back-off-model.ts';
import { pullRecordsModel } from './pull/pull-records-model.ts';
import { pullSlotsModel } from './pull/pull-slots-model.ts';
import { pullThrottleModel } from './pull/pull-throttle-model.ts';
import { serialPullerModel } from './pull/serial-puller-model.ts';

/** The models of the image manager's machines. */
export const imageManagerModels: readonly MachineModel[] = [
  imagePullModel,
  pullSlotsModel,
  serialPullerModel,
  pullThrottleModel,
  pullBackOffModel,
  pullRecordsModel,
];

/** The models of all machines, those of the image manager first. */
export const models: readonly MachineModel[] = [...imageManagerModels, ...nodeModels];
