import type { Figure } from '../comparison/figure-rows.ts';

/** A chart of an answer: its title, a sentence about its content for people who do not see it, and what is drawn. */
export type AnswerChart = { readonly title: string; readonly says: string } & (
  | {
      readonly kind: 'heat';
      readonly figure: Figure;
      readonly fields: { readonly x: string; readonly y: string };
      readonly cells: readonly HeatCell[];
    }
  | {
      readonly kind: 'curve';
      readonly figure: Figure;
      readonly field: string;
      readonly points: readonly CurvePoint[];
    }
  | { readonly kind: 'intervals'; readonly rows: readonly Interval[] }
  | { readonly kind: 'bars'; readonly label: string; readonly bars: readonly Bar[] }
  | {
      readonly kind: 'dots';
      readonly figure: Figure;
      readonly settings: readonly Dots[];
      readonly limit: number;
    }
);

/** A cell of a heat map. */
export interface HeatCell {
  readonly x: string;
  readonly y: string;
  readonly value: number;
}

/** A point of a curve: a mean, and what nine of ten runs lie between. */
export interface CurvePoint {
  readonly x: string;
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/** A difference in percent, with its interval. */
export interface Interval {
  readonly name: string;
  readonly mid: number;
  readonly low: number;
  readonly high: number;
  readonly verdict: 'better' | 'worse' | 'neither';
}

/** A bar with its text at its end. */
export interface Bar {
  readonly name: string;
  readonly value: number;
  readonly text: string;
}

/** A setting and a figure of each of its runs. */
export interface Dots {
  readonly name: string;
  readonly values: readonly number[];
  readonly isGood: boolean;
}
