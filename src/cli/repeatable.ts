/** For commander: an option that may be given several times gathers its values in their order. */
export function repeatable(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}
