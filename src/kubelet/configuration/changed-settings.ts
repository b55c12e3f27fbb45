import type { KubeletSettings } from './settings.ts';

/**
 * The fields in which the new settings differ from those before, with their new values; undefined where none does.
 * A map (`featureGates`) is given as a whole.
 */
export function changedSettings(before: KubeletSettings, now: KubeletSettings): Partial<KubeletSettings> | undefined {
  const old = new Map<string, unknown>(Object.entries(before));
  const changed = Object.entries(now).filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(old.get(field)));
  return changed.length === 0 ? undefined : Object.fromEntries(changed);
}
