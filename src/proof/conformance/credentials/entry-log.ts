import type { Recorder } from '../../../../machines/world/recorder.ts';
import type { EnsureImageFacts } from '../../../rules/kubelet/images/image-metrics.ts';
import type { CredentialObservation, Observation } from '../../../trace/observation.ts';
import type { TraceEntry } from '../script-kind.ts';
import type { ScriptWorld } from '../script-world.ts';
import type { CredentialVault } from './credential-vault.ts';
import type { CredentialsCall } from './script-schema.ts';

/**
 * An entry of a trace of this kind. The entries of one event of the script stand together, ordered by call.
 */
export interface CredentialsEntry extends TraceEntry {
  /** The id of the call; absent if it belongs to none. */
  readonly call?: string;
  readonly [field: string]: unknown;
}

/** An entry without its time and call. */
export interface EntryFields {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** The recorder of a script: what the machines tell about its calls, and what the script itself does. */
export class EntryLog {
  readonly recorder: Recorder;
  readonly #world: ScriptWorld;
  readonly #vault: CredentialVault;
  readonly #places: ReadonlyMap<string, number>;
  readonly #entries: { readonly event: number; readonly place: number; readonly entry: CredentialsEntry }[] =
    [];
  #event = 0;
  #facts: EnsureImageFacts[] = [];

  constructor(world: ScriptWorld, calls: readonly CredentialsCall[], vault: CredentialVault) {
    this.#world = world;
    this.recorder = world.recorder((call, observation) => this.#note(call, observation));
    this.#vault = vault;
    this.#places = new Map(calls.map(({ id }, index) => [id, index]));
  }

  /** The facts of the calls that have returned in this life of the kubelet. */
  get facts(): readonly EnsureImageFacts[] {
    return this.#facts;
  }

  /** Begins a new life of the kubelet, with counters at 0. */
  beginLife(): void {
    this.#facts = [];
  }

  /** Begins the next event of the script, to which later entries belong. */
  beginEvent(): void {
    this.#event += 1;
  }

  /** Adds entries that belong to no call. */
  add(...entries: readonly EntryFields[]): void {
    for (const entry of entries) this.#push(Number.POSITIVE_INFINITY, entry);
  }

  /**
   * Returns the entries by event of the script, and within an event by call. Entries of no call come last.
   */
  inCanonicalOrder(): readonly CredentialsEntry[] {
    const compare = (one: number, other: number) => (one === other ? 0 : one - other);
    return this.#entries
      .toSorted((a, b) => compare(a.event, b.event) || compare(a.place, b.place))
      .map(({ entry }) => entry);
  }

  #note(call: string, observation: Observation): void {
    const place = this.#places.get(call);
    if (place === undefined) return;
    const told = (entry: EntryFields) => this.#push(place, { call, ...entry });
    switch (observation.type) {
      case 'result': {
        const { type, imageRef, error, message, ...facts } = observation;
        this.#facts.push(facts);
        told({ type, imageRef, error, message });
        break;
      }
      case 'event': {
        const { type, eventType, reason, message } = observation;
        told({ type, eventType, reason, message });
        break;
      }
      case 'runtime': {
        const { type, op, image, credential } = observation;
        told({ type, op: op === 'PullImage' ? op : 'ImageStatus', image, ...this.#authOf(credential) });
        break;
      }
      case 'runtime-return': {
        const { credential, ...fields } = observation;
        told({ ...fields, ...this.#authOf(credential) });
        break;
      }
    }
  }

  #authOf(credential: CredentialObservation | undefined): object {
    if (credential === undefined) return {};
    const { username, password } = this.#vault.open(credential);
    return { username, password };
  }

  #push(place: number, entry: EntryFields): void {
    this.#entries.push({ event: this.#event, place, entry: { at: this.#world.nowMs, ...entry } });
  }
}
