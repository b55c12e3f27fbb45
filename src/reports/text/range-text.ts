/** Returns `9 s to 40 s`; a range whose ends read the same is written once. */
export function rangeText(low: string, high: string): string {
  return low === high ? low : `${low} to ${high}`;
}
