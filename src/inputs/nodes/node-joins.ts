import { shownValue } from '../documents/check-shape.ts';
import type { Problems } from '../documents/problems.ts';
import { within } from '../documents/source-document.ts';
import { limits } from '../limits.ts';
import { parseDuration } from '../scenario/quantities.ts';
import { micros } from '../scenario/quantity-shapes.ts';
import type { ReadScenario } from '../scenario/read-scenario.ts';
import { poolNameError } from './pool-name.ts';

/** Nodes that are requested at one moment. */
export interface NodeJoins {
  readonly atMicros: number;
  readonly count: number;
  /** Of what pool they are, which is in their names; absent: of none. */
  readonly pool?: string;
  /** An autoscaler may request them. */
  readonly isReserve?: true;
}

const joinExample = "such as --join '10 at 0s, 10 at 2m', or --join 'pool-a: 3 at 1m'";

/**
 * Returns the nodes that join during the run, in order of time: of `--join` if it is given, otherwise of the
 * Scenario's nodes.joins.
 */
export function readNodeJoins(
  scenario: ReadScenario,
  options: readonly string[],
  problems: Problems,
): readonly NodeJoins[] {
  const joins = options.length > 0 ? joinOptions(options, problems) : scenarioJoins(scenario, problems);
  const count = joins.reduce((sum, join) => sum + join.count, 0);
  if (count <= limits.nodes) return joins.toSorted((a, b) => a.atMicros - b.atMicros);
  const message = `${count} nodes join: at most ${limits.nodes} are simulated`;
  const place = within(scenario, 'nodes', 'joins');
  if (options.length > 0) problems.add({ code: 'OPTION', file: `--join ${options.join(' ')}`, message });
  else problems.at(place, { code: 'TOO_MANY_NODES', message });
  return [];
}

function scenarioJoins(scenario: ReadScenario, problems: Problems): readonly NodeJoins[] {
  return (scenario.value.nodes?.joins ?? []).flatMap(({ at, count = 1, pool }, index): NodeJoins[] => {
    const wrongPool = poolNameError(pool);
    if (wrongPool === undefined)
      return [{ atMicros: micros(at), count, ...(pool === undefined ? {} : { pool }) }];
    problems.at(within(scenario, 'nodes', 'joins', index, 'pool'), { code: 'NAME', ...wrongPool });
    return [];
  });
}

/** Reads `pool-a: 10 at 0s, 10 at 2m`. */
function joinOptions(options: readonly string[], problems: Problems): readonly NodeJoins[] {
  return options.flatMap((written): readonly NodeJoins[] => {
    const refuse = (message: string): readonly NodeJoins[] => {
      problems.add({ code: 'OPTION', file: `--join ${written}`, message, expected: joinExample });
      return [];
    };
    const [, pool, waves = ''] = /^\s*(?:([^:,]*?)\s*:)?(.*)$/s.exec(written) ?? [];
    const wrongPool = poolNameError(pool);
    if (wrongPool !== undefined) return refuse(wrongPool.message);
    const joins: NodeJoins[] = [];
    for (const wave of waves.split(',')) {
      const [, count = '', time = ''] = /^\s*(\d{1,9})\s+at\s+(\S+)\s*$/.exec(wave) ?? [];
      if (count === '') return refuse(`${shownValue(wave.trim())} is not of the form count at time`);
      if (Number(count) < 1 || Number(count) > limits.nodes)
        return refuse(`${count} is not a number of nodes from 1 to ${limits.nodes}`);
      const atMicros = parseDuration(time);
      if (atMicros === undefined) return refuse(`${shownValue(time)} is not a duration`);
      joins.push({ atMicros, count: Number(count), ...(pool === undefined ? {} : { pool }) });
    }
    return joins;
  });
}
