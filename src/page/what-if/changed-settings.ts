import type { RunSettings } from '../run-settings.ts';

const plainNames = { kubeletVersion: 'kubelet version', runtime: 'runtime', link: 'node link', horizon: 'horizon', seed: 'seed' } as const;

/** What differs from the run as loaded, in words, in the order of the panel. */
export function changedSettings(loaded: RunSettings, settings: RunSettings): readonly string[] {
  const plain = (Object.keys(plainNames) as (keyof typeof plainNames)[]).flatMap((name) =>
    settings[name] === loaded[name] ? [] : [`${plainNames[name]} ${settings[name] ?? 'as loaded'}`],
  );
  const added = (now: readonly string[], before: readonly string[]) => now.filter((each) => !before.includes(each));
  const fieldOf = (option: string) => option.slice(0, option.indexOf('='));
  const setNow = new Set(settings.set.map(fieldOf));
  const unset = loaded.set.filter((option) => !setNow.has(fieldOf(option))).map((option) => `${fieldOf(option)} not set`);
  const gone = added(loaded.faults, settings.faults).map((fault) => `without ${fault}`);
  return [...plain, ...added(settings.set, loaded.set), ...unset, ...added(settings.faults, loaded.faults), ...gone];
}
