import { useMemo, useState } from 'preact/hooks';
import { activeStates } from '../../statechart/active-states.ts';
import type { ActorHistory } from '../worker/worker-protocol.ts';
import { ActorTimeline } from './actor-timeline.ts';
import { ChartDiagram } from './chart-diagram.tsx';
import { ContextTree } from './context-tree.tsx';
import { drawnChart } from './drawn-chart.ts';
import { EventLog } from './event-log.tsx';
import { instantText } from './instant-text.ts';
import { type ActorPart, PartChoice } from './part-choice.tsx';

interface ActorViewProps {
  readonly history: ActorHistory;
  /** When it stopped. */
  readonly toMs: number | undefined;
  readonly playheadMs: number;
  readonly nameOf: (path: string) => string;
  readonly onSeek: (atMs: number) => void;
}

const noCounts: ReadonlyMap<string, number> = new Map();

/** One actor at the playhead: its statechart, its context, and the events that it met. */
export function ActorView({ history, toMs, playheadMs, nameOf, onSeek }: ActorViewProps) {
  const timeline = useMemo(() => new ActorTimeline(history), [history]);
  // Several steps may share an instant; the playhead alone would mean the last of them.
  const [picked, setPicked] = useState<{ readonly timeline: ActorTimeline; readonly done: number }>();
  const isPicked = picked?.timeline === timeline && timeline.timeAt(picked.done) === playheadMs;
  const done = isPicked ? picked.done : timeline.doneAt(playheadMs);

  const seek = (to: number): void => {
    setPicked({ timeline, done: to });
    onSeek(timeline.timeAt(to));
  };
  const [part, setPart] = useState<ActorPart>('diagram');
  const { machine } = history.started;
  const diagram = useMemo(() => {
    const drawn = drawnChart(machine);
    if (drawn === undefined)
      return <p class="statechart-hint">This version of Windlass does not know the machine {machine}: there is no diagram.</p>;
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
          if (next !== undefined) seek(next);
        }}
      />
    );
  }, [timeline, done]);
  const context = useMemo(() => <ContextTree fields={done === undefined ? [] : timeline.contextAt(done)} />, [timeline, done]);
  return (
    <>
      <div class="statechart-bar">
        <p class="statechart-now">{nowText(timeline, done, toMs !== undefined && playheadMs >= toMs ? toMs : undefined)}</p>
        <PartChoice part={part} onPart={setPart} />
      </div>
      <div class={`statechart-parts statechart-shows-${part}`}>
        {diagram}
        <EventLog key={history.started.actor} timeline={timeline} done={done} nameOf={nameOf} onSeek={seek} />
        {context}
      </div>
    </>
  );
}

function nowText(timeline: ActorTimeline, done: number | undefined, endedMs: number | undefined): string {
  const { started } = timeline.history;
  if (done === undefined) return `Not there yet: it starts at ${instantText(started.at)}.`;
  const active = activeNames(timeline.valueAt(done));
  const steps = `step ${done.toLocaleString('en')} of ${timeline.length.toLocaleString('en')}`;
  return endedMs === undefined ? `${active} · ${steps}` : `${active}, stopped at ${instantText(endedMs)} · ${steps}`;
}

/** `up.ready`, of parallel states all. */
function activeNames(value: ReturnType<ActorTimeline['valueAt']>): string {
  if (typeof value === 'string') return value;
  return Object.entries(value)
    .map(([key, below]) => `${key}.${activeNames(below)}`)
    .join(', ');
}
