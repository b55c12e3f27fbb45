import { shownValue } from '../documents/check-shape.ts';
import type { Problems } from '../documents/problems.ts';
import { within } from '../documents/source-document.ts';
import { textPattern } from '../documents/text-pattern.ts';
import { parseDuration } from '../scenario/quantities.ts';
import { micros } from '../scenario/quantity-shapes.ts';
import type { ReadScenario } from '../scenario/read-scenario.ts';

/** When nodes go, by their names. */
export type NodeLeaves = ReadonlyMap<string, number>;

const leaveExample = "such as --leave 'node-1 at 5m', or --leave 'pool-a-* at 5m, node-1 at 6m'";

/** Returns when nodes go: of `--leave` if it is given, otherwise of the Scenario's nodes.leaves. */
export function readNodeLeaves(
  scenario: ReadScenario,
  options: readonly string[],
  names: readonly string[],
  problems: Problems,
): NodeLeaves {
  const leaves = new Map<string, number>();
  const note = (pattern: string, atMicros: number): boolean => {
    const met = names.filter(textPattern(pattern));
    for (const name of met) leaves.set(name, Math.min(atMicros, leaves.get(name) ?? atMicros));
    return met.length > 0;
  };
  if (options.length === 0) {
    for (const [index, { name, at }] of (scenario.value.nodes?.leaves ?? []).entries())
      if (!note(name, micros(at)))
        problems.warn(
          'this entry of nodes.leaves matches no node',
          within(scenario, 'nodes', 'leaves', index, 'name'),
        );
    return leaves;
  }
  for (const written of options) {
    const refuse = (message: string) =>
      problems.add({ code: 'OPTION', file: `--leave ${written}`, message, expected: leaveExample });
    for (const part of written.split(',')) {
      const [, pattern = '', time = ''] = /^\s*(\S+)\s+at\s+(\S+)\s*$/.exec(part) ?? [];
      const atMicros = parseDuration(time);
      if (pattern === '') refuse(`${shownValue(part.trim())} is not of the form node at time`);
      else if (atMicros === undefined) refuse(`${shownValue(time)} is not a duration`);
      else if (!note(pattern, atMicros)) refuse(`no node has the name ${shownValue(pattern)}`);
    }
  }
  return leaves;
}
