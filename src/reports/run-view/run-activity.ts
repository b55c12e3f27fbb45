import { getOrInsert } from '../../rules/collections/get-or-insert.ts';
import { type Readings, ReadingTable } from '../../trace/readings.ts';
import type { RecordOf, TraceRecord } from '../../trace/record.ts';
import { PullFiguresReader } from '../summary/pull-figures.ts';

/** A stretch of time; one that is not over when the run ends has the run's end. Times in virtual ms. */
export interface TimeSpan {
  readonly fromMs: number;
  readonly toMs: number;
}

/** A fault of the scenario while it lasts. */
export interface FaultSpan extends TimeSpan {
  /** The kind, as the scenario names it: `registryDown`. */
  readonly fault: string;
  /** The registry, image or node; absent: all of them. */
  readonly target?: string;
}

/** A node, its kubelet or a condition in another state than the good one. */
export interface ConditionSpan extends TimeSpan {
  /** `DiskPressure`, `NotReady`, `rebooting`, `kubelet restart`. */
  readonly name: string;
  /** As `kubectl describe node` shows it; absent where the name says all. */
  readonly message?: string;
}

/** A round of image GC, from the first image that it took to its end. */
export interface ImageGcRound extends TimeSpan {
  /** The 5-minute loop, or the eviction manager under disk pressure. */
  readonly trigger: RecordOf<'imageGC'>['trigger'];
  readonly removed: readonly { readonly atMs: number; readonly image: string; readonly freedBytes: number }[];
  /** Of the round, or of the images that it could not remove. */
  readonly errors: readonly string[];
}

/** What happened to one node besides its pulls. */
export interface NodeActivity {
  readonly node: string;
  readonly conditions: readonly ConditionSpan[];
  readonly rounds: readonly ImageGcRound[];
}

/** A layer that counts among the bytes pulled, from its first request for a body until it was whole. */
export interface LayerArrival extends TimeSpan {
  readonly node: string;
  readonly bytes: number;
}

/**
 * What happens around the containers of a run, as plain data that a worker can send: moments and spans of
 * which the rows of a picture and the totals of a part of the run are made.
 */
export interface RunActivity {
  readonly faults: readonly FaultSpan[];
  /** Only nodes to which something happened. */
  readonly nodes: readonly NodeActivity[];
  /** When calls of the runtime began and ended, each list in order: the summary counts the same ones. */
  readonly pulls: {
    readonly begunMs: readonly number[];
    readonly succeededMs: readonly number[];
    readonly failedMs: readonly number[];
  };
  readonly layers: readonly LayerArrival[];
}

/** Returns what happened in a run, up to the trace's end. */
export function runActivity(records: readonly TraceRecord[]): RunActivity {
  const endMs = records.at(-1)?.at ?? 0;
  const faults = new KeyedSpans<SpanDetail<FaultSpan>>();
  const nodes = new Map<string, NodeSpans>();
  const pulls = new PullMoments();
  const spansOf = (node: string): NodeSpans => getOrInsert(nodes, node, () => new NodeSpans());
  const readings: Readings = {
    fault: ({ at, actor, state, fault, target }) => {
      faults.end(actor, at);
      if (state === 'began') faults.begin(actor, { fault, ...(target === undefined ? {} : { target }) }, at);
    },
    condition: (record) => spansOf(record.node).noteCondition(record),
    node: (record) => spansOf(record.node).noteNode(record),
    imageGC: (record) => spansOf(record.node).noteImageGc(record),
  };
  new ReadingTable([readings, pulls.readings]).noteUntil(records, endMs);
  return {
    faults: faults.finish(endMs),
    nodes: [...nodes]
      .map(([node, spans]) => ({ node, ...spans.finish(endMs) }))
      .filter(({ conditions, rounds }) => conditions.length + rounds.length > 0),
    ...pulls.finish(),
  };
}

/** One whose end may not be known yet. */
interface OpenSpan<Detail> {
  readonly of: Detail;
  readonly fromMs: number;
  toMs?: number;
}

/** Spans in the order in which they begin; of each key one is open at most. */
class KeyedSpans<Detail> {
  readonly #spans: OpenSpan<Detail>[] = [];
  readonly #open = new Map<string, OpenSpan<Detail>>();

  begin(key: string, of: Detail, fromMs: number): void {
    const span: OpenSpan<Detail> = { of, fromMs };
    this.#open.set(key, span);
    this.#spans.push(span);
  }

