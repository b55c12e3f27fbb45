const suffixes: Readonly<Record<string, number>> = {
  '': 1,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
  Pi: 2 ** 50,
};

/** Bytes of a Kubernetes quantity such as `100Mi` or `10G`, undefined where it is none. Exponents are not read. */
export function parseQuantity(text: string): number | undefined {
  const match = /^([0-9]+(?:\.[0-9]+)?)([kMGTP]?|[KMGTP]i)$/.exec(text);
  const factor = match === null ? undefined : suffixes[match[2] ?? ''];
  return match === null || factor === undefined ? undefined : Math.ceil(Number(match[1]) * factor);
}
