import { defaultOf } from '../defaults.ts';
import type { Problems } from '../documents/problems.ts';
import { within } from '../documents/source-document.ts';
import { limits } from '../limits.ts';
import { micros } from '../scenario/quantity-shapes.ts';
import type { ReadScenario } from '../scenario/read-scenario.ts';
import type { AutoscalerRule } from './autoscaler-rules.ts';
import { poolNameError } from './pool-name.ts';

/** What requests nodes for pods that wait. */
export interface Autoscaler {
  readonly rule: AutoscalerRule;
  /** How many nodes it requests at most. */
  readonly nodesMax: number;
  /** Of what pool they are; absent: of none. */
  readonly pool?: string;
  /** How many pods a node has room for, beside those of DaemonSets; absent: as many as its kubelet takes. */
  readonly podsPerNode?: number;
  /** From one look at the pods to the next. */
  readonly scanMicros: number;
}

const autoscaleExample = "such as --autoscale 38, --autoscale 'pool-a: 38' or --autoscale '38 of 5 pods'";

/** Returns the autoscaler of `--autoscale`, or else of the Scenario; undefined: there is none. */
export function readAutoscaler(
  scenario: ReadScenario,
  option: string | undefined,
  problems: Problems,
): Autoscaler | undefined {
  const written = scenario.value.nodes?.autoscaler;
  const scanMicros = micros(written?.scan ?? defaultOf('autoscalerScan'));
  const rule = written?.rule ?? 'cluster-autoscaler';
  if (option !== undefined) {
    const read = autoscaleOption(option, problems);
    return read && { rule, scanMicros, ...read };
  }
  if (written === undefined) return undefined;
  const { max: nodesMax, pool, podsPerNode } = written;
  const wrongPool = poolNameError(pool);
  if (wrongPool !== undefined)
    problems.at(within(scenario, 'nodes', 'autoscaler', 'pool'), { code: 'NAME', ...wrongPool });
  return {
    rule,
    scanMicros,
    nodesMax,
    ...(pool === undefined ? {} : { pool }),
    ...(podsPerNode === undefined ? {} : { podsPerNode }),
  };
}

/** Reads `pool-a: 38 of 5 pods`. */
function autoscaleOption(
  written: string,
  problems: Problems,
): Pick<Autoscaler, 'nodesMax' | 'pool' | 'podsPerNode'> | undefined {
  const [, pool, max = '', pods] =
    /^\s*(?:([^:,]*?)\s*:)?\s*(\d{1,9})(?:\s+of\s+(\d{1,9})\s+pods?)?\s*$/.exec(written) ?? [];
  const isCount = (text: string, most: number) => Number(text) >= 1 && Number(text) <= most;
  const message =
    max === ''
      ? 'not of the form nodes, or nodes of pods'
      : !isCount(max, limits.nodes)
        ? `${max} is not a number of nodes from 1 to ${limits.nodes}`
        : pods !== undefined && !isCount(pods, limits.pods)
          ? `${pods} is not a number of pods from 1 to ${limits.pods}`
          : poolNameError(pool)?.message;
  if (message !== undefined) {
    problems.add({ code: 'OPTION', file: `--autoscale ${written}`, message, expected: autoscaleExample });
    return undefined;
  }
  return {
    nodesMax: Number(max),
    ...(pool === undefined ? {} : { pool }),
    ...(pods === undefined ? {} : { podsPerNode: Number(pods) }),
  };
}
