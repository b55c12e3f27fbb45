/** Returns the name of a fault in the trace, by its place among those of the input. */
export function faultName(index: number, kind: string): string {
  return `faults/${index + 1}-${kind}`;
}
