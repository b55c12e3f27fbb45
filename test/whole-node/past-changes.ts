import { parseDocument, stringify } from 'yaml';
import { type InputRequest, readInput, type SourceText } from '../../src/inputs/read-input.ts';
import { getOrInsert } from '../../src/rules/collections/get-or-insert.ts';
import { simulate } from '../../src/run/simulation/simulate.ts';
import type { SimulationInput } from '../../src/run/simulation-input.ts';
import { formatRecord } from '../../src/trace/write-trace.ts';

/** The name of the workload that `withLaterArrival` adds. */
const lateName = 'zz-late';

/**
 * Returns what a later event changes in the records before it: nothing, if a run is causal. `earlier` and
 * `later` are inputs that differ only in what happens at `atMicros` or afterwards; records of that instant
 * may differ. A node that is settled writes no more records, and goes on where something comes later: of each
 * node, the records of `later` begin with those of `earlier`.
 */
export function pastChanges(
  earlier: SimulationInput,
  later: SimulationInput,
  atMicros: number,
): readonly string[] {
  const [before, after] = [recordsByNode(earlier, atMicros), recordsByNode(later, atMicros)];
  return [...before].flatMap(([node, lines]) => {
    const index = lines.findIndex((line, place) => line !== after.get(node)?.[place]);
    return index < 0
      ? []
      : [`record ${index + 1} of ${node} is\n${after.get(node)?.[index]}\nand not\n${lines[index]}`];
  });
}

/**
 * The records of each node before `atMicros`, without their numbers, which those of other nodes decide too.
 */
function recordsByNode(input: SimulationInput, atMicros: number): ReadonlyMap<string, readonly string[]> {
  const byNode = new Map<string, string[]>();
  for (const record of simulate(input).records) {
    if (record.type === 'header' || record.type === 'end' || record.at * 1000 >= atMicros) continue;
    const { node = 'no node' } = record as { readonly node?: string };
    getOrInsert(byNode, node, () => []).push(
      formatRecord(record)
        .replace(/"id":\d+,/, '')
        .replace(/,"record":\d+\}/g, '}'),
    );
  }
  return byNode;
}

/**
 * Returns what a run of twice the time changes in the first half. An input that is refused changes nothing.
 */
export function changesByHorizon(sources: readonly SourceText[]): readonly string[] {
  const long = accepted(sources);
  if (long === undefined) return [];
  const half = Math.floor(long.horizonMicros / 2);
  const short = accepted(sources, { horizon: `${half}us` });
  return short === undefined ? [] : pastChanges(short, long, half);
}

/** Returns what a workload that arrives after half of the time changes before. */
export function changesByLaterArrival(sources: readonly SourceText[]): readonly string[] {
  const input = accepted(sources);
  if (input === undefined) return [];
  const half = Math.floor(input.horizonMicros / 2);
  const later = accepted(withLaterArrival(sources, half));
  return later === undefined ? [] : pastChanges(input, later, half);
}

function accepted(sources: readonly SourceText[], request: InputRequest = {}): SimulationInput | undefined {
  const read = readInput(sources, request);
  return read.ok ? read.input : undefined;
}

function withLaterArrival(sources: readonly SourceText[], atMicros: number): readonly SourceText[] {
  const metadata = { labels: { app: lateName } };
  const containers = [{ name: 'c', image: `docker.io/library/${lateName}:1` }];
  const late = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: lateName },
    spec: {
      replicas: 3,
      selector: { matchLabels: metadata.labels },
      template: { metadata, spec: { containers } },
    },
  };
  const entry = { match: `Deployment/${lateName}`, at: `${atMicros}us` };
  return [
    ...sources.map((source) => {
      if (!/^kind: Scenario$/m.test(source.text)) return source;
      const document = parseDocument(source.text);
      document.setIn(['arrivals', 'pods'], [entry, ...((document.toJS() as Written).arrivals?.pods ?? [])]);
      return { ...source, text: document.toString() };
    }),
    { name: 'late.yaml', text: stringify(late) },
  ];
}

interface Written {
  readonly arrivals?: { readonly pods?: readonly object[] };
}
