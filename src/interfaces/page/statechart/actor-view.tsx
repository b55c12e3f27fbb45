import { useMemo, useState } from 'preact/hooks';
import { activeStates } from '../../../charts/statechart/chart.ts';
import type { ActorTimeline, ContextField } from './actor-timeline.ts';
import { ChartDiagram } from './chart-diagram.tsx';
import { Choice } from './choice.tsx';
import { chartIn, type LoadedCharts, useDrawnCharts } from './drawn-chart.ts';
import { EventLog } from './event-log.tsx';
import { PlainTree } from './plain-tree.tsx';
import { instantText, stateText } from './texts.ts';

/** The part of an actor that is shown if there is no room for all of it. */
type ActorPart = 'diagram' | 'events' | 'context';

const parts: readonly (readonly [ActorPart, string])[] = [
  ['diagram', 'Diagram'],
  ['events', 'Events'],
  ['context', 'Context'],
];

interface ActorViewProps {
  readonly timeline: ActorTimeline;
  /** The number of its steps; undefined if it does not exist yet. */
  readonly done: number | undefined;
  /** When it stopped; undefined if it still exists. */
  readonly endedMs: number | undefined;
  readonly nameOf: (path: string) => string;
  /** Shows the actor after so many of its steps. */
  readonly onSeek: (done: number) => void;
  /** The part that is shown; absent for all. */
  readonly only?: 'chart' | 'context' | undefined;
}

const noCounts: ReadonlyMap<string, number> = new Map();

/** One actor after some of its steps: its statechart, its context, and its events. */
export function ActorView({ timeline, done, endedMs, nameOf, onSeek, only }: ActorViewProps) {
  const [part, setPart] = useState<ActorPart>('diagram');
  const { machine, actor } = timeline.history.started;
  const charts = useDrawnCharts();
  const diagram = useMemo(() => {
    const drawn = chartIn(charts, machine);
    if (drawn === undefined) return <p class="statechart-hint">{withoutDiagram(machine, charts)}</p>;
    const { chart, layout } = drawn;
    return (
      <ChartDiagram
        chart={chart}
        layout={layout}
        active={done === undefined ? [] : activeStates(chart, timeline.valueAt(done))}
        counts={done === undefined ? noCounts : timeline.countsAt(done)}
        lastTaken={done === undefined ? [] : (timeline.stepAt(done)?.taken ?? [])}
        onTransition={(transition) => {
          const next = timeline.nextTaken(transition, done ?? 0);
          if (next !== undefined) onSeek(next);
        }}
      />
    );
  }, [timeline, done, charts]);
  const context = useMemo(
    () => <ContextTree fields={done === undefined ? [] : timeline.contextAt(done)} />,
    [timeline, done],
  );
  return (
    <>
      <div class="statechart-bar">
        <p class="statechart-now">{nowText(timeline, done, endedMs)}</p>
        {only === undefined && (
          <Choice
            label="Shown part"
            kind="statechart-part-choice"
            options={parts}
            chosen={part}
            onChoice={setPart}
          />
        )}
      </div>
      <div
        class={`statechart-parts ${only === undefined ? `statechart-shows-${part}` : `statechart-only-${only}`}`}
      >
        {only !== 'context' && diagram}
        {only !== 'context' && (
          <EventLog key={actor} timeline={timeline} done={done} nameOf={nameOf} onSeek={onSeek} />
        )}
        {only !== 'chart' && context}
      </div>
    </>
  );
}

function withoutDiagram(machine: string, charts: LoadedCharts): string {
  if (charts === undefined) return 'The diagram is on its way.';
  if (typeof charts === 'string') return `There is no diagram: ${charts}.`;
  return `This version of Windlass does not know the machine ${machine}: there is no diagram.`;
}

function nowText(timeline: ActorTimeline, done: number | undefined, endedMs: number | undefined): string {
  const { started } = timeline.history;
  if (done === undefined) return `Not there yet: it starts at ${instantText(started.at)}.`;
  const active = stateText(timeline.valueAt(done));
  const steps = `step ${done.toLocaleString('en')} of ${timeline.length.toLocaleString('en')}`;
  const ended = endedMs === undefined ? '' : `stopped at ${instantText(endedMs)}`;
  // A reducer has no states.
  const now = [active, ended].filter((part) => part !== '').join(', ');
  return now === '' ? steps : `${now} · ${steps}`;
}

/** An actor's context at one moment. Fields that the last step changed come first and are marked. */
function ContextTree({ fields }: { readonly fields: readonly ContextField[] }) {
  const inOrder = [
    ...fields.filter(({ isChanged }) => isChanged),
    ...fields.filter(({ isChanged }) => !isChanged),
  ];
  return (
    <div class="statechart-context">
      <h3>Context</h3>
      {fields.length === 0 && <p class="statechart-hint">It keeps nothing.</p>}
      {inOrder.map(({ key, value, before, isChanged }) => (
        <PlainTree key={key} name={key} value={value} before={before} isChanged={isChanged} />
      ))}
    </div>
  );
}
