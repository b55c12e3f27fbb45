import { parseDuration } from '../input/duration.ts';
import type { InputOptions } from '../input/input-options.ts';
import { seedMax } from '../input/seed-max.ts';
import type { RunSettings } from './run-settings.ts';

/** What `readInput` is told, or what is wrong with a setting that it does not check itself. */
export type SettingsOptions =
  | { readonly ok: true; readonly options: InputOptions }
  | { readonly ok: false; readonly errors: readonly string[] };

/** Turns the page's settings into the options of the input stage, as the command line's options of the same names. */
export function optionsOfSettings(settings: RunSettings): SettingsOptions {
  const { seed, horizon, kubeletVersion, runtime, runtimeConfig = [], set, imageSizes, link, faults } = settings;
  const errors: string[] = [];
  if (seed !== undefined && !(Number.isInteger(seed) && seed >= 0 && seed <= seedMax))
    errors.push(`seed ${seed}: expected a whole number from 0 to ${seedMax}`);
  const horizonMicros = horizon === undefined ? undefined : parseDuration(horizon);
  if (horizon !== undefined && (horizonMicros === undefined || horizonMicros === 0))
    errors.push(`horizon ${JSON.stringify(horizon)}: expected a duration above zero, such as 90s, 15m or 1h30m`);
  if (errors.length > 0) return { ok: false, errors };
  const options: InputOptions = {
    set,
    imageSizes,
    ...(seed === undefined ? {} : { seed }),
    ...(horizonMicros === undefined ? {} : { horizonMicros }),
    ...(kubeletVersion === undefined ? {} : { kubeletVersion }),
    ...(runtime === undefined ? {} : { runtime }),
    ...(runtimeConfig.length === 0 ? {} : { runtimeConfig }),
    ...(link === undefined ? {} : { link }),
    ...(faults.length === 0 ? {} : { faults }),
  };
  return { ok: true, options };
}
