/** Drawn beyond what is in sight, so that scrolling shows no gap. */
export const beyondPx = 200;
/** A higher canvas is refused by browsers: what is below is not printed. */
const printedPxMax = 16_000;

export interface DrawnPart {
  readonly topPx: number;
  readonly heightPx: number;
}

/** Returns the part of the sheet that is drawn: around what is in sight, in steps of `beyondPx` (`slice`), or on paper all of it. */
export function drawnPart(isPrinting: boolean, slice: number, bodyPx: number, sheetPx: number): DrawnPart {
  if (isPrinting) return { topPx: 0, heightPx: Math.min(sheetPx, printedPxMax) };
  const topPx = Math.max(0, (slice - 1) * beyondPx);
  return { topPx, heightPx: Math.max(0, Math.min(bodyPx + 3 * beyondPx, sheetPx - topPx)) };
}
