import { shownValue } from '../documents/check-shape.ts';
import { meantHint } from '../documents/did-you-mean.ts';
import type { Problems } from '../documents/problems.ts';
import { few } from '../nodes/plan-nodes.ts';

/**
 * Warns of an option about a registry from which no image comes; `*` stands for every registry. The same
 * option may fit other files.
 */
export function warnOfUnusedHost(
  option: string,
  host: string,
  hosts: readonly string[],
  problems: Problems,
): void {
  if (host === '*' || hosts.includes(host)) return;
  const others = meantHint(host, hosts) ?? `they come from ${few(hosts)}`;
  problems.warn(`${option}: no image comes from ${shownValue(host)}; ${others}`);
}
