import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ActorEntry } from '../../../../src/charts/inspector/actor-entry.ts';
import { StepHistory } from '../../../../src/charts/inspector/step-history.ts';
import type { SourceText } from '../../../../src/inputs/documents/source-document.ts';
import { readInput } from '../../../../src/inputs/read-input.ts';
import { readExampleSources } from '../../../../src/interfaces/cli/pages/show-page.ts';
import { actorAt, actorsNamed } from '../../../../src/interfaces/page/statechart/actor-groups.ts';
import { ActorTimeline } from '../../../../src/interfaces/page/statechart/actor-timeline.ts';
import type { PhaseName } from '../../../../src/reports/phases/container-phases.ts';
import { type BarView, type RowView, runView } from '../../../../src/reports/run-view/run-view.ts';
import { WhyIndex } from '../../../../src/reports/run-view/why-index.ts';
import { simulate } from '../../../../src/run/simulation/simulate.ts';
import type { TraceRecord } from '../../../../src/trace/record.ts';
import { root } from '../../../tidy/sources.ts';

const pulled = ['pulled', 'present'];
/**
 * In which states an image pull is while its bar shows a phase; of a pull ahead of the kubelet the machine is
 * kubeadm's.
 */
const agreeing: Readonly<Record<PhaseName, readonly string[]>> = {
  waitingForNode: ['not there yet'],
  waitingForNetwork: ['not there yet'],
  waitingToStart: ['idle', 'not there yet'],
  waitingForSandboxImage: ['idle', 'not there yet'],
  inspecting: ['inspecting', 'looking'],
  waitingForCredentials: ['askingCredentials'],
  waitingForSamePull: ['idle', 'present', 'pulled', 'backingOff', 'failed'],
  waitingForSlot: ['waitingForSlot'],
  waitingForCredentialsInSlot: ['pulling'],
  resolving: ['pulling'],
  runtimeWork: ['pulling'],
  resting: ['pulling'],
  waitingForDownload: ['pulling'],
  waitingForOtherPull: ['pulling'],
  downloading: ['pulling'],
  stalled: ['pulling'],
  waitingForUnpack: ['pulling'],
  unpacking: ['pulling'],
  waitingForDisk: ['pulling'],
  // The window begins with the failure, and the pod shows the back-off once its worker has asked within it.
  backingOff: ['failed', 'backingOff'],
  // The window is over, or there was none, and nobody has asked again.
  waitingForSync: [
    'backingOff',
    'failed',
    'neverPresent',
    'invalidName',
    'inspectFailed',
    'secretsUnreadable',
  ],
  startingUp: pulled,
  readingImage: pulled,
  starting: pulled,
  running: pulled,
  ended: pulled,
};

/** Of a hundred pods so many: their bars are of every phase and cause. */
const podsMax = 16;

interface ExampleRun {
  readonly records: readonly TraceRecord[];
  readonly historyOf: (node: string) => StepHistory | undefined;
}

const files = readdirSync(join(root, 'examples')).filter((name) => name.endsWith('.yaml'));
const examples: readonly (readonly [string, readonly SourceText[]])[] = [
  ...files.map(
    (name) => [name, [{ name, text: readFileSync(join(root, 'examples', name), 'utf8') }]] as const,
  ),
  ...(await readExampleSources()).map(({ name, sources }) => [name, sources] as const),
];

function exampleRun(sources: readonly SourceText[]): ExampleRun {
  // What comes later is more of the same, and takes long.
  const read = readInput(sources, { horizon: '22m' });
  if (!read.ok) throw new Error(read.errors.map(({ message }) => message).join('\n'));
  // Of many nodes the others are like the first ones.
  const histories = new Map(
    read.input.nodes.slice(0, 2).map(({ name }) => [name, new StepHistory({ node: name })]),
  );
  const inspect: StepHistory['inspect'] = (event, nowMicros) => {
    for (const history of histories.values()) history.inspect(event, nowMicros);
  };
  const input = { ...read.input, pods: read.input.pods.slice(0, podsMax) };
  return { records: simulate(input, { inspect }).records, historyOf: (node) => histories.get(node) };
}

/**
 * The state that a bar has a word for: between calls of a pull how the last one ended, in it the part that it
 * has come to.
 */
function toldState(value: ReturnType<ActorTimeline['valueAt']>): string {
  if (typeof value !== 'object') return String(value);
  const [[outer, inner] = ['', '']] = Object.entries(value);
  return outer === 'settled' ? String(inner) : outer;
}

