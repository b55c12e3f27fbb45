import type { TraceRecord } from '../trace/record.ts';
import { type Forecast, mark, nodeOf } from './forecast.ts';

/** Tells whether a node can still do something of its own: its kubelet or its sync loop comes back, it gets Ready, a pre-pull goes on. */
export class NodeForecast implements Forecast {
  readonly #nodes: readonly string[];
  /** Nodes without a kubelet. */
  readonly #down = new Set<string>();
  readonly #notReady = new Set<string>();
  /** Nodes whose sync loop hands nothing out. */
  readonly #skipping = new Set<string>();
  #prePulls = 0;

  constructor(nodes: readonly { readonly name: string }[]) {
    this.#nodes = nodes.map(({ name }) => name);
  }

  get canAct(): boolean {
    return this.#down.size > 0 || this.#notReady.size > 0 || this.#skipping.size > 0 || this.#prePulls > 0;
  }

  observe(record: TraceRecord): void {
    if (record.type === 'prePull') {
      if (record.state === 'started') this.#prePulls++;
      else if (record.state === 'finished' || record.state === 'interrupted') this.#prePulls--;
    } else if (record.type === 'condition' && record.condition === 'Ready') {
      mark(this.#notReady, nodeOf(record), record.status !== 'True');
    } else if (record.type === 'syncLoop') {
      mark(this.#skipping, nodeOf(record), record.state === 'skipping');
    } else if (record.type === 'fault' && (record.fault === 'kubeletRestart' || record.fault === 'nodeReboot')) {
      for (const node of record.target === undefined ? this.#nodes : [record.target]) this.#down.add(node);
    } else if (record.type === 'node' && record.state !== 'rebooting') {
      this.#down.delete(record.actor);
      this.#skipping.delete(record.actor);
    }
  }
}
