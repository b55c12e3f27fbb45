import { type RunRequest, runRequestRows, sparseRequest } from '../../../inputs/run-request.ts';

/** The options that have the form `name=value`. */
type OptionList = 'set' | 'runtimeConfig';

/** Returns the field of an option `name=value`. */
export function fieldOf(option: string): string {
  return option.slice(0, Math.max(option.indexOf('='), 0));
}

/**
 * Returns what the settings say about a field; the last `--set` (or `--runtime-config`) counts. undefined if
 * they say nothing.
 */
export function setField(settings: RunRequest, field: string, list: OptionList = 'set'): string | undefined {
  return settings[list]?.findLast((option) => fieldOf(option) === field)?.slice(field.length + 1);
}

/** Returns the settings with the field set to this value, in its old place; undefined removes it. */
export function withField(
  settings: RunRequest,
  field: string,
  value: string | undefined,
  list: OptionList = 'set',
): RunRequest {
  const options = settings[list] ?? [];
  // Settings without any option are equal to settings that never had one.
  const listed = (now: readonly string[]): RunRequest => sparseRequest({ ...settings, [list]: now });
  const first = options.findIndex((option) => fieldOf(option) === field);
  const others = options.filter((option, index) => fieldOf(option) !== field || index === first);
  if (value === undefined) return listed(others.filter((option) => fieldOf(option) !== field));
  const option = `${field}=${value}`;
  return listed(
    first < 0 ? [...options, option] : others.map((each) => (fieldOf(each) === field ? option : each)),
  );
}

const plain = runRequestRows.filter(([, { kind }]) => kind !== 'texts');
/** Lists whose entries need their title before them. */
const lists = runRequestRows.flatMap(([name, { kind, title }]) =>
  kind === 'texts' && !['set', 'runtimeConfig', 'faults'].includes(name) ? [{ name, title }] : [],
);

/** Returns the name of a setting for people: `node link`, `maxParallelImagePulls`. */
export function settingName(control: string): string {
  return plain.find(([name]) => name === control)?.[1].title ?? control;
}

/** Whether settings differ only in their seed. */
export function isAnotherDraw(
  { seed: one, ...loaded }: RunRequest,
  { seed: other, ...settings }: RunRequest,
): boolean {
  return one !== other && JSON.stringify(loaded) === JSON.stringify(settings);
}

/** Returns the differences from the run as loaded, in words, in the order of the panel. */
export function changedSettings(loaded: RunRequest, settings: RunRequest): readonly string[] {
  const single = plain.flatMap(([name, { title, kind }]) => {
    if (settings[name] === loaded[name]) return [];
    if (kind === 'switch') return [settings[name] === true ? title : `no ${title}`];
    return [`${title} ${settings[name] ?? 'as loaded'}`];
  });
  const added = (now: readonly string[] = [], before: readonly string[] = []) =>
    now.filter((each) => !before.includes(each));
  const changed = (now: readonly string[] = [], before: readonly string[] = []) => {
    const set = new Set(now.map(fieldOf));
    const unset = before
      .filter((option) => !set.has(fieldOf(option)))
      .map((option) => `${fieldOf(option)} not set`);
    return [...added(now, before), ...unset];
  };
  const gone = added(loaded.faults, settings.faults).map((fault) => `without ${fault}`);
  const titled = lists.flatMap(({ name, title }) => {
    const [now, before] = [textsOf(settings, name), textsOf(loaded, name)];
    return [
      ...added(now, before).map((each) => `${title} ${each}`),
      ...added(before, now).map((each) => `without ${title} ${each}`),
    ];
  });
  const runtime = changed(settings.runtimeConfig, loaded.runtimeConfig);
  return [
    ...single,
    ...runtime,
    ...changed(settings.set, loaded.set),
    ...added(settings.faults, loaded.faults),
    ...gone,
    ...titled,
  ];
}

/** Returns the entries of a list; none if the settings do not have it. */
function textsOf(settings: RunRequest, name: keyof RunRequest): readonly string[] {
  const value = settings[name];
  return Array.isArray(value) ? value : [];
}
