import { useAnswer } from '../use-answer.ts';
import '../style/statechart.css';
import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { visibleText } from '../../../reports/text/visible-text.ts';
import type { StatechartPanelProps } from '../panel-props.ts';
import type { ActorEntry, ActorHistory } from '../worker/worker-protocol.ts';
import { ActorChooser } from './actor-chooser.tsx';
import { actorAt, actorsNamed, visibleTitle } from './actor-groups.ts';
import { ActorTimeline } from './actor-timeline.ts';
import { ActorView } from './actor-view.tsx';
import { NoActor, NoSteps } from './no-actor.tsx';

const noEntries: readonly ActorEntry[] = [];

/**
 * The statechart of one actor at the playhead, with its history. The actor is chosen here or by a row of the
 * timeline.
 */
export function StatechartPanel({
  run,
  client,
  node,
  actor,
  playheadMs,
  onSeek,
  onActor,
}: StatechartPanelProps) {
  const actors = useAnswer(run.hasSteps ? () => client.actors(run.run, node) : undefined, [
    client,
    run.run,
    node,
    run.hasSteps,
  ]);
  const entries = actors.state === 'here' ? actors.value : noEntries;
  const named = useMemo(
    () => (actor === undefined ? noEntries : actorsNamed(entries, actor)),
    [entries, actor],
  );
  const entry = actorAt(named, playheadMs);
  const path = entry?.actor;
  const history = useAnswer(path === undefined ? undefined : () => client.steps(run.run, node, path), [
    client,
    run.run,
    node,
    path,
  ]);
  const nameOf = useMemo(() => {
    const names = new Map(entries.map((one) => [one.actor, `${one.machine} ${visibleTitle(one)}`]));
    return (source: string) => names.get(source) ?? visibleText(source);
  }, [entries]);

  if (!run.hasSteps) {
    return (
      <Frame>
        <NoSteps />
      </Frame>
    );
  }
  return (
    <Frame
      machine={entry?.machine}
      head={
        actors.state === 'here' && (
          <ActorChooser key={node} entries={entries} chosen={entry} onActor={onActor} />
        )
      }
    >
      {actors.state === 'waiting' && <Waiting of={`the actors of ${node}`} />}
      {actors.state === 'failed' && <Failed message={actors.message} />}
      {actors.state === 'here' && entry === undefined && (
        <NoActor entries={entries} wanted={actor} onActor={onActor} />
      )}
      {entry !== undefined && history.state === 'waiting' && <Waiting of={`the steps of ${entry.machine}`} />}
      {entry !== undefined && history.state === 'failed' && <Failed message={history.message} />}
      {entry !== undefined && history.state === 'here' && (
        <ActorAtPlayhead
          history={history.value}
          toMs={entry.toMs}
          playheadMs={playheadMs}
          nameOf={nameOf}
          onSeek={onSeek}
        />
      )}
    </Frame>
  );
}

interface ActorAtPlayheadProps {
  readonly history: ActorHistory;
  /** When it stopped; undefined if it did not. */
  readonly toMs: number | undefined;
  readonly playheadMs: number;
  readonly nameOf: (path: string) => string;
  readonly onSeek: (atMs: number) => void;
}

/**
 * An actor after all of its steps up to the playhead, or after the chosen step if several have the same time.
 */
function ActorAtPlayhead({ history, toMs, playheadMs, nameOf, onSeek }: ActorAtPlayheadProps) {
  const timeline = useMemo(() => new ActorTimeline(history), [history]);
  const [picked, setPicked] = useState<{ readonly timeline: ActorTimeline; readonly done: number }>();
  const isPicked = picked?.timeline === timeline && timeline.timeAt(picked.done) === playheadMs;
  const seek = (done: number): void => {
    setPicked({ timeline, done });
    onSeek(timeline.timeAt(done));
  };
  return (
    <ActorView
      timeline={timeline}
      done={isPicked ? picked.done : timeline.doneAt(playheadMs)}
      endedMs={toMs !== undefined && playheadMs >= toMs ? toMs : undefined}
      nameOf={nameOf}
      onSeek={seek}
    />
  );
}

interface FrameProps {
  readonly machine?: string | undefined;
  /** Content beside the title. */
  readonly head?: ComponentChildren;
  readonly children: ComponentChildren;
}

function Frame({ machine, head, children }: FrameProps) {
  return (
    <section class="statechart-panel" aria-label="Statechart">
      <div class="statechart-head">
        <h2 class="panel-title statechart-title">Statechart{machine === undefined ? '' : ` · ${machine}`}</h2>
        {head}
      </div>
      {children}
    </section>
  );
}

function Waiting({ of }: { readonly of: string }) {
  return (
    <p class="statechart-hint" role="status">
      Reading {of} …
    </p>
  );
}

function Failed({ message }: { readonly message: string }) {
  return (
    <p class="statechart-failed" role="alert">
      The worker could not answer: {message}
    </p>
  );
}
