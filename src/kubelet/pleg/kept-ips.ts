import type { PlegRules } from './pleg-rules.ts';
import type { CacheEntry } from './pod-cache.ts';
import type { PodStatus } from './pod-status.ts';

/**
 * The IPs that go into the cache with a new status: its own, or, where it has none and nothing of the pod could have one,
 * those of the status before it, which the pod keeps after its end. An error in between loses them.
 * Mirrors `getPodIPs` in pkg/kubelet/pleg/generic.go.
 */
export function keptIps(rules: PlegRules, status: PodStatus, cached: CacheEntry | undefined): readonly string[] {
  if (status.ips.length > 0 || cached === undefined || cached.error !== undefined) return status.ips;
  if (status.sandboxes.some(({ isReady }) => isReady)) return status.ips;
  const isAlive = status.containers.some(({ state }) => state === 'created' || state === 'running');
  if (rules.asksContainersForIps && status.sandboxes.length === 0 && isAlive) return status.ips;
  return cached.status?.ips ?? [];
}
