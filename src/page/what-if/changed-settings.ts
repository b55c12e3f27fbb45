import type { RunSettings } from '../run-settings.ts';
import { fieldOf } from './set-field.ts';

const plainNames = { kubeletVersion: 'kubelet version', runtime: 'runtime', link: 'node link', horizon: 'horizon', seed: 'seed' } as const;

/** What people call a setting: `node link`, `maxParallelImagePulls`. */
export function settingName(control: string): string {
  return Object.entries(plainNames).find(([name]) => name === control)?.[1] ?? control;
}

/** Whether settings differ in their seed alone. */
export function isAnotherDraw({ seed: one, ...loaded }: RunSettings, { seed: other, ...settings }: RunSettings): boolean {
  return one !== other && JSON.stringify(loaded) === JSON.stringify(settings);
}

/** What differs from the run as loaded, in words, in the order of the panel. */
export function changedSettings(loaded: RunSettings, settings: RunSettings): readonly string[] {
  const plain = (Object.keys(plainNames) as (keyof typeof plainNames)[]).flatMap((name) =>
    settings[name] === loaded[name] ? [] : [`${plainNames[name]} ${settings[name] ?? 'as loaded'}`],
  );
  const added = (now: readonly string[], before: readonly string[]) => now.filter((each) => !before.includes(each));
  const changed = (now: readonly string[] = [], before: readonly string[] = []) => {
    const set = new Set(now.map(fieldOf));
    const unset = before.filter((option) => !set.has(fieldOf(option))).map((option) => `${fieldOf(option)} not set`);
    return [...added(now, before), ...unset];
  };
  const gone = added(loaded.faults, settings.faults).map((fault) => `without ${fault}`);
  const runtime = changed(settings.runtimeConfig, loaded.runtimeConfig);
  return [...plain, ...runtime, ...changed(settings.set, loaded.set), ...added(settings.faults, loaded.faults), ...gone];
}
