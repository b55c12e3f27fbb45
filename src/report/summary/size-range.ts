import { countText, durationText } from '../text/quantity-text.ts';

/** What a run comes to with other sizes of the images whose sizes nobody gave. */
export interface SizeRange {
  /** Images whose sizes are ranges: of a near version, or drawn. */
  readonly images: number;
  /** How many runs it is of, this one included; 1 where more would take too long. */
  readonly runs: number;
  /** Over these runs: from a pod's arrival until it runs, the slowest pod. Virtual ms; null where no pod came to run. */
  readonly slowestMs: { readonly min: number; readonly max: number } | null;
}

/** The same, said. */
export interface ToldSizeRange extends SizeRange {
  readonly sentence: string;
}

const tells = '`kubectl get nodes -o yaml` or `crictl images -o json` would tell them';

/** One sentence: how much the answer depends on sizes that nobody gave, and what would tell them. */
export function sizeRangeText({ images, runs, slowestMs }: SizeRange): string {
  const whose = `${countText(images, 'image')} that you did not give`;
  if (runs === 1) return `the sizes of ${whose} are ranges, and so are all times; this input is too large to try others; ${tells}`;
  if (slowestMs === null) return `the sizes of ${whose} are ranges; ${tells}`;
  const [least, most] = [durationText(slowestMs.min), durationText(slowestMs.max)];
  if (least === most) return `${least} for the slowest pod, whatever the sizes of ${whose} (${runs} draws)`;
  return `${least} to ${most} for the slowest pod, depending on the sizes of ${whose} (${runs} draws); ${tells}`;
}
