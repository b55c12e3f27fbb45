import { restsOn } from '../report/summary/rests-on.ts';
import type { Certainty, RunSummary } from '../report/summary/summary.ts';
import type { Pauses } from '../simulation/simulate.ts';
import { runFigures } from './run-figures.ts';
import { type DrawOptions, drawSizes, type SizedInput } from './size-draws.ts';

/** Returns how certain the result of a run is: what it depends on and, for a whole run, the results with other sizes of images. */
export async function certaintyOf(
  sized: SizedInput,
  summary: Pick<RunSummary, 'timeToRunningMs' | 'endMs' | 'endReason'>,
  options: DrawOptions,
  pauses: Pauses,
): Promise<Certainty> {
  const basis = { restsOn: restsOn(runFigures(sized.input, sized.origins)) };
  if (summary.endReason === 'interrupted') return basis;
  const imageSizes = await drawSizes(sized, summary, options, pauses);
  return imageSizes === undefined ? basis : { ...basis, imageSizes };
}
