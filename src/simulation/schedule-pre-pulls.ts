import type { NodeInput } from '../input/model.ts';
import type { ScheduleInput } from './schedule-faults.ts';
import type { World } from './world.ts';

/** Puts the beginning of each pre-pull into the queue. */
export function schedulePrePulls(nodes: readonly NodeInput[], schedule: ScheduleInput, world: World): void {
  for (const { name, prePulls = [] } of nodes) {
    for (const { atMicros, ...plan } of prePulls) {
      schedule(atMicros, () => world.nodes.get(name)?.send({ type: 'PRE_PULL.REQUESTED', plan }));
    }
  }
}
