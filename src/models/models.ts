import { credentialedPullModel } from './credentialed-pull-model.ts';
import { imagePullModel } from './image-pull-model.ts';
import type { MachineModel } from './machine-model.ts';
import { nodeModels } from './node-models.ts';
import { pullBackOffModel } from './pull-back-off-model.ts';
import { pullRecordsModel } from './pull-records-model.ts';
import { pullSlotsModel } from './pull-slots-model.ts';
import { pullThrottleModel } from './pull-throttle-model.ts';
import { serialPullerModel } from './serial-puller-model.ts';

/** The models of the image manager's machines. */
export const imageManagerModels: readonly MachineModel[] = [
  imagePullModel,
  credentialedPullModel,
  pullSlotsModel,
  serialPullerModel,
  pullThrottleModel,
  pullBackOffModel,
  pullRecordsModel,
];

/** The models of all machines, those of the image manager first. */
export const models: readonly MachineModel[] = [...imageManagerModels, ...nodeModels];
