/**
 * Sizes in px that layout and drawing share. Widths are for the widest fonts in use (DejaVu Sans bold for names, 0.61 em for
 * every letter of a monospaced font), so that nothing is cut where a narrower one is at hand.
 */
export const chartMetrics = {
  /** The name of a state: 13 px, bold. */
  nameSize: 13,
  nameLetter: 9.4,
  /** Labels of transitions: 10.5 px, monospaced. */
  labelSize: 10.5,
  labelLetter: 6.4,
  labelLine: 14,
  /** Room for the count at the end of a label, ` ×999`, ` ×99k`. */
  countLetters: 5,
  /** Between the border of a state and what is in it. */
  inset: 12,
  /** From the top of a state's box to the baseline of its name. */
  nameBaseline: 22,
  nameHeight: 34,
  stateWidthMin: 72,
  startDot: 5,
} as const;

/** The width of so many letters of a transition's label, with room for its count. */
export function labelWidth(letters: number): number {
  return Math.ceil((letters + chartMetrics.countLetters) * chartMetrics.labelLetter);
}

/** The width of a state's name. */
export function nameWidth(name: string): number {
  return Math.ceil(name.length * chartMetrics.nameLetter);
}
