/** Returns how often a transition was taken, short enough for its label: `×6`, `×12k`; empty for never. */
export function timesText(count: number): string {
  if (count === 0) return '';
  if (count < 1000) return `×${count}`;
  return count < 1_000_000 ? `×${Math.floor(count / 1000)}k` : `×${Math.floor(count / 1_000_000)}M`;
}
