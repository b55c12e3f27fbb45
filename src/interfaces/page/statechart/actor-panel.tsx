import { useAnswer } from '../use-answer.ts';
import '../style/statechart.css';
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { visibleText } from '../../../reports/text/visible-text.ts';
import type { StatechartPanelProps } from '../panel-props.ts';
import type { ActorEntry, ActorHistory } from '../worker/worker-protocol.ts';
import { ActorChooser } from './actor-chooser.tsx';
import { actorAt, actorsNamed, visibleTitle } from './actor-groups.ts';
import { NoActor, NoSteps } from './no-actor.tsx';

const noEntries: readonly ActorEntry[] = [];

/** An actor and what it did. */
interface KnownActor {
  readonly entry: ActorEntry;
  readonly history: ActorHistory;
  readonly nameOf: (path: string) => string;
}

interface ActorPanelProps extends StatechartPanelProps {
  /** What the panel shows of an actor, `Statechart`. */
  readonly title: string;
  /** What stands beside the choice of the actor. */
  readonly beside?: ComponentChildren;
  readonly children: (actor: KnownActor) => ComponentChildren;
}

/**
 * A panel about one actor, which is chosen here or by a row of the timeline. While nothing is known of the
 * actor, it says why.
 */
export function ActorPanel(props: ActorPanelProps) {
  const { run, client, node, actor, playheadMs, onActor, title, beside, children } = props;
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
      <Frame title={title}>
        <NoSteps />
      </Frame>
    );
  }
  return (
    <Frame
      title={title}
      machine={entry?.machine}
      head={
        actors.state === 'here' && (
          <>
            <ActorChooser key={node} entries={entries} chosen={entry} onActor={onActor} />
            {beside}
          </>
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
      {entry !== undefined && history.state === 'here' && children({ entry, history: history.value, nameOf })}
    </Frame>
  );
}

interface FrameProps {
  readonly title: string;
  readonly machine?: string | undefined;
  /** Content beside the title. */
  readonly head?: ComponentChildren;
  readonly children: ComponentChildren;
}

function Frame({ title, machine, head, children }: FrameProps) {
  return (
    <section class="statechart-panel" aria-label={title}>
      <div class="statechart-head">
        <h2 class="panel-title statechart-title">
          {title}
          {machine === undefined ? '' : ` · ${machine}`}
        </h2>
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
