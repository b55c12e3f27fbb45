import { outputRows, type SavedOutput } from '../../../reports/outputs.ts';
import type { ExportFormat } from '../worker/worker-protocol.ts';

/** A file that a run can be saved as. */
export interface Offer {
  readonly format: ExportFormat;
  readonly title: string;
  readonly words: string;
  readonly ending: string;
  readonly type: string;
}

/** The files that a run can be saved as. */
export const exportOffers: readonly Offer[] = [
  {
    format: 'report',
    title: 'Report',
    words: 'one HTML file with pictures, tables and inputs',
    ending: 'html',
    type: 'text/html',
  },
  ...outputRows.flatMap(([format, { words, file }]) =>
    file === undefined ? [] : [{ format: format as SavedOutput, words, ...file }],
  ),
  {
    format: 'steps',
    title: 'Trace with steps',
    words: 'for Stately Inspector: windlass inspect FILE',
    ending: 'steps.ndjson',
    type: 'application/x-ndjson',
  },
];
