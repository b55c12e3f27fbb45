import type { AnswerChart } from './answer-chart.ts';

/**
 * The answer to a question as plain data, whoever asks: `answerText` writes it for a terminal, `answerPage` as
 * an HTML file. For programs each question has a document of its own.
 */
export interface Answer {
  /** What was asked. */
  readonly title: string;
  readonly conditions: readonly string[];
  /** The answer, the most important first. Lines that begin with two spaces are commands. */
  readonly sentences: readonly string[];
  /** Made where they are drawn. */
  readonly charts: () => readonly AnswerChart[];
  /** How to read the charts. */
  readonly chartsNote?: string;
  readonly tables: readonly AnswerTable[];
  /** How to make the runs again that it is about, in lines like those of the sentences. */
  readonly again?: readonly string[];
}

export interface AnswerTable {
  readonly caption: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly string[])[];
  /** How many rows a terminal shows; absent: all. */
  readonly onScreen?: number;
}

export interface Column {
  readonly title: string;
  /** `name` is for what the row is about, `number` is aligned to the right, `long` is for sentences. */
  readonly look: 'name' | 'number' | 'text' | 'long';
  /** The title is a name, such as that of a field, and never in capitals. */
  readonly isName?: true;
  /** A terminal without room goes without it; without those of the greatest number first. */
  readonly spare?: number;
}

/** Returns columns by their titles, each with its look. */
export function columnsLike(looks: Readonly<Record<string, Column['look']>>): readonly Column[] {
  return Object.entries(looks).map(([title, look]) => ({ title, look }));
}
