import type { Calibration, CalibrationSources } from './calibration.ts';

/** What is known when notes and advice are written. */
export interface CalibrationFacts extends Omit<Calibration, 'notes' | 'advice'> {
  /** Pulls of images that were there. */
  readonly presentCount: number;
  /** Whether sizes differ enough to tell a pull's fixed part from its rate. */
  readonly fixedIsFound: boolean;
  /** Of the pulls that were used. */
  readonly largestBytes: number;
  /** Pulls, those that overlapped taken together; and how many of them the fit has seen. */
  readonly groups: number;
  readonly sampled: number;
  readonly sources: CalibrationSources;
}
