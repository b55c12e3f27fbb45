import type { KeyComplaint, KubeletRule } from '../configuration/kubelet-field.ts';
import { parseGoDuration } from '../go/go-duration.ts';
import { isReleaseAtLeast } from '../kubelet-release.ts';

/**
 * A hard threshold of the disk: evictions begin when less than this is available, as a fraction or in bytes.
 */
export interface EvictionThreshold {
  readonly signal: 'nodefs.available' | 'imagefs.available';
  readonly below: { readonly percent: number } | { readonly bytes: number };
}

/**
 * `DefaultEvictionHard` in pkg/kubelet/eviction/defaults_linux.go (v1.36.3), as far as the disk's bytes go.
 */
export const defaultEvictionHard: Readonly<Record<string, string>> = {
  'nodefs.available': '10%',
  'imagefs.available': '15%',
};

const signals = ['nodefs.available', 'imagefs.available'] as const;

/**
 * The thresholds in force; a signal that `evictionHard` leaves out has none, and neither has one of 0 % or
 * 100 %. Other signals are not looked at. Mirrors `parseThresholdStatements` in
 * pkg/kubelet/eviction/helpers.go (v1.36.3).
 */
export function evictionThresholds({
  evictionHard = defaultEvictionHard,
}: {
  readonly evictionHard?: Readonly<Record<string, string>>;
}): readonly EvictionThreshold[] {
  return signals.flatMap((signal) => {
    const thresholdBelow = thresholdValue(evictionHard[signal] ?? '0%');
    return thresholdBelow === undefined || 'error' in thresholdBelow
      ? []
      : [{ signal, below: thresholdBelow }];
  });
}

/**
 * Returns the threshold that a value of `evictionHard` or `evictionSoft` stands for, undefined if it is none,
 * or the error.
 */
function thresholdValue(value: string): EvictionThreshold['below'] | { readonly error: string } | undefined {
  if (value.endsWith('%')) {
    const percent = Number(value.slice(0, -1));
    if (value === '%' || Number.isNaN(percent)) return { error: 'must be a percentage or a quantity' };
    if (percent < 0 || percent > 100) return { error: 'must be between 0% and 100%' };
    return percent === 0 || percent === 100 ? undefined : { percent };
  }
  const bytes = parseQuantity(value);
  if (bytes === undefined) return { error: 'must be a percentage or a quantity' };
  return bytes === 0 ? { error: 'must be positive' } : { bytes };
}

/**
 * The available bytes below which a threshold is met. Mirrors `GetThresholdQuantity` in
 * pkg/kubelet/eviction/api/types.go.
 */
export function evictionBelowBytes({ below }: EvictionThreshold, capacityBytes: number): number {
  return 'bytes' in below ? below.bytes : Math.trunc((capacityBytes * below.percent) / 100);
}

type Statements = Readonly<Record<string, string>>;

/**
 * `signalToResource` in pkg/kubelet/eviction/helpers.go (v1.36.3), and since which of the releases with a
 * profile.
 */
const signalsSince: ReadonlyMap<string, string> = new Map([
  ['memory.available', '1.14'],
  ['allocatableMemory.available', '1.14'],
  ['nodefs.available', '1.14'],
  ['nodefs.inodesFree', '1.14'],
  ['imagefs.available', '1.14'],
  ['imagefs.inodesFree', '1.14'],
  ['containerfs.available', '1.30'],
  ['containerfs.inodesFree', '1.30'],
  ['pid.available', '1.14'],
]);

/** Returns the error of a value; undefined if it is valid. */
type Says = (signal: string, value: string) => string | undefined;

const threshold: Says = (signal, value) => {
  const parsedThreshold = thresholdValue(value);
  return parsedThreshold !== undefined && 'error' in parsedThreshold
    ? `eviction threshold ${signal} ${parsedThreshold.error}: ${value}`
    : undefined;
};

