import type { TraceRecord } from '../../trace/record.ts';

/** A node's condition as the API server has it. */
export interface NodeCondition {
  /** `Ready`, `DiskPressure` */
  readonly condition: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
  /** When its status changed last. */
  readonly sinceMs: number;
}

/** Returns the conditions of each node at `atMs`, by the node's name, in order of their first change. */
export function nodeConditionsAt(records: readonly TraceRecord[], atMs: number): ReadonlyMap<string, readonly NodeCondition[]> {
  const nodes = new Map<string, Map<string, NodeCondition>>();
  for (const record of records) {
    if (record.at > atMs) break;
    if (record.type !== 'condition') continue;
    const node = record.node;
    const conditions = nodes.get(node) ?? new Map<string, NodeCondition>();
    nodes.set(node, conditions);
    const { condition, status, reason, message } = record;
    const before = conditions.get(condition);
    const sinceMs = before?.status === status ? before.sinceMs : record.at;
    conditions.set(condition, { condition, status, reason, message, sinceMs });
  }
  return new Map([...nodes].map(([node, conditions]) => [node, [...conditions.values()]]));
}
