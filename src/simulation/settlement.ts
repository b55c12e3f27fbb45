import type { SimulationInput } from '../input/model.ts';
import type { TraceRecord } from '../trace/record.ts';
import { ImageGcOutlook } from './image-gc-outlook.ts';
import { NodeOutlook } from './node-outlook.ts';
import type { Outlook } from './outlook.ts';
import { replacementsIn } from './pod-actions.ts';
import { PodOutlook } from './pod-outlook.ts';

/**
 * Tells when nothing can happen any more: nothing is to come from outside, and no part of the run can act. Ticks, relists,
 * resyncs and looks at the images that find nothing to do do not count.
 */
export class Settlement {
  readonly #pods: PodOutlook;
  readonly #outlooks: readonly Outlook[];
  #inputsToCome = 0;

  constructor(input: Pick<SimulationInput, 'images' | 'nodes' | 'pods' | 'podActions'>) {
    const { nodes, pods, podActions = [] } = input;
    this.#pods = new PodOutlook(nodes, pods, replacementsIn(podActions));
    this.#outlooks = [this.#pods, new NodeOutlook(nodes), new ImageGcOutlook(input)];
  }

  get isSettled(): boolean {
    return this.#inputsToCome === 0 && !this.#outlooks.some(({ canAct }) => canAct);
  }

  /** Pods of which something is still to come; those that others' deletion brings count from when they come. */
  get podsUnsettled(): number {
    return this.#pods.restlessCount;
  }

  /** Something is to come from outside: an arrival, an action, a pre-pull, a change of a fault. */
  expectInput(): void {
    this.#inputsToCome++;
  }

  /** What was to come has come. */
  inputCame(): void {
    this.#inputsToCome--;
  }

  observe(record: TraceRecord): void {
    for (const outlook of this.#outlooks) outlook.observe(record);
  }
}
