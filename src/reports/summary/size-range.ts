import type { Parsed } from '../../trace/record.ts';
import type { sizeRange } from '../json/run-summary.ts';
import { countText, durationText } from '../text/quantity-text.ts';

/**
 * The results of a run with other sizes of the images whose sizes were not given, and a sentence about them.
 */
export type ToldSizeRange = Parsed<typeof sizeRange>;

/** The same without the sentence. */
type SizeRange = Omit<ToldSizeRange, 'sentence'>;

const tells = '`kubectl get nodes -o yaml` or `crictl images -o json` shows them';

/**
 * Returns one sentence: how much the answer depends on sizes that were not given, and which option gives
 * them. `allRun` says whether every pod ran in each of the runs.
 */
export function sizeRangeText({ images, runs, slowestMs }: SizeRange, allRun = true): string {
  const whose = `${countText(images, 'image')} that you did not give`;
  if (runs === 1)
    return `the sizes of ${whose} are ranges, and so are all times; this input is too large to try others; ${tells}`;
  if (slowestMs === null) return `the sizes of ${whose} are ranges; ${tells}`;
  const pod = allRun ? 'the slowest pod' : 'the slowest pod that runs';
  const [least, most] = [durationText(slowestMs.min), durationText(slowestMs.max)];
  if (least === most) return `${least} for ${pod}, whatever the sizes of ${whose} (${runs} draws)`;
  return `${least} to ${most} for ${pod}, depending on the sizes of ${whose} (${runs} draws); ${tells}`;
}
