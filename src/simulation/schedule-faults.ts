import type { FaultInput } from '../input/model.ts';
import { beginFault, endFault } from './apply-fault.ts';
import type { TraceRecorder } from './trace-recorder.ts';
import type { World } from './world.ts';

/** Schedules something that happens from outside. */
export type ScheduleInput = (atMicros: number, run: () => void) => void;

/** Schedules the beginning and end of each fault. */
export function scheduleFaults(faults: readonly FaultInput[], schedule: ScheduleInput, recorder: TraceRecorder, world: World): void {
  for (const [index, fault] of faults.entries()) {
    const id = `faults/${index + 1}-${fault.kind}`;
    schedule(fault.fromMicros, () => beginFault(world, recorder, id, fault));
    if (fault.untilMicros === null || isMoment(fault)) continue;
    schedule(fault.untilMicros, () => endFault(world, recorder, id, fault));
    // A call that has begun takes as long as it was told: until it is over the node may still become NotReady.
    if (fault.kind === 'runtimeSlow') schedule(fault.untilMicros + Math.max(fault.listMicros ?? 0, fault.podStatusMicros ?? 0), () => {});
  }
}

function isMoment(fault: FaultInput): boolean {
  return fault.kind === 'kubeletRestart' || fault.kind === 'nodeReboot' || fault.kind === 'imageRemoved';
}
