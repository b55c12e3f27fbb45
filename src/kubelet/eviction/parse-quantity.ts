const decimalExponents: ReadonlyMap<string, number> = new Map(
  Object.entries({ '': 0, n: -9, u: -6, m: -3, k: 3, M: 6, G: 9, T: 12, P: 15, E: 18 }),
);
const binaryExponents: ReadonlyMap<string, number> = new Map(Object.entries({ Ki: 10, Mi: 20, Gi: 30, Ti: 40, Pi: 50, Ei: 60 }));

/**
 * Bytes of a Kubernetes quantity such as `100Mi`, `10G` or `1e9`, rounded up; undefined where it is none, and where it is negative.
 * Mirrors `ParseQuantity` in k8s.io/apimachinery/pkg/api/resource/quantity.go (v0.36.3), which reads a number without digits as 0.
 */
export function parseQuantity(text: string): number | undefined {
  const match = /^\+?([0-9]*)(?:\.([0-9]*))?([A-Za-z]*[+-]?[0-9]*)$/.exec(text);
  if (match === null || text === '') return undefined;
  const [, whole = '', fraction = '', suffix = ''] = match;
  const number = `${whole || '0'}.${fraction || '0'}`;
  const binary = binaryExponents.get(suffix);
  const decimal = decimalExponents.get(suffix) ?? /^[eE]([+-]?[0-9]+)$/.exec(suffix)?.[1];
  if (binary === undefined && decimal === undefined) return undefined;
  return Math.min(Math.ceil(binary === undefined ? Number(`${number}e${decimal}`) : Number(number) * 2 ** binary), Number.MAX_VALUE);
}