/** What the statechart panel shows of rows, at any time. */
class Charts {
  readonly #history: StepHistory;
  readonly #entries: readonly ActorEntry[];
  readonly #timelines = new Map<string, ActorTimeline>();

  constructor(history: StepHistory) {
    this.#history = history;
    this.#entries = history.actors();
  }

  namedAs(actor: string): readonly ActorEntry[] {
    return actorsNamed(this.#entries, actor);
  }

  /** The state, whether the actor has stopped, and the state in which its next step that rests ends. */
  stateAt(
    named: readonly ActorEntry[],
    atMs: number,
  ): { readonly state: string; readonly isStopped: boolean; readonly next: string } {
    const entry = actorAt(named, atMs);
    const timeline = entry && this.#timelineOf(entry.actor);
    if (entry === undefined || timeline === undefined)
      return { state: 'no actor', isStopped: false, next: '' };
    const done = timeline.doneAt(atMs);
    if (done === undefined) return { state: 'not there yet', isStopped: false, next: '' };
    const next = toldState(timeline.valueAt(Math.min(done + 1, timeline.length)));
    return {
      state: toldState(timeline.valueAt(done)),
      isStopped: entry.toMs !== undefined && entry.toMs <= atMs,
      next,
    };
  }

  #timelineOf(actor: string): ActorTimeline | undefined {
    const known = this.#timelines.get(actor);
    if (known !== undefined) return known;
    const history = this.#history.steps(actor);
    if (history === undefined) return undefined;
    const timeline = new ActorTimeline(history);
    this.#timelines.set(actor, timeline);
    return timeline;
  }
}

const microMs = 0.001;

/**
 * Where the chart of the row says another thing than this bar of it, at its begin, in its middle and before
 * its end.
 */
function disagreements(
  row: RowView,
  { phase, fromMs, toMs }: BarView,
  charts: Charts,
  named: readonly ActorEntry[],
): string[] {
  return [fromMs, (fromMs + toMs) / 2, toMs - microMs].flatMap((atMs) => {
    const { state, isStopped, next } = charts.stateAt(named, atMs);
    if (phase === 'ended' && isStopped) return [];
    if (!isStopped && agreeing[phase].includes(state)) return [];
    // A look within the window that back-off refuses is a part of the wait.
    if (phase === 'backingOff' && state === 'inspecting' && next === 'backingOff') return [];
    return [
      `${row.actor} at ${atMs} ms: the bar says ${phase}, the chart ${state}${isStopped ? ', stopped' : ''}`,
    ];
  });
}

describe.each(examples)('%s', (_, sources) => {
  test('at every time the statechart of a row and its bar agree, and its arrow comes from what its sentence names', () => {
    const { records, historyOf } = exampleRun(sources);
    const view = runView(records);
    const found = view.nodes.flatMap(({ name, firstRow, rowCount }) => {
      const history = historyOf(name);
      if (history === undefined) return [];
      const charts = new Charts(history);
      return view.rows.slice(firstRow, firstRow + rowCount).flatMap((row) => {
        const named = charts.namedAs(row.actor);
        return row.bars.flatMap((bar) => disagreements(row, bar, charts, named));
      });
    });
    expect(found.slice(0, 5)).toEqual([]);
    expect(view.rows.length).toBeGreaterThan(0);

    const why = new WhyIndex(records);
    const misled = view.rows.flatMap((row, place) =>
      row.bars.flatMap(({ phase, cause }, bar) => {
        const from = cause?.row === undefined ? undefined : view.rows[cause.row];
        if (from === undefined) return [];
        const sentence = why.sentence(place, bar);
        const isNamed =
          from === row
            ? sentence.includes(` after ${failuresWords(row, cause?.atMs ?? 0)} of ${row.image}`)
            : sentence.includes(wordsOf(from));
        return isNamed ? [] : [`${row.actor} ${phase}: from ${from.actor}, but «${sentence}»`];
      }),
    );
    expect(misled.slice(0, 5)).toEqual([]);
  });
});

/** As sentences name another row's pull. */
function wordsOf({ pod, container, image }: RowView): string {
  return pod === undefined ? `the pre-pull of ${image}` : `${pod.namespace}/${pod.name}/${container} `;
}

function failuresWords({ failures }: RowView, atMs: number): string {
  const count = failures.filter((failure) => failure.atMs <= atMs).length;
  return `${count} failed pull${count === 1 ? '' : 's'}`;
}
