import type { Recorder } from '../../../../machines/world/recorder.ts';
import { truncateToMillisecond } from '../../../rules/kubelet/go/go-duration.ts';
import type { EnsureImageFacts } from '../../../rules/kubelet/images/image-metrics.ts';
import type { Observation } from '../../../trace/observation.ts';
import type { ScriptWorld } from '../script-world.ts';
import type { CallEntry, ResultEntry } from './conformance-trace.ts';
import type { ScriptCall } from './script.ts';

/** What the machines told about one call: its entries in order, and what the metrics count. */
export interface LoggedCall {
  readonly call: ScriptCall;
  readonly entries: CallEntry[];
  /** undefined until it has returned or panicked. */
  facts: EnsureImageFacts | undefined;
  pulled: { readonly pullMs: number; readonly sizeBytes: number } | undefined;
  panic: string | undefined;
}

/**
 * The recorder of a script. It assigns each observation of an actor to the call that the actor serves at the
 * time.
 */
export class CallLog {
  readonly recorder: Recorder;
  readonly #world: ScriptWorld;
  readonly #calls: readonly LoggedCall[];
  readonly #served = new Map<string, LoggedCall>();

  constructor(world: ScriptWorld, calls: readonly ScriptCall[]) {
    this.#world = world;
    this.recorder = world.recorder((actor, observation) => this.#note(actor, observation));
    this.#calls = calls.map((call) => ({
      call,
      entries: [],
      facts: undefined,
      pulled: undefined,
      panic: undefined,
    }));
  }

  /** The calls in the order of the script. */
  get calls(): readonly LoggedCall[] {
    return this.#calls;
  }

  /** Says that the actor now serves the call with this index in the script. */
  begin(actor: string, index: number): void {
    const call = this.#calls[index];
    if (call === undefined) throw new Error(`the script has no call ${index}`);
    this.#served.set(actor, call);
  }

  /** Says that the call that the actor serves ends with a panic. */
  panic(actor: string, message: string): void {
    this.#callOf(actor).panic = message;
  }

  /** Says that the call that the actor serves is over, with a result unless it panicked. */
  end(actor: string, facts: EnsureImageFacts, result?: Omit<ResultEntry, 'at' | 'call'>): void {
    const logged = this.#callOf(actor);
    const { call, entries, panic } = logged;
    logged.facts = facts;
    const ending = panic === undefined ? result : ({ type: 'panic', message: panic } as const);
    if (ending !== undefined) entries.push({ at: this.#world.nowMs, call: call.id, ...ending });
  }

  #note(actor: string, observation: Observation): void {
    const at = this.#world.nowMs;
    const logged = this.#callOf(actor);
    const { call, entries } = logged;
    switch (observation.type) {
      case 'result': {
        const { type, imageRef, error, message, ...facts } = observation;
        this.end(actor, facts, { type, imageRef, error, message });
        break;
      }
      case 'event': {
        const { type, eventType, reason, message } = observation;
        entries.push({ at, call: call.id, type, eventType, reason, message });
        break;
      }
      case 'runtime':
      case 'runtime-return':
      case 'pulling':
        entries.push({ at, call: call.id, ...observation });
        break;
      case 'pull':
        if (observation.state === 'pulled') {
          const { waitedMs = 0, tookMs = 0, sizeBytes = 0 } = observation;
          logged.pulled = { pullMs: truncateToMillisecond((waitedMs + tookMs) * 1000) / 1000, sizeBytes };
        }
        break;
    }
  }

  #callOf(actor: string): LoggedCall {
    const call = this.#served.get(actor);
    if (call === undefined) throw new Error(`${actor} serves no call`);
    return call;
  }
}
