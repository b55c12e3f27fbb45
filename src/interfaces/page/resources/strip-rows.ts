import type { NodeResources } from '../../../reports/run-view/node-resource-tracker.ts';
import { durationText, sizeText } from '../../../reports/text/quantity-text.ts';
import { visibleText } from '../../../reports/text/visible-text.ts';
import { getOrInsert } from '../../../rules/collections/get-or-insert.ts';

/** A row of bars: the times of one image on the disk, or the back-off windows of one key. */
export interface StripRow {
  readonly key: string;
  readonly label: string;
  readonly bars: readonly StripBar[];
}

interface StripBar {
  readonly fromMs: number;
  readonly toMs: number;
  /** The text in the bar, if there is room. */
  readonly text: string;
  /** The text for whoever points at it. */
  readonly words: string;
}

/**
 * Returns the images on the node's disk, each from when it was there. If an image came back, both times are
 * in one row.
 */
export function imageRows({ images }: NodeResources, endMs: number): StripRow[] {
  const rows = new Map<string, StripRow & { readonly bars: StripRow['bars'][number][] }>();
  for (const { image, fromMs, toMs, bytes } of images) {
    const size = bytes === undefined ? '' : ` · ${sizeText(bytes)}`;
    const row = getOrInsert(rows, image, () => ({
      key: image,
      label: visibleText(`${lastPart(image)}${size}`),
      bars: [],
    }));
    const until = toMs === undefined ? 'still there at the end' : `removed after ${durationText(toMs)}`;
    row.bars.push({
      fromMs,
      toMs: toMs ?? endMs,
      text: '',
      words: visibleText(`${image}${size}: there from ${durationText(fromMs)}, ${until}`),
    });
  }
  return [...rows.values()];
}

/** Returns the back-off windows of pods and images by key. Each window is as long as the kubelet says. */
export function backOffRows({ backOffs }: NodeResources): StripRow[] {
  return backOffs.map(({ key, pod, image, windows }) => ({
    key,
    label: visibleText(`${pod} · ${lastPart(image)}`),
    bars: windows.map(({ fromMs, untilMs, windowMs }) => ({
      fromMs,
      toMs: untilMs,
      text: durationText(windowMs),
      words: visibleText(
        `${pod} · ${image}: no pull from ${durationText(fromMs)} until ${durationText(untilMs)} (a window of ${durationText(windowMs)})`,
      ),
    })),
  }));
}

function lastPart(image: string): string {
  return image.slice(image.lastIndexOf('/') + 1);
}
