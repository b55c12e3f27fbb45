import { isNamedByWhatMeetsIt } from '../../runtime/fault.ts';
import type { TraceRecord } from '../../trace/record.ts';

/** The faults that began and that nothing in the run met, as the trace names them (`faults/1-badStatus`): most often a slip in their fields. */
export function idleFaults(records: readonly TraceRecord[]): string[] {
  const idle = new Set<string>();
  for (const record of records) {
    if (record.type === 'fault') {
      if (record.state === 'began' && isNamedByWhatMeetsIt(record.fault)) idle.add(record.actor);
    } else if ('because' in record && record.because?.kind === 'fault') {
      idle.delete(record.because.actor);
    }
  }
  return [...idle];
}
