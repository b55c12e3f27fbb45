import { isNamedByWhatMeetsIt } from '../../runtime/fault.ts';
import type { ActorRecord } from '../../trace/record.ts';

/** Looks for faults that begin and that nothing meets, as the trace names them (`faults/1-badStatus`): most often a slip in their fields. */
export class IdleFaults {
  readonly #idle = new Set<string>();

  note(record: ActorRecord): void {
    if (record.type === 'fault') {
      if (record.state === 'began' && isNamedByWhatMeetsIt(record.fault)) this.#idle.add(record.actor);
    } else if (this.#idle.size > 0 && record.because?.kind === 'fault') this.#idle.delete(record.because.actor);
  }

  names(): string[] {
    return [...this.#idle];
  }
}
