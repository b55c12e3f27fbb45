/** The prefixes of bit/s, the largest first. */
export const bitUnits = [
  ['T', 1e12],
  ['G', 1e9],
  ['M', 1e6],
  ['k', 1e3],
] as const;
