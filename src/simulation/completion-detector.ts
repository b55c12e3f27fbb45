import type { SimulationInput } from '../input/model.ts';
import type { TraceRecord } from '../trace/record.ts';
import type { Forecast } from './forecast.ts';
import { ImageGcForecast } from './image-gc-forecast.ts';
import { NodeForecast } from './node-forecast.ts';
import { replacementsIn } from './pod-actions.ts';
import { PodForecast } from './pod-forecast.ts';

/**
 * Tells when nothing can happen any more: nothing is to come from outside, and no part of the run can act. Ticks, relists,
 * resyncs and looks at the images that find nothing to do do not count.
 */
export class CompletionDetector {
  readonly #pods: PodForecast;
  readonly #forecasts: readonly Forecast[];
  #inputsToCome = 0;

  constructor(input: Pick<SimulationInput, 'images' | 'nodes' | 'pods' | 'podActions'>) {
    const { nodes, pods, podActions = [] } = input;
    this.#pods = new PodForecast(nodes, pods, replacementsIn(podActions));
    this.#forecasts = [this.#pods, new NodeForecast(nodes), new ImageGcForecast(input)];
  }

  get isSettled(): boolean {
    return this.#inputsToCome === 0 && !this.#forecasts.some(({ canAct }) => canAct);
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
    for (const forecast of this.#forecasts) forecast.observe(record);
  }
}
