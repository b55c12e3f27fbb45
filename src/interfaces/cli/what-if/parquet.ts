import { parquetWriteBuffer } from 'hyparquet-writer';
import type { SweepColumn } from '../../../answers/what-if/sweep/sweep-table.ts';

const types = { text: 'STRING', whole: 'INT32', figure: 'DOUBLE' } as const;

/** Returns a table as an Apache Parquet file, Snappy inside. Figures that a run does not have are null. */
export function parquetBytes(columns: readonly SweepColumn[]): Uint8Array {
  const columnData = columns.map(({ name, type, values }) => ({
    name,
    data: [...values],
    type: types[type],
    nullable: type !== 'whole',
  }));
  return new Uint8Array(parquetWriteBuffer({ columnData }));
}
