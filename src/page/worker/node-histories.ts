import type { SimulationInput } from '../../input/model.ts';
import { StepHistory } from '../../inspector/step-history.ts';
import { simulate } from '../../simulation/simulate.ts';
import type { StepRecord } from '../../trace/step-record.ts';
import type { ActorEntry, ActorHistory } from './worker-protocol.ts';

const historiesMax = 2;
/** Of one actor: more than a person looks through, and as much as the page takes at once. */
const stepsMax = 50_000;

/**
 * What the actors of a run did. A simulation tells it when it runs once more, which changes nothing in it, node by node: the
 * last nodes asked for are kept.
 */
export class NodeHistories {
  readonly #of: SimulationInput | readonly StepRecord[];
  readonly #kept = new Map<string, StepHistory>();

  /** @param of the input of the run, or the steps of a stored trace */
  constructor(of: SimulationInput | readonly StepRecord[]) {
    this.#of = of;
  }

  actors(node: string): readonly ActorEntry[] {
    return this.#historyOf(node).actors();
  }

  /** Throws where there is no such actor. */
  steps(actor: string): ActorHistory {
    for (const history of this.#kept.values()) {
      const found = history.steps(actor);
      if (found !== undefined) return bounded(found);
    }
    // Paths begin with the node; what belongs to all nodes is in the history of each.
    const [node = actor] = actor.split('/');
    const found = this.#historyOf(node).steps(actor);
    if (found === undefined) throw new Error(`there is no actor ${actor} in this run`);
    return bounded(found);
  }

  #historyOf(node: string): StepHistory {
    const history = this.#kept.get(node) ?? this.#make(node);
    // The one asked for last is the last to go.
    this.#kept.delete(node);
    this.#kept.set(node, history);
    for (const other of this.#kept.keys()) if (this.#kept.size > historiesMax) this.#kept.delete(other);
    return history;
  }

  #make(node: string): StepHistory {
    if (!('seed' in this.#of)) return StepHistory.ofRecords(this.#of, { node });
    const history = new StepHistory({ node });
    simulate(this.#of, { inspect: history.inspect, keepRecords: false });
    return history;
  }
}

function bounded(history: ActorHistory): ActorHistory {
  return history.steps.length <= stepsMax ? history : { ...history, steps: history.steps.slice(0, stepsMax), isCut: true };
}