  end(key: string, atMs: number): void {
    const open = this.#open.get(key);
    if (open !== undefined) open.toMs = atMs;
    this.#open.delete(key);
  }

  finish(endMs: number): readonly (Detail & TimeSpan)[] {
    return this.#spans.map(({ of, fromMs, toMs = endMs }) => ({ ...of, fromMs, toMs }));
  }
}

type SpanDetail<Span extends TimeSpan> = Omit<Span, keyof TimeSpan>;

/** Follows one node. */
class NodeSpans {
  readonly #conditions = new KeyedSpans<SpanDetail<ConditionSpan>>();
  readonly #rounds: ImageGcRound[] = [];
  #round: { fromMs: number; removed: ImageGcRound['removed'][number][]; errors: string[] } | undefined;
  #trigger: ImageGcRound['trigger'] = 'loop';

  noteCondition({ at, condition, status, message }: RecordOf<'condition'>): void {
    const isGood = (condition === 'Ready') === (status === 'True');
    this.#conditions.end(condition, at);
    const name = condition === 'Ready' ? 'NotReady' : condition;
    if (!isGood) this.#conditions.begin(condition, { name, message }, at);
  }

  noteNode({ at, state }: RecordOf<'node'>): void {
    this.#conditions.end('reboot', at);
    if (state === 'rebooting') this.#conditions.begin('reboot', { name: 'rebooting' }, at);
    if (state !== 'kubeletRestarted') return;
    this.#conditions.begin('restart', { name: 'kubelet restart' }, at);
    this.#conditions.end('restart', at);
  }

  noteImageGc({ at, state, trigger, image = '', freedBytes = 0, error }: RecordOf<'imageGC'>): void {
    this.#round ??= { fromMs: at, removed: [], errors: [] };
    this.#trigger = trigger;
    if (state === 'removed') this.#round.removed.push({ atMs: at, image, freedBytes });
    if (error !== undefined && error !== '')
      this.#round.errors.push(state === 'failed' ? `${image}: ${error}` : error);
    if (state === 'finished') this.#endRound(at);
  }

  finish(endMs: number): Omit<NodeActivity, 'node'> {
    this.#endRound(endMs);
    return {
      conditions: this.#conditions.finish(endMs),
      rounds: this.#rounds,
    };
  }

  #endRound(toMs: number): void {
    if (this.#round !== undefined) this.#rounds.push({ ...this.#round, toMs, trigger: this.#trigger });
    this.#round = undefined;
  }
}

/**
 * When what the summary counts of pulls happened: a moment is noted where the summary's own reader counts one
 * more.
 */
class PullMoments {
  readonly #figures = new PullFiguresReader();
  readonly #begunMs: number[] = [];
  readonly #succeededMs: number[] = [];
  readonly #failedMs: number[] = [];
  readonly #layers: LayerArrival[] = [];
  /** By the name of the fetch, which receives one layer at a time. */
  readonly #startedMs = new Map<string, number>();
  readonly readings: Readings = {
    ...this.#figures.readings,
    pull: (record) => this.#notePull(record),
    fetch: (record) => this.#noteFetch(record),
  };

  finish(): Pick<RunActivity, 'pulls' | 'layers'> {
    const pulls = { begunMs: this.#begunMs, succeededMs: this.#succeededMs, failedMs: this.#failedMs };
    return { pulls, layers: this.#layers };
  }

  #notePull(record: RecordOf<'pull'>): void {
    const before = this.#figures.pulls();
    this.#figures.readings.pull?.(record);
    const { calls, succeeded, failed } = this.#figures.pulls();
    if (calls > before.calls) this.#begunMs.push(record.at);
    if (succeeded > before.succeeded) this.#succeededMs.push(record.at);
    if (failed > before.failed) this.#failedMs.push(record.at);
  }

  #noteFetch(record: RecordOf<'fetch'>): void {
    const { at, node, actor, state } = record;
    if (state === 'started') this.#startedMs.set(actor, at);
    const before = state === 'fetched' ? this.#figures.bytes().downloadedBytes : 0;
    this.#figures.readings.fetch?.(record);
    if (state !== 'fetched') return;
    const bytes = this.#figures.bytes().downloadedBytes - before;
    const fromMs = this.#startedMs.get(actor) ?? at;
    this.#startedMs.delete(actor);
    if (bytes > 0) this.#layers.push({ node, fromMs, toMs: at, bytes });
  }
}
