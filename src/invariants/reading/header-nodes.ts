import type { HeaderNode, TraceRecord } from '../../trace/record.ts';

/** Returns the nodes in the trace's header; none if the header is missing. */
export function headerNodes(records: readonly TraceRecord[]): readonly HeaderNode[] {
  const [first] = records;
  return first?.type === 'header' ? first.nodes : [];
}
