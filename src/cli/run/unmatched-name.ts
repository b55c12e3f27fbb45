import { didYouMean } from '../../input/documents/did-you-mean.ts';
import { matchesName } from '../../report/text/name-pattern.ts';
import type { TextOptions } from '../../report/text/text-options.ts';
import type { HeaderRecord, TraceRecord } from '../../trace/record.ts';

/** What is wrong where --pod or --node meets nothing in the whole run; undefined otherwise. */
export function unmatchedName(header: HeaderRecord, records: readonly TraceRecord[], { pod, node }: TextOptions): string | undefined {
  if (pod !== undefined) {
    const pods = records.flatMap((record) => (record.type === 'pod' ? [record.pod] : []));
    if (pods.some((known) => matchesName(pod, known))) return undefined;
    const names = pods.map(({ namespace, name }) => (pod.includes('/') ? `${namespace}/${name}` : name));
    return `--pod ${pod}: no pod of this run is named so${suggestion(pod, names)}`;
  }
  if (node === undefined) return undefined;
  const names = header.nodes.map(({ name }) => name);
  if (names.some((name) => matchesName(node, { namespace: '', name }))) return undefined;
  return `--node ${node}: no node of this run is named so${suggestion(node, names)}`;
}

function suggestion(wanted: string, names: readonly string[]): string {
  const meant = didYouMean(wanted, names);
  return meant === undefined ? '' : `; did you mean ${meant}?`;
}
