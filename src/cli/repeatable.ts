/** For commander: collects the values of an option that may be given several times, in their order. */
export function repeatable(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}
