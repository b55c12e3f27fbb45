import type { Recorder, RecorderEvent } from '../../../machines/world/recorder.ts';
import type { Because, Observation } from '../../trace/observation.ts';
import type { ActorRecord, Cause } from '../../trace/record.ts';
import type { Changeable, History } from '../engine/history.ts';
import type { Kernel } from './kernel.ts';
import { createListener } from './root-actors.ts';
import { SimulationError } from './simulation-error.ts';

interface RecordSource {
  /** Absent for an actor outside the nodes. */
  readonly node?: string | undefined;
  readonly actor: string;
  readonly pull?: string | undefined;
}

/**
 * Makes records of actors' observations, with number and time, and finds the record to which a cause points.
 */
export class TraceRecorder implements Changeable<number> {
  readonly actor: Recorder;
  readonly #kernel: Kernel;
  readonly #onRecord: (record: ActorRecord) => void;
  /** An actor's latest record, and its latest failed pull: what back-off points to. */
  readonly #latest = new Map<string, Latest>();
  readonly #latestFailure = new Map<string, Latest>();
  readonly #history: History | undefined;
  #nextId: number;

  constructor(kernel: Kernel, onRecord: (record: ActorRecord) => void, firstId = 0, history?: History) {
    this.#history = history;
    this.#kernel = kernel;
    this.#onRecord = onRecord;
    this.#nextId = firstId;
    this.actor = createListener<RecorderEvent>('recorder', (event) => this.#hear(event));
  }

  /** The number that the next record gets. */
  get nextId(): number {
    return this.#nextId;
  }

  save(): number {
    return this.#nextId;
  }

  load(nextId: number): void {
    this.#nextId = nextId;
  }

  /** The recorder for the actors of a node. */
  onNode(node: string): Recorder {
    return createListener<RecorderEvent>('recorder', (event) => this.#hear(event, node));
  }

  /** Writes an observation of an actor, or of the scenario in an actor's name. */
  record(by: RecordSource, observation: Observation, because?: Because): void {
    this.#history?.touch(this);
    const id = this.#nextId++;
    const cause = because ?? ('because' in observation ? observation.because : undefined);
    const record = traceRecord(id, this.#kernel.nowMicros / 1000, by, observation);
    if (cause !== undefined) (record as { because: Cause }).because = this.#resolve(cause);
    this.#onRecord(record as ActorRecord);
    this.#note(this.#latest, by.actor, id);
    if (observation.type === 'pull' && observation.state === 'failed')
      this.#note(this.#latestFailure, by.actor, id);
  }

  #note(records: Map<string, Latest>, actor: string, id: number): void {
    let latest = records.get(actor);
    if (latest === undefined) {
      latest = new Latest();
      records.set(actor, latest);
    }
    this.#history?.touch(latest);
    latest.id = id;
  }

  #resolve(cause: Because): Cause {
    const record = (cause.kind === 'backOff' ? this.#latestFailure : this.#latest).get(cause.actor)?.id;
    return record === undefined ? cause : { kind: cause.kind, actor: cause.actor, record };
  }

  #hear(event: RecorderEvent, node?: string): void {
    if (event.type === 'UNHANDLED') {
      this.#kernel.fail(unhandledError(event));
      return;
    }
    const { actor, pull } = event;
    const by: RecordSource = { node, actor, pull };
    if (event.type === 'RECORD') this.record(by, event.observation, event.because);
    else for (const observation of event.observations) this.record(by, observation);
  }
}

/** An actor's latest record of a kind; undefined: it has none yet. */
class Latest implements Changeable<number | undefined> {
  id: number | undefined = undefined;

  save(): number | undefined {
    return this.id;
  }

  load(id: number | undefined): void {
    this.id = id;
  }
}

/**
 * A literal for each combination of keys: copies of copies are slow, and there is a record for every few
 * steps.
 */
function traceRecord(
  id: number,
  at: number,
  { node, actor, pull }: RecordSource,
  observation: Observation,
): object {
  if (node === undefined)
    return pull === undefined ? { id, at, actor, ...observation } : { id, at, actor, pull, ...observation };
  return pull === undefined
    ? { id, at, node, actor, ...observation }
    : { id, at, node, actor, pull, ...observation };
}

/** A child that failed sends its parent an event: then its own error is the reason. */
function unhandledError({
  actor,
  event,
  error,
}: Extract<RecorderEvent, { type: 'UNHANDLED' }>): SimulationError {
  if (error === undefined)
    return new SimulationError('unhandled-event', `${actor} has no transition for ${event}`);
  const message = error instanceof Error ? error.message : String(error);
  return new SimulationError('actor-failed', `below ${actor}: ${message}`, { cause: error });
}
