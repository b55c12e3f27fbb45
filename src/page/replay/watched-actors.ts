import type { StatelyInspectionEvent } from '@statelyai/inspect';
import { visibleText } from '../../report/text/visible-text.ts';

/** An actor as the viewer knows it from messages; whoever sent them. */
export interface WatchedActor {
  readonly id: string;
  readonly name: string;
  readonly parentId: string | undefined;
  /** How many actors are above it. */
  readonly depth: number;
  /** The machine's config; undefined: it was not told, or cannot be read. */
  readonly definition: Definition | undefined;
  status: string;
  value: unknown;
  context: unknown;
  events: number;
  /** How often each transition has been taken, by its id; empty where the sender does not tell. */
  readonly counts: Map<string, number>;
  lastTaken: readonly string[];
}

/** What is read of a machine's config. */
export interface Definition {
  readonly id?: string;
  readonly description?: string;
  readonly states?: Readonly<Record<string, Definition>>;
}

/** One event, and what became of its actor. */
export interface LogEntry {
  /** Counted from 1; the first ones may be gone. */
  readonly number: number;
  /** Virtual time in ms. */
  readonly atMs: number;
  readonly actor: string;
  readonly source: string | undefined;
  readonly event: Readonly<Record<string, unknown>> & { readonly type: string };
  /** The state afterwards; undefined: not told yet. */
  value: unknown;
}

/** Older entries are forgotten: a page is no archive. */
const entriesMax = 2000;

/** All that messages of @statelyai/inspect have told so far: who there is, and what happened last. */
export class WatchedActors {
  readonly actors = new Map<string, WatchedActor>();
  readonly log: LogEntry[] = [];
  readonly #children = new Map<string | undefined, string[]>();
  #firstMs: number | undefined;
  #latestMs = 0;
  #entries = 0;

  /** @param epochMs when virtual time begins, in ms since 1970; absent: with the first message */
  constructor(epochMs?: number) {
    this.#firstMs = epochMs;
  }

  /** Takes the next message. */
  hear(message: StatelyInspectionEvent): void {
    const ms = Number(message.createdAt);
    this.#firstMs ??= Number.isFinite(ms) ? ms : 0;
    if (Number.isFinite(ms)) this.#latestMs = ms - this.#firstMs;
    if (message.type === '@xstate.actor') this.#meet(message);
    else if (message.type === '@xstate.event') this.#note(message);
    else this.#change(message);
  }

  /** Virtual time of the latest message, in ms. */
  get atMs(): number {
    return this.#latestMs;
  }

  /** Actors below one, in order of arrival; those without a known parent are below undefined. */
  childrenOf(id: string | undefined): readonly string[] {
    return this.#children.get(id) ?? [];
  }

  #meet({ sessionId, name, parentId, definition, snapshot }: Extract<StatelyInspectionEvent, { type: '@xstate.actor' }>): void {
    const before = this.actors.get(sessionId);
    const parent = parentId === undefined ? undefined : this.actors.get(parentId);
    this.actors.set(sessionId, {
      id: sessionId,
      name: visibleText(String(name)),
      parentId: parent?.id,
      depth: parent === undefined ? 0 : parent.depth + 1,
      definition: readDefinition(definition),
      status: String(snapshot?.status ?? 'active'),
      value: snapshot?.value,
      context: snapshot?.context,
      events: before?.events ?? 0,
      counts: new Map(),
      lastTaken: [],
    });
    if (before !== undefined) return;
    const siblings = this.#children.get(parent?.id);
    if (siblings === undefined) this.#children.set(parent?.id, [sessionId]);
    else siblings.push(sessionId);
  }

  #note({ sessionId, sourceId, event }: Extract<StatelyInspectionEvent, { type: '@xstate.event' }>): void {
    // An actor's beginning is in the tree, and nothing that happened to it.
    if (event.type === 'xstate.init') return;
    const actor = this.actors.get(sessionId);
    if (actor !== undefined) actor.events += 1;
    this.#entries += 1;
    this.log.push({ number: this.#entries, atMs: this.#latestMs, actor: sessionId, source: sourceId, event, value: undefined });
    // Many at once: taking one from the front each time would copy the list each time.
    if (this.log.length > entriesMax * 2) this.log.splice(0, this.log.length - entriesMax);
  }

  #change(message: Extract<StatelyInspectionEvent, { type: '@xstate.snapshot' }>): void {
    const { sessionId, snapshot } = message;
    const actor = this.actors.get(sessionId);
    if (actor === undefined) return;
    const { status, value, context } = snapshot as { status?: unknown; value?: unknown; context?: unknown };
    actor.status = String(status ?? 'active');
    actor.value = value;
    actor.context = context;
    actor.lastTaken = takenOf(message);
    for (const id of actor.lastTaken) actor.counts.set(id, (actor.counts.get(id) ?? 0) + 1);
    const latest = this.log.at(-1);
    if (latest?.actor === sessionId) latest.value = value;
  }
}

/** Only Windlass tells which transitions were taken. */
function takenOf(message: object): readonly string[] {
  const taken: unknown = Reflect.get(message, 'taken');
  return Array.isArray(taken) ? taken.filter((id) => typeof id === 'string') : [];
}

function readDefinition(text: unknown): Definition | undefined {
  if (typeof text !== 'string') return undefined;
  try {
    const definition: unknown = JSON.parse(text);
    return typeof definition === 'object' && definition !== null ? definition : undefined;
  } catch {
    return undefined;
  }
}
