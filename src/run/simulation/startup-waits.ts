import type { PodRef } from '../../trace/observation.ts';
import type { TraceRecord } from '../../trace/record.ts';
import type { SimulationInput } from '../simulation-input.ts';
import type { ScheduleInput } from './apply-fault.ts';
import { recordMicros } from './controllers/controller.ts';
import { replacementsIn } from './pod-actions.ts';

/** Lets a run go on until the containers that have started are ready, which nothing else in it goes by. */
export class StartupWaits {
  /** By the UID of the pod and the name of the container. */
  readonly #startupMicros = new Map<string, number>();

  constructor(input: SimulationInput) {
    for (const { uid, containers, initContainers } of [...input.pods, ...replacementsIn(input)])
      for (const { name, startupMicros } of [...containers, ...initContainers])
        if (startupMicros !== undefined) this.#startupMicros.set(`${uid} ${name}`, startupMicros);
  }

  observe(record: TraceRecord, schedule: ScheduleInput | undefined): void {
    if (this.#startupMicros.size === 0 || !beginsStartup(record)) return;
    const startupMicros = this.#startupMicros.get(`${record.pod.uid} ${record.container}`);
    if (startupMicros !== undefined) schedule?.(recordMicros(record) + startupMicros, () => {});
  }
}

/** Whether a container begins its own start here: when it runs, or has read what it needs of its image. */
function beginsStartup(
  record: TraceRecord,
): record is Extract<TraceRecord, { type: 'container' | 'imageRead' }> & { readonly pod: PodRef } {
  return (
    (record.type === 'container' && record.state === 'running') ||
    (record.type === 'imageRead' && record.state === 'read' && record.pod !== undefined)
  );
}
