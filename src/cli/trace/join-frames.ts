import type { PartEnd } from '../../simulation/part-run.ts';
import { RecordNumbers } from '../../simulation/record-numbers.ts';
import type { Pauses } from '../../simulation/simulate.ts';
import { inOrderOfTime } from '../../simulation/trace-join.ts';
import type { ActorRecord, HeaderRecord } from '../../trace/record.ts';
import { formatRecord } from '../../trace/write-trace.ts';
import type { ChunkStore } from './chunk-store.ts';
import { FrameReader } from './record-frames.ts';
import type { TraceOutput } from './trace-output.ts';

/**
 * Writes the trace of a run from the frames of its finished parts, as `TraceJoin` does from records. `hear` gets each record, too. Returns
 * how the trace ends: as the run did, or interrupted at the time that it has reached.
 */
export async function joinFrames(
  store: ChunkStore,
  { header, parts, end }: { readonly header: HeaderRecord; readonly parts: number; readonly end: PartEnd },
  output: TraceOutput,
  pauses: Pauses,
  hear?: (record: ActorRecord) => void,
): Promise<PartEnd> {
  const numbers = new RecordNumbers(parts);
  const readers = Array.from({ length: parts }, (_, part) => new FrameReader(store.reader(part)));
  const writeInstant = (part: number, at: number) => {
    for (const reader = readers[part]; reader?.nextAt === at; ) {
      const line = reader.take(numbers.take(part, reader.isOfScenario), (own) => numbers.of(part, own));
      if (line === undefined) continue;
      output.add(line);
      hear?.(JSON.parse(line));
    }
  };
  const finish = (last: PartEnd) => {
    output.add(formatRecord({ type: 'end', id: numbers.next, ...last }));
    return last;
  };
  output.add(formatRecord(header));
  for (const at of inOrderOfTime(parts, (part) => readers[part]?.nextAt, writeInstant)) {
    // The records of an interrupted run are all written.
    if (end.reason === 'interrupted' || !pauses.isDue() || (await pauses.goesOn())) continue;
    return finish({ ...end, at, reason: 'interrupted' });
  }
  return finish(end);
}
