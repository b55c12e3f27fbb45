import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { visibleText } from '../../report/text/visible-text.ts';
import type { StatechartPanelProps } from '../panel-props.ts';
import type { ActorEntry } from '../worker/worker-protocol.ts';
import { ActorChooser } from './actor-chooser.tsx';
import { actorAt, actorsNamed, actorTitle } from './actor-groups.ts';
import { ActorView } from './actor-view.tsx';
import { NoActor, NoSteps } from './no-actor.tsx';
import { useAnswer } from './use-answer.ts';
import '../style/statechart.css';

const noEntries: readonly ActorEntry[] = [];

/** The statechart of one actor at the playhead, with all that it has done: which actor is chosen here, or by a row of the timeline. */
export function StatechartPanel({ run, client, node, actor, playheadMs, onSeek, onActor }: StatechartPanelProps) {
  const actors = useAnswer(run.hasSteps ? () => client.actors(run.run, node) : undefined, [client, run.run, node, run.hasSteps]);
  const entries = actors.state === 'here' ? actors.value : noEntries;
  const named = useMemo(() => (actor === undefined ? noEntries : actorsNamed(entries, actor)), [entries, actor]);
  const entry = actorAt(named, playheadMs);
  const path = entry?.actor;
  const history = useAnswer(path === undefined ? undefined : () => client.steps(run.run, path), [client, run.run, path]);
  const nameOf = useMemo(() => {
    const names = new Map(entries.map((one) => [one.actor, `${one.machine} ${actorTitle(one)}`]));
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
      head={actors.state === 'here' && <ActorChooser key={node} entries={entries} chosen={entry} onActor={onActor} />}
    >
      {actors.state === 'waiting' && <Waiting of={`the actors of ${node}`} />}
      {actors.state === 'failed' && <Failed message={actors.message} />}
      {actors.state === 'here' && entry === undefined && <NoActor entries={entries} wanted={actor} onActor={onActor} />}
      {entry !== undefined && history.state === 'waiting' && <Waiting of={`the steps of ${entry.machine}`} />}
      {entry !== undefined && history.state === 'failed' && <Failed message={history.message} />}
      {entry !== undefined && history.state === 'here' && (
        <ActorView history={history.value} toMs={entry.toMs} playheadMs={playheadMs} nameOf={nameOf} onSeek={onSeek} />
      )}
    </Frame>
  );
}

interface FrameProps {
  readonly machine?: string | undefined;
  /** Beside the title. */
  readonly head?: ComponentChildren;
  readonly children: ComponentChildren;
}

function Frame({ machine, head, children }: FrameProps) {
  return (
    <section class="statechart-panel" aria-label="Statechart">
      <div class="statechart-head">
        <h2 class="statechart-title">Statechart{machine === undefined ? '' : ` · ${machine}`}</h2>
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
