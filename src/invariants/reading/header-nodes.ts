import type { HeaderNode, TraceRecord } from '../../trace/record.ts';

/** The nodes that the trace's header lists; none where the header is missing. */
export function headerNodes(records: readonly TraceRecord[]): readonly HeaderNode[] {
  const [first] = records;
  return first?.type === 'header' ? first.nodes : [];
}
