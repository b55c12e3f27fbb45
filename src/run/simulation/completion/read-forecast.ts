import { copyTables, fillTables, type Table } from '../../../rules/collections/kept-tables.ts';
import type { TraceRecord } from '../../../trace/record.ts';
import type { Forecast } from './pod-forecast.ts';

/**
 * Tells whether a container still waits for what it reads of its image at its start. The rest of the image, which
 * comes behind it, keeps no run going.
 */
export class ReadForecast implements Forecast {
  /** The containers that wait, with their nodes. */
  readonly #readers = new Map<string, string>();

  get canAct(): boolean {
    return this.#readers.size > 0;
  }

  save(): readonly Table[] {
    return copyTables([this.#readers]);
  }

  load(tables: readonly Table[]): void {
    fillTables([this.#readers], tables);
  }

  observe(record: TraceRecord): void {
    if (record.type === 'imageRead' && record.pod !== undefined) {
      const reader = `${record.pod.uid} ${record.container ?? ''}`;
      if (record.state === 'reading') this.#readers.set(reader, record.node);
      else if (record.state === 'read') this.#readers.delete(reader);
    } else if (record.type === 'node' && record.state === 'rebooting') this.#forget(record.node);
    else if (record.type === 'instance' && record.state === 'gone') this.#forget(record.node);
  }

  /** The containers of the node are dead, and nobody answers them. */
  #forget(node: string): void {
    for (const [reader, place] of this.#readers) if (place === node) this.#readers.delete(reader);
  }
}
