import { parseQuantity } from './parse-quantity.ts';

/** A hard threshold of the disk: evictions begin when less than this is available, as a fraction or in bytes. */
export interface EvictionThreshold {
  readonly signal: 'nodefs.available' | 'imagefs.available';
  readonly below: { readonly percent: number } | { readonly bytes: number };
}

/** `DefaultEvictionHard` in pkg/kubelet/eviction/defaults_linux.go (v1.36.3), as far as the disk's bytes go. */
export const defaultEvictionHard: Readonly<Record<string, string>> = { 'nodefs.available': '10%', 'imagefs.available': '15%' };

const signals = ['nodefs.available', 'imagefs.available'] as const;

/**
 * The thresholds in force; a signal that `evictionHard` leaves out has none, and neither has one of 0 % or 100 %. Other
 * signals are not looked at. Mirrors `parseThresholdStatements` in pkg/kubelet/eviction/helpers.go (v1.36.3).
 */
export function evictionThresholds({
  evictionHard = defaultEvictionHard,
}: {
  readonly evictionHard?: Readonly<Record<string, string>>;
}): readonly EvictionThreshold[] {
  return signals.flatMap((signal) => {
    const below = thresholdValue(evictionHard[signal] ?? '0%');
    return below === undefined || 'error' in below ? [] : [{ signal, below }];
  });
}

/** Returns the threshold that a value of `evictionHard` or `evictionSoft` stands for, undefined if it is none, or the error. */
export function thresholdValue(value: string): EvictionThreshold['below'] | { readonly error: string } | undefined {
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

/** The available bytes below which a threshold is met. Mirrors `GetThresholdQuantity` in pkg/kubelet/eviction/api/types.go. */
export function evictionBelowBytes({ below }: EvictionThreshold, capacityBytes: number): number {
  return 'bytes' in below ? below.bytes : Math.trunc((capacityBytes * below.percent) / 100);
}
