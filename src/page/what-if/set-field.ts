import { type RunRequest, sparseRequest } from '../../input/run-request.ts';

/** Options that say `name=value` each. */
export type OptionList = 'set' | 'runtimeConfig';

/** The field that an option `name=value` is about. */
export function fieldOf(option: string): string {
  return option.slice(0, Math.max(option.indexOf('='), 0));
}

/** What the settings say of a field, `--set` (or `--runtime-config`) as the last one counts; undefined: nothing. */
export function setField(settings: RunRequest, field: string, list: OptionList = 'set'): string | undefined {
  return settings[list]?.findLast((option) => fieldOf(option) === field)?.slice(field.length + 1);
}

/** The settings with the field set to this, in the place that it had; undefined: with nothing said of it. */
export function withField(settings: RunRequest, field: string, value: string | undefined, list: OptionList = 'set'): RunRequest {
  const options = settings[list] ?? [];
  // Without any, settings are the same as those that never had one.
  const listed = (now: readonly string[]): RunRequest => sparseRequest({ ...settings, [list]: now });
  const first = options.findIndex((option) => fieldOf(option) === field);
  const others = options.filter((option, index) => fieldOf(option) !== field || index === first);
  if (value === undefined) return listed(others.filter((option) => fieldOf(option) !== field));
  const option = `${field}=${value}`;
  return listed(first < 0 ? [...options, option] : others.map((each) => (fieldOf(each) === field ? option : each)));
}
