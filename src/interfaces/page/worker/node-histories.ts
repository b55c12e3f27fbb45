import { StepHistory } from '../../../charts/inspector/step-history.ts';
import { simulate } from '../../../run/simulation/simulate.ts';
import type { SimulationInput } from '../../../run/simulation-input.ts';
import type { StepRecord } from '../../../trace/step-record.ts';
import type { ActorEntry, ActorHistory } from './worker-protocol.ts';

/** The most steps of one actor: more than a person reads, and as many as the page can take at once. */
const stepsMax = 50_000;

/**
 * What the actors of a run did. For a simulation the part of the run with the requested node is simulated once more
 * with the same result. Then all nodes of the part are kept for which there is room, the requested one first.
 */
export class NodeHistories {
  readonly #of: SimulationInput | readonly StepRecord[];
  #kept: StepHistory | undefined;

  /** @param of the input of the run, or the steps of a stored trace */
  constructor(of: SimulationInput | readonly StepRecord[]) {
    this.#of = of;
  }

  actors(node: string): readonly ActorEntry[] {
    return this.#historyOf(node).actors(node);
  }

  /**
   * Returns the steps of an actor of that node, or of one that all nodes share. Throws if there is no such
   * actor.
   */
  steps(node: string, actor: string): ActorHistory {
    const found = this.#kept?.steps(actor) ?? this.#historyOf(node).steps(actor);
    if (found === undefined) throw new Error(`there is no actor ${actor} in this run`);
    return bounded(found);
  }

  #historyOf(node: string): StepHistory {
    if (this.#kept?.keeps(node) !== true) this.#kept = this.#make(node);
    return this.#kept;
  }

  #make(node: string): StepHistory {
    const options = { node, keepsOthers: true };
    if (!('seed' in this.#of)) return StepHistory.ofRecords(this.#of, options);
    const history = new StepHistory(options);
    simulate(this.#of, { inspect: history.inspect, keepRecords: false, onlyNode: node });
    return history;
  }
}

function bounded(history: ActorHistory): ActorHistory {
  const { steps, sent } = history;
  return steps.length <= stepsMax && sent.length <= stepsMax
    ? history
    : { ...history, steps: steps.slice(0, stepsMax), sent: sent.slice(0, stepsMax), isCut: true };
}
