import { phaseLooks } from '../../../../reports/phases/phase-looks.ts';
import type { RangeTotals } from '../../../../reports/run-view/range-totals.ts';
import { countText, durationText, sizeText } from '../../../../reports/text/quantity-text.ts';

/** As many reasons as a reader takes in; back-off is told even if it is none of them. */
const reasonsMax = 4;

/** Returns the totals of a part of a run in words, one piece for each thing; what did not happen is left out. */
export function rangeWords({ pulls, bytes, waiting, slots, imageGc }: RangeTotals): readonly string[] {
  const { begun, succeeded, failed } = pulls;
  const pieces = [
    begun + succeeded + failed > 0 &&
      `${countText(begun, 'pull')} begun, ${succeeded} succeeded${failed === 0 ? '' : `, ${failed} failed`}`,
    bytes > 0 && `${sizeText(bytes)} pulled`,
    waiting.length > 0 && waitingWords(waiting),
    slots.inUse > 0 &&
      `${slots.inUse}${slots.max === undefined ? '' : ` of ${slots.max}`} slots in use at the most`,
    imageGc.images > 0 &&
      `image GC freed ${sizeText(imageGc.freedBytes)}, ${countText(imageGc.images, 'image')}`,
  ].filter((piece) => piece !== false);
  return pieces.length === 0 ? ['no pull, no wait'] : pieces;
}

function waitingWords(waiting: RangeTotals['waiting']): string {
  const told = waiting.filter(({ phase }, place) => place < reasonsMax || phase === 'backingOff');
  const reasons = told.map(({ phase, waitedMs }) => `${phaseLooks[phase].words} ${durationText(waitedMs)}`);
  const more = waiting.length - told.length;
  const whole = waiting.reduce((sum, { waitedMs }) => sum + waitedMs, 0);
  return `${durationText(whole)} waited together: ${reasons.join(', ')}${more === 0 ? '' : `, and ${more} more`}`;
}
