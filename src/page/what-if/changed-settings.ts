import { type RunRequest, runRequestRows } from '../../input/run-request.ts';
import { fieldOf } from './set-field.ts';

const plain = runRequestRows.filter(([, { kind }]) => kind !== 'texts');

/** Returns the name of a setting for people: `node link`, `maxParallelImagePulls`. */
export function settingName(control: string): string {
  return plain.find(([name]) => name === control)?.[1].title ?? control;
}

/** Whether settings differ only in their seed. */
export function isAnotherDraw({ seed: one, ...loaded }: RunRequest, { seed: other, ...settings }: RunRequest): boolean {
  return one !== other && JSON.stringify(loaded) === JSON.stringify(settings);
}

/** Returns the differences from the run as loaded, in words, in the order of the panel. */
export function changedSettings(loaded: RunRequest, settings: RunRequest): readonly string[] {
  const single = plain.flatMap(([name, { title, kind }]) => {
    if (settings[name] === loaded[name]) return [];
    if (kind === 'switch') return [settings[name] === true ? title : `no ${title}`];
    return [`${title} ${settings[name] ?? 'as loaded'}`];
  });
  const added = (now: readonly string[] = [], before: readonly string[] = []) => now.filter((each) => !before.includes(each));
  const changed = (now: readonly string[] = [], before: readonly string[] = []) => {
    const set = new Set(now.map(fieldOf));
    const unset = before.filter((option) => !set.has(fieldOf(option))).map((option) => `${fieldOf(option)} not set`);
    return [...added(now, before), ...unset];
  };
  const gone = added(loaded.faults, settings.faults).map((fault) => `without ${fault}`);
  const runtime = changed(settings.runtimeConfig, loaded.runtimeConfig);
  return [...single, ...runtime, ...changed(settings.set, loaded.set), ...added(settings.faults, loaded.faults), ...gone];
}
