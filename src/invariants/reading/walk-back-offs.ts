import type { TraceRecord } from '../../trace/record.ts';
import { headerNodes } from './header-nodes.ts';
import type { PullRecord } from './pull-calls.ts';
import { stoppedKubelets } from './stopped-kubelets.ts';

/** The window of one key according to the rules: from the end of the last failure, in ms. */
export interface BackOffWindow {
  readonly failedMs: number;
  readonly windowMs: number;
}

const initialMs = 10_000;
const maxMs = 300_000;

/**
 * Calls `visit` for each record of a pull, with the window that the earlier failures have set for its key (pod UID and image as written):
 * 10 s, doubled by each failure up to 300 s, forgotten more than 600 s after the last one (client-go `flowcontrol.Backoff`), and with the
 * kubelet that held it in memory.
 */
export function walkBackOffs(records: readonly TraceRecord[], visit: (pull: PullRecord, window: BackOffWindow | undefined) => void): void {
  const nodes = headerNodes(records).map((node) => node.name);
  const windows = new Map<string, BackOffWindow & { readonly node: string }>();
  for (const record of records) {
    for (const node of stoppedKubelets(record, nodes)) {
      for (const [key, window] of windows) if (window.node === node) windows.delete(key);
    }
    if (record.type !== 'pull') continue;
    const key = `${record.pod.uid}_${record.image}`;
    const window = windows.get(key);
    const inForce = window !== undefined && record.at - window.failedMs > 2 * maxMs ? undefined : window;
    visit(record, inForce);
    if (record.state !== 'failed') continue;
    const windowMs = inForce === undefined ? initialMs : Math.min(2 * inForce.windowMs, maxMs);
    windows.set(key, { failedMs: record.at, windowMs, node: record.node });
  }
}
