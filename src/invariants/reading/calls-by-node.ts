import type { TraceRecord } from '../../trace/record.ts';
import { headerNodes } from './header-nodes.ts';
import { type PullCall, pullCalls } from './pull-calls.ts';

/** Returns the calls of each node in the header, in the order in which they began; an empty list for a node without any. */
export function callsByNode(records: readonly TraceRecord[]): ReadonlyMap<string, readonly PullCall[]> {
  const byNode = new Map<string, PullCall[]>(headerNodes(records).map(({ name }) => [name, []]));
  for (const call of pullCalls(records)) byNode.get(call.node)?.push(call);
  return byNode;
}
