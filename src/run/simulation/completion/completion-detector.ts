import { copyTables, fillTables, type Table } from '../../../rules/collections/kept-tables.ts';
import type { TraceRecord } from '../../../trace/record.ts';
import type { Changeable, History } from '../../engine/history.ts';
import type { SimulationInput } from '../../simulation-input.ts';
import { followersIn, replacementsIn } from '../pod-actions.ts';
import { ImageGcForecast } from './image-gc-forecast.ts';
import { type Forecast, mark, PodForecast } from './pod-forecast.ts';
import { ReadForecast } from './read-forecast.ts';

/**
 * Tells whether a node can still act by itself: its kubelet or sync loop comes back, it becomes Ready, or a
 * pre-pull continues.
 */
export class NodeForecast implements Forecast {
  readonly #nodes: readonly string[];
  /** Nodes without a kubelet. */
  readonly #down = new Set<string>();
  readonly #notReady = new Set<string>();
  /** Nodes whose sync loop passes nothing on. */
  readonly #skipping = new Set<string>();
  /** New nodes that have never been ready. */
  readonly #coming: Set<string>;
  /** Nodes that no fault meets: there is nothing that could restart, not yet or not any more. */
  readonly #unregistered: Set<string>;
  #prePulls = 0;

  constructor(nodes: readonly { readonly name: string; readonly join?: object }[]) {
    this.#nodes = nodes.map(({ name }) => name);
    this.#coming = new Set(nodes.flatMap(({ name, join }) => (join === undefined ? [] : [name])));
    this.#unregistered = new Set(this.#coming);
  }

  get canAct(): boolean {
    if (this.#coming.size > 0) return true;
    return this.#down.size > 0 || this.#notReady.size > 0 || this.#skipping.size > 0 || this.#prePulls > 0;
  }

  save(): readonly [number, readonly Table[]] {
    return [this.#prePulls, copyTables(this.#tables)];
  }

  load([prePulls, tables]: readonly [number, readonly Table[]]): void {
    this.#prePulls = prePulls;
    fillTables(this.#tables, tables);
  }

  get #tables(): readonly Table[] {
    return [this.#down, this.#notReady, this.#skipping, this.#coming, this.#unregistered];
  }

  /** Nothing of a node that is gone comes back. */
  #noteGone(node: string): void {
    this.#unregistered.add(node);
    for (const set of [this.#coming, this.#down, this.#notReady, this.#skipping]) set.delete(node);
  }

  observe(record: TraceRecord): void {
    if (record.type === 'prePull') {
      if (record.state === 'started') this.#prePulls++;
      else if (record.state === 'finished' || record.state === 'interrupted') this.#prePulls--;
    } else if (record.type === 'condition' && record.condition === 'Ready') {
      mark(this.#notReady, record.node, record.status !== 'True');
      if (record.status === 'True') this.#coming.delete(record.node);
    } else if (record.type === 'syncLoop') {
      mark(this.#skipping, record.node, record.state === 'skipping');
    } else if (
      record.type === 'fault' &&
      (record.fault === 'kubeletRestart' || record.fault === 'nodeReboot')
    ) {
      for (const node of record.target === undefined ? this.#nodes : [record.target])
        if (!this.#unregistered.has(node)) this.#down.add(node);
    } else if (record.type === 'instance') {
      if (record.state === 'registered') this.#unregistered.delete(record.node);
      if (record.state === 'gone') this.#noteGone(record.node);
    } else if (record.type === 'node' && record.state !== 'rebooting') {
      this.#down.delete(record.actor);
      this.#skipping.delete(record.actor);
    }
  }
}

/** What is still to come from outside, and the states of the forecasts. */
type Kept = readonly [inputsToCome: number, forecasts: readonly unknown[]];

/**
 * Tells when nothing can happen any more: nothing is to come from outside, and no part of the run can act.
 * Ticks, relists, resyncs and looks at the images that find nothing to do do not count.
 */
export class CompletionDetector implements Changeable<Kept> {
  readonly #pods: PodForecast;
  readonly #forecasts: readonly Forecast[];
  readonly #history: History | undefined;
  #inputsToCome = 0;
  /** What was saved last, while nothing has changed since. */
  #kept: Kept | undefined;

  constructor(
    input: Pick<
      SimulationInput,
      'images' | 'nodes' | 'pods' | 'podActions' | 'podChains' | 'cronRuns' | 'jobRuns'
    >,
    history?: History,
  ) {
    this.#history = history;
    const { nodes, pods } = input;
    const followers = followersIn(input);
    const isFirst = ({ uid }: { readonly uid: string }) => !followers.has(uid);
    const toCome = [...replacementsIn(input), ...pods.filter((pod) => !isFirst(pod))];
    this.#pods = new PodForecast(nodes, pods.filter(isFirst), toCome);
    this.#forecasts = [this.#pods, new NodeForecast(nodes), new ImageGcForecast(input), new ReadForecast()];
  }

  save(): Kept {
    this.#kept ??= [this.#inputsToCome, this.#forecasts.map((forecast) => forecast.save())];
    return this.#kept;
  }

  load([inputsToCome, states]: Kept): void {
    this.#kept = undefined;
    this.#inputsToCome = inputsToCome;
    for (const [index, forecast] of this.#forecasts.entries()) forecast.load(states[index]);
  }

  get isSettled(): boolean {
    if (this.#inputsToCome > 0) return false;
    for (const forecast of this.#forecasts) if (forecast.canAct) return false;
    return true;
  }

  /** The number of pods that can still act. A pod that replaces a deleted one counts from its arrival. */
  get podsUnsettled(): number {
    return this.#pods.restlessCount;
  }

  /** An input from outside is expected: an arrival, an action, a pre-pull, or a change of a fault. */
  expectInput(): void {
    this.#history?.touch(this);
    this.#kept = undefined;
    this.#inputsToCome++;
  }

  /** An expected input has come. */
  inputCame(): void {
    this.#history?.touch(this);
    this.#kept = undefined;
    this.#inputsToCome--;
  }

  observe(record: TraceRecord): void {
    this.#history?.touch(this);
    this.#kept = undefined;
    for (const forecast of this.#forecasts) forecast.observe(record);
  }
}
