import { ActorChart } from './actor-chart.tsx';
import { stateText } from './state-text.ts';
import type { WatchedActor } from './watched-actors.ts';

export interface ActorViewProps {
  readonly actor: WatchedActor;
  readonly value: unknown;
  readonly context: unknown;
  readonly status: string;
}

/** The chosen actor: its statechart with the active states lit, and what it remembers. */
export function ActorView({ actor, value, context, status }: ActorViewProps) {
  const { definition } = actor;
  return (
    <>
      <div class="viewer-head">
        <h2 class="viewer-title viewer-break">{actor.name}</h2>
        <span class="viewer-badge">{status === 'active' ? stateText(value) : `${status}: ${stateText(value)}`}</span>
      </div>
      <p class="viewer-dim viewer-break">{actor.id}</p>
      {definition?.description === undefined ? null : <p>{String(definition.description)}</p>}
      <div class="viewer-chart">
        <ActorChart actor={actor} value={value} />
      </div>
      <h3 class="viewer-title">Context</h3>
      <pre class="viewer-context">{JSON.stringify(context, undefined, 2) ?? 'none'}</pre>
    </>
  );
}
