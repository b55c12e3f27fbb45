import type { StateValue } from '../trace/plain-value.ts';

/** What a machine's config says of its states, as far as it is told with each of them. */
export interface StatesConfig {
  readonly type?: string;
  readonly tags?: string | readonly string[];
  readonly states?: Readonly<Record<string, StatesConfig>>;
}

/** Reads a definition: a config as JSON. */
export function configOf(definition: string | undefined): StatesConfig | undefined {
  return definition === undefined ? undefined : (JSON.parse(definition) as StatesConfig);
}

/** Whether that state ends the machine: only those right below it do. */
export function isFinal(config: StatesConfig | undefined, value: StateValue): boolean {
  return typeof value === 'string' && config?.states?.[value]?.type === 'final';
}

/** The tags of all states that are active, each once. */
export function tagsIn(config: StatesConfig | undefined, value: StateValue): readonly string[] {
  if (config === undefined) return [];
  const active: [string, StateValue][] = typeof value === 'string' ? [[value, {}]] : Object.entries(value);
  const below = active.flatMap(([key, inner]) => tagsIn(config.states?.[key], inner));
  return [...new Set([config.tags ?? [], below].flat())];
}
