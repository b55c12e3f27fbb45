import type { KubeletRule } from '../configuration/kubelet-field.ts';
import { parseGoDuration } from '../go/parse-go-duration.ts';
import { isReleaseAtLeast } from '../release-order.ts';
import { thresholdValue } from './eviction-thresholds.ts';
import { parseQuantity } from './parse-quantity.ts';

type Statements = Readonly<Record<string, string>>;

/** `signalToResource` in pkg/kubelet/eviction/helpers.go (v1.36.3), and since which of the releases with a profile. */
const signals: ReadonlyMap<string, string> = new Map([
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
  const below = thresholdValue(value);
  return below !== undefined && 'error' in below ? `eviction threshold ${signal} ${below.error}: ${value}` : undefined;
};

const gracePeriod: Says = (_, value) => {
  const micros = parseGoDuration(value);
  if (micros === undefined) return `time: invalid duration ${JSON.stringify(value)}`;
  return micros < 0 ? `invalid eviction grace period specified: ${value}, must be a positive value` : undefined;
};

const minimumReclaim: Says = (signal, value) => {
  if (!value.endsWith('%')) {
    return parseQuantity(value) === undefined
      ? `eviction minimum reclaim ${signal} must be a percentage or a quantity: ${value}`
      : undefined;
  }
  return Number(value.slice(0, -1)) > 0 ? undefined : `eviction percentage minimum reclaim ${signal} must be positive: ${value}`;
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
 * Returns the first error for which a kubelet does not start. Mirrors `ParseThresholdConfig` in pkg/kubelet/eviction/helpers.go
 * (v1.36.3).
 */
function evictionStatementError(statements: Statements, says: Says, release: string): string | undefined {
  for (const [signal, value] of Object.entries(statements)) {
    const since = signals.get(signal);
    if (since === undefined || !isReleaseAtLeast(release, since)) return `unsupported eviction signal ${signal}`;
    const error = says(signal, value);
    if (error !== undefined) return error;
  }
  return undefined;
}

/** Returns the error of a soft threshold without a grace period; undefined if each has one. */
export function missingGracePeriod(soft: Statements, gracePeriods: Statements): string | undefined {
  const signal = Object.keys(soft).find((one) => thresholdValue(soft[one] ?? '') !== undefined && !Object.hasOwn(gracePeriods, one));
  return signal === undefined ? undefined : `grace period must be specified for the soft eviction threshold ${signal}`;
}
