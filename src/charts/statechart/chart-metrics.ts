/**
 * Sizes in px that layout and drawing share. Widths are for the widest usual fonts (DejaVu Sans bold for
 * names, 0.61 em for every letter of a monospaced font), so that nothing is cut with a narrower one.
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
  /** The distance between the border of a state and its content. */
  inset: 12,
  /** The distance from the top of a state's box to the baseline of its name. */
  nameBaseline: 22,
  nameHeight: 34,
  stateWidthMin: 72,
  startDot: 5,
} as const;

/** Returns the width of so many letters of a transition's label, with room for its count. */
export function labelWidth(letters: number): number {
  return Math.ceil((letters + chartMetrics.countLetters) * chartMetrics.labelLetter);
}

/** Returns the width of a state's name. */
export function nameWidth(name: string): number {
  return Math.ceil(name.length * chartMetrics.nameLetter);
}
