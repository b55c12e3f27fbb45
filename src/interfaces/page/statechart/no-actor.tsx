import { visibleText } from '../../../reports/text/visible-text.ts';
import type { ActorEntry } from '../worker/worker-protocol.ts';
import { tellingActors, visibleTitle } from './actor-groups.ts';

interface NoActorProps {
  readonly entries: readonly ActorEntry[];
  /** The requested actor that does not exist; undefined if none was requested. */
  readonly wanted: string | undefined;
  readonly onActor: (actor: string) => void;
}

/** Says what the panel is for, and offers some actors. */
export function NoActor({ entries, wanted, onActor }: NoActorProps) {
  const telling = tellingActors(entries);
  return (
    <div class="statechart-none">
      {wanted !== undefined && (
        <p role="status">{`No actor of this node is called ${visibleText(wanted)}.`}</p>
      )}
      <p>
        Every pull, pod worker, queue and registry is an actor with a statechart. Choose one above, or a row
        of the timeline, to see which state it is in at the playhead, which events brought it there, and what
        it remembers.
      </p>
      {telling.length > 0 && (
        <ul>
          {telling.map((entry) => (
            <li key={entry.actor}>
              <button type="button" class="statechart-shortcut" onClick={() => onActor(entry.actor)}>
                <b>{entry.machine}</b> {visibleTitle(entry)}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Shown for a stored trace without steps. */
export function NoSteps() {
  return (
    <div class="statechart-none">
      <p>This trace has no steps of the statecharts. A run writes them where it is asked to:</p>
      <pre>
        <code>windlass run deployment.yaml -o trace --steps &gt; trace.ndjson</code>
      </pre>
    </div>
  );
}
