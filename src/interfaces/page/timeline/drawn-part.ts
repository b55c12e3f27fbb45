/** How much is drawn beyond the visible part, so that scrolling shows no gap. */
export const beyondPx = 200;
/** Browsers refuse a higher canvas. Rows below this height are not printed. */
const printedPxMax = 16_000;

interface DrawnPart {
  readonly topPx: number;
  readonly heightPx: number;
}

/**
 * Returns the part of the sheet that is drawn: around what is visible, in steps of `beyondPx` (`slice`), or
 * all of it on paper.
 */
export function drawnPart(isPrinting: boolean, slice: number, bodyPx: number, sheetPx: number): DrawnPart {
  if (isPrinting) return { topPx: 0, heightPx: Math.min(sheetPx, printedPxMax) };
  const topPx = Math.max(0, (slice - 1) * beyondPx);
  return { topPx, heightPx: Math.max(0, Math.min(bodyPx + 3 * beyondPx, sheetPx - topPx)) };
}
