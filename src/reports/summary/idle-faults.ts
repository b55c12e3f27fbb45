import { isRecordedAsCause } from '../../rules/runtime/fault.ts';
import type { ActorRecord } from '../../trace/record.ts';

/**
 * Finds faults that begin but affect nothing, by their names in the trace (`faults/1-badStatus`). The usual
 * reason is a mistake in their fields.
 */
export class IdleFaults {
  readonly #idle = new Set<string>();

  note(record: ActorRecord): void {
    if (record.type === 'fault') {
      if (record.state === 'began' && isRecordedAsCause(record.fault)) this.#idle.add(record.actor);
    } else if (this.#idle.size > 0 && record.because?.kind === 'fault')
      this.#idle.delete(record.because.actor);
  }

  names(): string[] {
    return [...this.#idle];
  }
}
