import type { ActorRecord, EndRecord, HeaderRecord, TraceRecord } from '../trace/record.ts';
import { EventQueue } from './event-queue.ts';
import type { PartEnd } from './part-run.ts';

/** How a run ends of which a part ends so: the first of them. */
const endReasons = ['interrupted', 'horizon'] as const;

/**
 * Makes one trace of those of a run's parts: in order of time, at one microsecond in the order of the parts. Each part numbers its
 * records from 1; here they get the numbers of the whole, and causes follow. What the scenario tells in every part is in it once.
 */
export class TraceJoin {
  readonly #write: (record: TraceRecord) => void;
  /** The numbers in the whole of each part's records, by their own. */
  readonly #ids: readonly number[][];
  /** What the scenario has told in the first part, in order, and how much of it in each of the others. */
  readonly #scenarioIds: number[] = [];
  readonly #scenarioTold: number[];
  #nextId = 0;

  constructor(parts: number, write: (record: TraceRecord) => void) {
    this.#write = write;
    this.#ids = Array.from({ length: parts }, () => [0]);
    this.#scenarioTold = Array.from({ length: parts }, () => 0);
  }

  begin(header: HeaderRecord): void {
    this.#nextId = 1;
    this.#write(header);
  }

  /** The next record of the whole; nobody else has it yet, so that it is changed in place. */
  write(part: number, record: ActorRecord): void {
    if (this.#ids.length === 1) {
      this.#nextId++;
      this.#write(record);
      return;
    }
    const ids = this.#ids[part] ?? [];
    const isOfScenario = record.type === 'fault';
    if (isOfScenario && part > 0) {
      const told = this.#scenarioTold[part] ?? 0;
      this.#scenarioTold[part] = told + 1;
      ids.push(this.#scenarioIds[told] ?? 0);
      return;
    }
    const id = this.#nextId++;
    ids.push(id);
    if (isOfScenario) this.#scenarioIds.push(id);
    const own = record as { id: number; because?: { record?: number } };
    own.id = id;
    if (own.because?.record !== undefined) own.because.record = ids[own.because.record] ?? 0;
    this.#write(record);
  }

  /** Writes the whole from the kept records of all parts. */
  writeAll(kept: readonly (readonly ActorRecord[])[]): void {
    const queue = new EventQueue();
    const add = (part: number, from: number): void => {
      const records = kept[part] ?? [];
      const at = records[from]?.at;
      if (at === undefined) return;
      const writeInstant = () => {
        let index = from;
        for (let record = records[index]; record?.at === at; record = records[++index]) this.write(part, record);
        add(part, index);
      };
      queue.push({ atMicros: at, sequence: part, run: writeInstant });
    };
    for (let part = 0; part < kept.length; part++) add(part, 0);
    for (let entry = queue.pop(); entry !== undefined; entry = queue.pop()) entry.run?.();
  }

  /** Writes the last record, and returns it. */
  end(ends: readonly PartEnd[]): EndRecord {
    const end: EndRecord = { type: 'end', id: this.#nextId++, ...endOfParts(ends) };
    this.#write(end);
    return end;
  }
}

/** How a run ends whose parts ended so. */
export function endOfParts(ends: readonly PartEnd[]): PartEnd {
  return {
    at: ends.reduce((latest, { at }) => Math.max(latest, at), 0),
    reason: endReasons.find((reason) => ends.some((end) => end.reason === reason)) ?? 'settled',
    steps: ends.reduce((sum, { steps }) => sum + steps, 0),
  };
}
