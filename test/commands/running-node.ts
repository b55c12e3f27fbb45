import type { AnyActorRef } from 'xstate';
import type { ApiServerContext } from '../../machines/world/api-server.ts';
import type { NodeContext, NodeRef } from '../../machines/world/node-protocol.ts';
import { Kernel, type Order } from '../../src/run/simulation/kernel.ts';
import { traceHeader } from '../../src/run/simulation/trace-header.ts';
import { TraceRecorder } from '../../src/run/simulation/trace-recorder.ts';
import { createWorld, type World, type WorldOptions } from '../../src/run/simulation/world.ts';
import type { TraceRecord } from '../../src/trace/record.ts';
import { inputOfSetup, type NodeSetup, nodeName } from './node-setup.ts';
import { TraceWatch } from './trace-watch.ts';

export type NodeMachine = WorldOptions['nodeMachine'];

const limits = { stepsMax: 3_000_000, stepsPerInstantMax: 20_000, queueMax: 100_000 };

/**
 * A whole node with its registries and network on a kernel, which commands push along: what the model is held
 * against.
 */
export class RunningNode {
  readonly records: TraceRecord[] = [];
  readonly watch = new TraceWatch();
  /** What was done, in words, each with its time. */
  readonly done: string[] = [];
  readonly recorder: TraceRecorder;
  readonly world: World;
  readonly #kernel: Kernel;
  readonly #node: NodeRef;

  /**
   * `choices` decide, one by one, which of the entries of an instant comes next; where they end the first one
   * does.
   */
  constructor(setup: NodeSetup, choices: readonly number[], machine?: NodeMachine) {
    let taken = 0;
    const choose: Order['choose'] = (ready) =>
      ready[ready.length > 1 ? (choices[taken++] ?? 0) % ready.length : 0];
    const order = { lateMicros: 0, choose };
    this.#kernel = new Kernel(choices.length === 0 ? { limits } : { limits, order });
    this.recorder = new TraceRecorder(this.#kernel, (record) => this.#tell(record), 1);
    for (const image of setup.presentImages) this.watch.present.add(image);
    const input = inputOfSetup(setup);
    this.#tell(traceHeader(input));
    this.world = createWorld(
      input,
      this.#kernel,
      this.recorder,
      machine === undefined ? {} : { nodeMachine: machine },
    );
    const node = this.world.nodes.get(nodeName);
    if (node === undefined) throw new Error(`no ${nodeName}`);
    this.#node = node;
  }

  get nowMicros(): number {
    return this.#kernel.nowMicros;
  }

  /** The uids of the pods that the API server has bound to the node, in order of arrival. */
  get boundPods(): readonly string[] {
    const { apiServer } = (this.#node as AnyActorRef).getSnapshot().context as NodeContext;
    const { pods } = (apiServer as AnyActorRef).getSnapshot().context as ApiServerContext;
    return [...pods.keys()];
  }

  get node(): NodeRef {
    return this.#node;
  }

  /** Notes in words what is about to be done. */
  say(words: string): void {
    this.done.push(`${this.nowMicros / 1_000} ms: ${words}`);
  }

  /** Lets something happen now, among whatever else is due at this instant, and finishes the instant. */
  happen(run: () => void): void {
    this.#kernel.schedule(this.nowMicros, run);
    this.#kernel.run(this.nowMicros);
  }

  /** Lets time go on by so much. */
  advance(micros: number): void {
    this.#kernel.run(this.nowMicros + micros);
  }

  /** Runs the instant of the next timer. */
  toNextTimer(): void {
    const next = this.#kernel.nextMicros;
    if (next !== undefined) this.#kernel.run(next);
  }

  /** Takes one entry from the queue: others of its instant may stay behind. */
  step(): void {
    this.#kernel.step();
  }

  /** Runs until `done` says so, for so long at most; false where it never did. */
  runUntil(done: () => boolean, micros: number): boolean {
    return done() || this.#kernel.run(this.nowMicros + micros, done) === 'done';
  }

  /** Writes the end of the trace. */
  end(): void {
    this.#tell({
      type: 'end',
      id: this.recorder.nextId,
      at: this.nowMicros / 1_000,
      reason: 'horizon',
      steps: this.#kernel.steps,
    });
  }

  #tell(record: TraceRecord): void {
    this.records.push(record);
    this.watch.observe(record);
  }
}
