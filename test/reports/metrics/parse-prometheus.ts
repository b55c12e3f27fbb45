/** A metric of a page that has been read strictly. */
export interface ParsedFamily {
  readonly name: string;
  readonly type: string;
  readonly series: ReadonlyMap<string, number>;
}

const sampleLine = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/;
const labelPair = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/y;

/**
 * Reads a page in Prometheus' text format 0.0.4 as strictly as `promtool check metrics` does, and throws at
 * the first offence: HELP then TYPE before the samples, nothing twice, no samples of others in between,
 * counters and histograms that never fall, buckets with `+Inf` that agrees with `_count`, a line feed at the
 * end.
 */
export function parsePrometheus(text: string): ParsedFamily[] {
  if (!text.endsWith('\n')) throw new Error('no line feed at the end');
  const families = new Map<string, { name: string; type: string; series: Map<string, number> }>();
  let helped: string | undefined;
  let current: { name: string; type: string; series: Map<string, number> } | undefined;
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const [, keyword, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? [];
    if (keyword === 'HELP') {
      if (families.has(name)) throw new Error(`${name}: twice`);
      helped = name;
    } else if (keyword === 'TYPE') {
      if (helped !== name) throw new Error(`${name}: TYPE without its HELP before it`);
      if (!['counter', 'gauge', 'histogram'].includes(rest)) throw new Error(`${name}: type ${rest}`);
      current = { name, type: rest, series: new Map() };
      families.set(name, current);
    } else {
      if (line.startsWith('#')) throw new Error(`not understood: ${line}`);
      addSample(current, line);
    }
  }
  for (const family of families.values()) checkFamily(family);
  return [...families.values()];
}

function addSample(
  family: { name: string; type: string; series: Map<string, number> } | undefined,
  line: string,
): void {
  const [, name = '', labels = '', value = ''] = sampleLine.exec(line) ?? [];
  if (family === undefined || name === '') throw new Error(`not understood: ${line}`);
  const suffixes = family.type === 'histogram' ? ['_bucket', '_sum', '_count'] : [''];
  if (!suffixes.some((suffix) => name === family.name + suffix))
    throw new Error(`${name} among those of ${family.name}`);
  const pairs = labelsOf(labels, line);
  const key = `${name}{${pairs.map(([label, text]) => `${label}="${text}"`).join(',')}}`;
  if (family.series.has(key)) throw new Error(`${key}: twice`);
  const number = value === '+Inf' ? Number.POSITIVE_INFINITY : Number(value);
  if (value === '' || Number.isNaN(number)) throw new Error(`${key}: value ${value}`);
  family.series.set(key, number);
}

function labelsOf(labels: string, line: string): [string, string][] {
  const pairs: [string, string][] = [];
  labelPair.lastIndex = 0;
  let end = 0;
  for (let match = labelPair.exec(labels); match !== null; match = labelPair.exec(labels)) {
    pairs.push([match[1] ?? '', match[2] ?? '']);
    end = labelPair.lastIndex;
    if (end === labels.length) break;
  }
  if (end !== labels.length) throw new Error(`labels not understood: ${line}`);
  const names = pairs.map(([name]) => name);
  if (new Set(names).size !== names.length) throw new Error(`a label twice: ${line}`);
  return pairs;
}

function checkFamily({ name, type, series }: ParsedFamily): void {
  if (series.size === 0) throw new Error(`${name}: no samples`);
  if (type === 'counter' && [...series.values()].some((value) => value < 0))
    throw new Error(`${name}: a counter below zero`);
  if (type !== 'histogram') return;
  const groups = new Map<string, { bound: number; value: number }[]>();
  for (const [key, value] of series) {
    if (!key.startsWith(`${name}_bucket`)) continue;
    const bound = /le="([^"]*)"/.exec(key)?.[1];
    if (bound === undefined) throw new Error(`${key}: no le`);
    const group = key.replace(/,?le="[^"]*"/, '').replace('_bucket', '_count');
    groups.set(group, [
      ...(groups.get(group) ?? []),
      { bound: bound === '+Inf' ? Number.POSITIVE_INFINITY : Number(bound), value },
    ]);
  }
  const counts = [...series.keys()].filter((key) => key.startsWith(`${name}_count`));
  if (counts.length !== groups.size)
    throw new Error(`${name}: ${counts.length} counts and ${groups.size} sets of buckets`);
  for (const [group, buckets] of groups) {
    buckets.forEach(({ bound, value }, index) => {
      const before = buckets[index - 1];
      if (before !== undefined && !(before.bound < bound && before.value <= value))
        throw new Error(`${group}: buckets fall at ${bound}`);
    });
    if (buckets.at(-1)?.bound !== Number.POSITIVE_INFINITY) throw new Error(`${group}: no +Inf`);
    if (series.get(group) !== buckets.at(-1)?.value)
      throw new Error(`${group}: differs from its +Inf bucket`);
    if (!series.has(group.replace('_count', '_sum'))) throw new Error(`${group}: no sum`);
  }
}
