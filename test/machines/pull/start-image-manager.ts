import type { ImageManager } from '../../../machines/pull/image-manager.ts';
import { pullBackOffReducer } from '../../../machines/pull/pull-back-off.ts';
import { pullRecordsReducer } from '../../../machines/pull/pull-records.ts';
import { pullSlotsMachine } from '../../../machines/pull/pull-slots.ts';
import { pullThrottleMachine } from '../../../machines/pull/pull-throttle.ts';
import { serialPullerMachine } from '../../../machines/pull/serial-puller.ts';
import type { BackOffRules } from '../../../src/rules/kubelet/images/back-off.ts';
import type { Stage } from '../stage.ts';

export interface ImageManagerOptions extends Pick<ImageManager, 'profile' | 'imageService'> {
  readonly verifiesCredentials?: boolean;
  /** undefined: serial pulls. */
  readonly slotsMax: number | undefined;
  /** 0 or absent: no limit. */
  readonly qps?: number;
  readonly burst?: number;
  readonly backOff?: BackOffRules;
}

/** Starts the actors that all pulls of a kubelet share, in front of a container runtime. */
export function startImageManager(world: Stage, options: ImageManagerOptions): ImageManager {
  const { clock, recorder, start } = world;
  const { profile, imageService, slotsMax, qps = 0, burst = 0, verifiesCredentials = false } = options;
  const { backOff = { initialMicros: 10_000_000, maxMicros: 300_000_000 } } = options;
  const input = (name: string) => ({ name, clock, recorder });
  return {
    profile,
    verifiesCredentials,
    clock,
    recorder,
    imageService,
    slots:
      slotsMax === undefined
        ? start(serialPullerMachine, input('serial-puller'))
        : start(pullSlotsMachine, { ...input('pull-slots'), slotsMax }),
    throttle: start(pullThrottleMachine, { ...input('pull-throttle'), rules: { qps, burst } }),
    backOff: start(pullBackOffReducer, { ...input('pull-back-off'), rules: backOff }),
    records: start(pullRecordsReducer, { ...input('pull-records'), policy: '' }),
  };
}
