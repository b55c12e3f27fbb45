import type { RunSettings } from '../run-settings.ts';

function fieldOf(option: string): string {
  return option.slice(0, Math.max(option.indexOf('='), 0));
}

/** What the settings say of a field, `--set` as the last one counts; undefined: nothing. */
export function setField(settings: RunSettings, field: string): string | undefined {
  return settings.set.findLast((option) => fieldOf(option) === field)?.slice(field.length + 1);
}

/** The settings with the field set to this, in the place that it had; undefined: with nothing said of it. */
export function withField(settings: RunSettings, field: string, value: string | undefined): RunSettings {
  const first = settings.set.findIndex((option) => fieldOf(option) === field);
  const others = settings.set.filter((option, index) => fieldOf(option) !== field || index === first);
  if (value === undefined) return { ...settings, set: others.filter((option) => fieldOf(option) !== field) };
  const option = `${field}=${value}`;
  return { ...settings, set: first < 0 ? [...settings.set, option] : others.map((each) => (fieldOf(each) === field ? option : each)) };
}