const gracePeriod: Says = (_, value) => {
  const micros = parseGoDuration(value);
  if (micros === undefined) return `time: invalid duration ${JSON.stringify(value)}`;
  return micros < 0
    ? `invalid eviction grace period specified: ${value}, must be a positive value`
    : undefined;
};

const minimumReclaim: Says = (signal, value) => {
  if (!value.endsWith('%')) {
    return parseQuantity(value) === undefined
      ? `eviction minimum reclaim ${signal} must be a percentage or a quantity: ${value}`
      : undefined;
  }
  return Number(value.slice(0, -1)) > 0
    ? undefined
    : `eviction percentage minimum reclaim ${signal} must be positive: ${value}`;
};

/** The fields of KubeletConfiguration that map signals to values, and how each value is validated. */
const judges = {
  evictionHard: threshold,
  evictionSoft: threshold,
  evictionSoftGracePeriod: gracePeriod,
  evictionMinimumReclaim: minimumReclaim,
} as const satisfies Readonly<Record<string, Says>>;

/** The rule of a field that maps signals to values: a kubelet does not start with an invalid one. */
export function evictionRule(field: keyof typeof judges): KubeletRule {
  return { says: (of) => evictionStatementError(of.textsByName(field), judges[field], of.release) };
}

/**
 * Returns the first error for which a kubelet does not start. Mirrors `ParseThresholdConfig` in
 * pkg/kubelet/eviction/helpers.go (v1.36.3).
 */
function evictionStatementError(
  statements: Statements,
  says: Says,
  release: string,
): KeyComplaint | undefined {
  for (const [signal, value] of Object.entries(statements)) {
    const since = signalsSince.get(signal);
    if (since === undefined || !isReleaseAtLeast(release, since))
      return { key: signal, message: `unsupported eviction signal ${signal}` };
    const message = says(signal, value);
    if (message !== undefined) return { key: signal, message };
  }
  return undefined;
}

/** Returns the error of a soft threshold without a grace period; undefined if each has one. */
export function missingGracePeriod(soft: Statements, gracePeriods: Statements): KeyComplaint | undefined {
  const signal = Object.keys(soft).find(
    (one) => thresholdValue(soft[one] ?? '') !== undefined && !Object.hasOwn(gracePeriods, one),
  );
  return signal === undefined
    ? undefined
    : {
        key: signal,
        message: `grace period must be specified for the soft eviction threshold ${signal}`,
      };
}

const decimalExponents: ReadonlyMap<string, number> = new Map(
  Object.entries({ '': 0, n: -9, u: -6, m: -3, k: 3, M: 6, G: 9, T: 12, P: 15, E: 18 }),
);
const binaryExponents: ReadonlyMap<string, number> = new Map(
  Object.entries({ Ki: 10, Mi: 20, Gi: 30, Ti: 40, Pi: 50, Ei: 60 }),
);

/**
 * Bytes of a Kubernetes quantity such as `100Mi`, `10G` or `1e9`, rounded up; undefined where it is none, and
 * where it is negative. Mirrors `ParseQuantity` in k8s.io/apimachinery/pkg/api/resource/quantity.go
 * (v0.36.3), which reads a number without digits as 0.
 */
export function parseQuantity(text: string): number | undefined {
  const match = /^\+?([0-9]*)(?:\.([0-9]*))?([A-Za-z]*[+-]?[0-9]*)$/.exec(text);
  if (match === null || text === '') return undefined;
  const [, whole = '', fraction = '', suffix = ''] = match;
  const number = `${whole || '0'}.${fraction || '0'}`;
  const binary = binaryExponents.get(suffix);
  const decimal = decimalExponents.get(suffix) ?? /^[eE]([+-]?[0-9]+)$/.exec(suffix)?.[1];
  if (binary === undefined && decimal === undefined) return undefined;
  return Math.min(
    Math.ceil(binary === undefined ? Number(`${number}e${decimal}`) : Number(number) * 2 ** binary),
    Number.MAX_VALUE,
  );
}
