import { type RunRequest, sparseRequest } from '../../input/run-request.ts';

/** The options that have the form `name=value`. */
export type OptionList = 'set' | 'runtimeConfig';

/** Returns the field of an option `name=value`. */
export function fieldOf(option: string): string {
  return option.slice(0, Math.max(option.indexOf('='), 0));
}

/** Returns what the settings say about a field; the last `--set` (or `--runtime-config`) counts. undefined if they say nothing. */
export function setField(settings: RunRequest, field: string, list: OptionList = 'set'): string | undefined {
  return settings[list]?.findLast((option) => fieldOf(option) === field)?.slice(field.length + 1);
}

/** Returns the settings with the field set to this value, in its old place; undefined removes it. */
export function withField(settings: RunRequest, field: string, value: string | undefined, list: OptionList = 'set'): RunRequest {
  const options = settings[list] ?? [];
  // Settings without any option are equal to settings that never had one.
  const listed = (now: readonly string[]): RunRequest => sparseRequest({ ...settings, [list]: now });
  const first = options.findIndex((option) => fieldOf(option) === field);
  const others = options.filter((option, index) => fieldOf(option) !== field || index === first);
  if (value === undefined) return listed(others.filter((option) => fieldOf(option) !== field));
  const option = `${field}=${value}`;
  return listed(first < 0 ? [...options, option] : others.map((each) => (fieldOf(each) === field ? option : each)));
}
