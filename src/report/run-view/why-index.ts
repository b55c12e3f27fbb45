import type { TraceRecord } from '../../trace/record.ts';
import { visibleText } from '../text/visible-text.ts';
import { BarDetails } from './bar-details.ts';
import { CauseIndex } from './cause-index.ts';
import { type RunRow, runRows } from './run-rows.ts';
import { turnText } from './turn-text.ts';
import { whyPhrase } from './why-phrase.ts';

/** Answers what each bar of a run's picture shows, how long it lasted and why; built once per run, a question costs next to nothing. */
export class WhyIndex {
  readonly #rows: readonly RunRow[];
  readonly #causes: CauseIndex;
  readonly #details: BarDetails;

  constructor(records: readonly TraceRecord[], atMs?: number) {
    this.#rows = runRows(records, atMs).rows;
    this.#causes = new CauseIndex(records, this.#rows);
    this.#details = new BarDetails(records, this.#causes);
  }

  /** Returns the sentences about a bar, by the numbers that `runView` gives rows and bars; empty where there is no such bar. */
  sentence(row: number, bar: number): string {
    const found = this.#rows[row];
    const phase = found?.container.phases[bar];
    if (found === undefined || phase === undefined) return '';
    const phrase = whyPhrase(this.#causes, found, phase);
    const turn = phase.phase === 'waitingToStart' ? turnText(this.#rows, row, phase) : [];
    const sentences = [phrase, ...turn, ...this.#details.of(found, phase)];
    return visibleText(sentences.map((text) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`).join(' '));
  }
}
