import type { ActorRecord, TraceRecord } from '../../src/trace/record.ts';
import { nodeName } from './node-setup.ts';

type Request = Extract<ActorRecord, { type: 'request' }>;

/** What the trace tells of the node's life: one entry per record of type `node`. */
export interface NodeTold {
  readonly state: string;
  readonly atMicros: number;
  /** The settings in force from then on. */
  readonly kubelet: Readonly<Record<string, unknown>>;
}

/** A thing that takes time: the records at which it began and ended. */
export interface Span {
  readonly from: number;
  readonly until: number;
  readonly fromMicros: number;
  readonly untilMicros: number;
}

export interface Answer extends Span {
  readonly registry: string;
  readonly image: string;
  readonly status: number;
}

export interface Fetched extends Span {
  readonly bytes: number;
}

/** Folds a trace, record by record, into what the model is held against: a second, plain reading of it. */
export class TraceWatch {
  readonly node: NodeTold[] = [];
  readonly added: string[] = [];
  /** Pods that are over or gone, by uid: the number of the record that says so. */
  readonly over = new Map<string, number>();
  readonly deleting = new Set<string>();
  readonly deleted: string[] = [];
  /** Of those that are deleted: containers that run, and sandboxes that are ready. */
  readonly up = new Set<string>();
  readonly rejected: string[] = [];
  /** Pods all of whose containers run, by the last status. */
  readonly running = new Set<string>();
  readonly present = new Set<string>();
  /** Actors of pulls that ask for a slot, and that hold one. */
  readonly waiting = new Set<string>();
  readonly pulling = new Map<string, number>();
  /** When this kubelet called PullImage. */
  readonly pullCallsMicros: number[] = [];
  readonly answers: Answer[] = [];
  readonly fetched: Fetched[] = [];
  /** Images by pull: from `pulling` to `pulled`. */
  readonly pulled: (Span & { readonly image: string })[] = [];
  /** Records of a kubelet that is down. */
  readonly ghosts: string[] = [];
  readonly #sent = new Map<string, Request>();
  readonly #started = new Map<string, ActorRecord>();
  readonly #granted = new Map<string, ActorRecord>();
  /** The sync loop sleeps: it hands out nothing. */
  isSkipping = false;
  #isUp = false;
  #settings: Readonly<Record<string, unknown>> = {};

  get isUp(): boolean {
    return this.#isUp;
  }

  observe(record: TraceRecord): void {
    if (record.type === 'header') this.#settings = record.nodes[0]?.kubelet ?? {};
    if (record.type === 'header' || record.type === 'end') return;
    if (record.actor.startsWith(`${nodeName}/kubelet`) && !this.#isUp)
      this.ghosts.push(`${record.type} by ${record.actor}, record ${record.id}`);
    if (record.type === 'node') this.#observeNode(record);
    else if (record.type === 'fault' && record.fault === 'kubeletRestart' && record.state === 'began')
      this.#stop();
    else if (record.type === 'pod') this.#observePod(record);
    else if (record.type === 'status') this.#observeStatus(record);
    else if (record.type === 'container' || record.type === 'sandbox') this.#observePart(record);
    else if (record.type === 'syncLoop') this.isSkipping = record.state === 'skipping';
    else if (record.type === 'image')
      this.present[record.state === 'present' ? 'add' : 'delete'](record.image);
    else if (record.type === 'pull') this.#observePull(record);
    else if (record.type === 'runtime' && record.op === 'PullImage')
      this.pullCallsMicros.push(microsOf(record));
    else if (record.type === 'request') this.#observeRequest(record);
    else if (record.type === 'fetch') this.#observeFetch(record);
  }

  #observeNode(record: Extract<ActorRecord, { type: 'node' }>): void {
    this.#settings = { ...this.#settings, ...record.kubelet };
    this.node.push({ state: record.state, atMicros: microsOf(record), kubelet: this.#settings });
    this.#stop();
    this.#isUp = record.state !== 'rebooting';
    if (record.state !== 'rebooting') return;
    this.running.clear();
    this.up.clear();
  }

  #stop(): void {
    this.#isUp = false;
    this.isSkipping = false;
    this.waiting.clear();
    this.pulling.clear();
    this.#granted.clear();
    this.pullCallsMicros.length = 0;
  }

  #observePod({ id, state, pod }: Extract<ActorRecord, { type: 'pod' }>): void {
    if (state === 'added') this.added.push(pod.uid);
    if (state === 'rejected') this.rejected.push(pod.uid);
    if (state === 'deleting') this.deleting.add(pod.uid);
    if (state === 'deleted') {
      this.deleting.delete(pod.uid);
      this.deleted.push(pod.uid);
    }
    if (state === 'rejected' || state === 'terminated' || state === 'deleted')
      this.over.set(pod.uid, this.over.get(pod.uid) ?? id);
    if (state !== 'added' && state !== 'changed') this.running.delete(pod.uid);
  }

  #observePart(record: Extract<ActorRecord, { type: 'container' | 'sandbox' }>): void {
    const part = `${record.pod.uid} ${record.type === 'container' ? record.container : 'sandbox'}`;
    if (record.state === 'running' || record.state === 'ready') this.up.add(part);
    if (record.state === 'exited' || record.state === 'gone') this.up.delete(part);
  }

  #observeStatus({ pod, containers, phase }: Extract<ActorRecord, { type: 'status' }>): void {
    const all = containers
      .filter(({ kind }) => kind !== 'init' && kind !== 'ephemeral')
      .every(({ state }) => state === 'running');
    const runs = all && phase === 'Running' && !this.deleting.has(pod.uid);
    this.running[runs ? 'add' : 'delete'](pod.uid);
  }

  #observePull(record: Extract<ActorRecord, { type: 'pull' }>): void {
    const { actor, state, image } = record;
    this.waiting[state === 'waiting' ? 'add' : 'delete'](actor);
    if (state === 'pulling') {
      this.pulling.set(actor, record.id);
      this.#granted.set(actor, record);
      return;
    }
    const begun = this.#granted.get(actor);
    if (state === 'pulled' && begun !== undefined) this.pulled.push({ ...spanOf(begun, record), image });
    this.pulling.delete(actor);
    this.#granted.delete(actor);
  }

  #observeRequest(record: Request): void {
    const begun = this.#sent.get(record.actor);
    if (record.state === 'sent') this.#sent.set(record.actor, record);
    else this.#sent.delete(record.actor);
    if (record.state !== 'answered' || begun === undefined) return;
    this.answers.push({
      ...spanOf(begun, record),
      registry: record.registry,
      image: record.image,
      status: record.status ?? 0,
    });
  }

  #observeFetch(record: Extract<ActorRecord, { type: 'fetch' }>): void {
    const key = `${record.actor} ${record.layer}`;
    const begun = this.#started.get(key);
    if (record.state === 'started') this.#started.set(key, record);
    else this.#started.delete(key);
    if (record.state === 'fetched' && begun !== undefined)
      this.fetched.push({ ...spanOf(begun, record), bytes: record.bytes });
  }
}

function spanOf(begun: ActorRecord, ended: ActorRecord): Span {
  return { from: begun.id, until: ended.id, fromMicros: microsOf(begun), untilMicros: microsOf(ended) };
}

function microsOf({ at }: ActorRecord): number {
  return Math.round(at * 1_000);
}
