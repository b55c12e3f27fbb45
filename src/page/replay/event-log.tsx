import { stateText } from './state-text.ts';
import { virtualTimeText } from './virtual-time-text.ts';
import type { LogEntry, WatchedActors } from './watched-actors.ts';

export interface EventLogProps {
  readonly watched: WatchedActors;
  readonly selected: string | undefined;
  readonly onSelect: (actor: string) => void;
}

/** The latest of them are shown; an inspector with a search is elsewhere. */
const rowsMax = 200;

/** What happened, the latest first: who told whom, and where that led. */
export function EventLog({ watched, selected, onSelect }: EventLogProps) {
  const entries = watched.log.slice(-rowsMax).reverse();
  const nameOf = (id: string | undefined) => (id === undefined ? '' : (watched.actors.get(id)?.name ?? id));
  const senderOf = ({ source, actor }: LogEntry) => (source === actor ? '' : nameOf(source));
  return (
    <div class="viewer-scroll">
      <table class="viewer-table">
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">From</th>
            <th scope="col">To</th>
            <th scope="col">Event</th>
            <th scope="col">State after</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.number} class={entry.actor === selected ? 'viewer-own' : ''}>
              <td class="viewer-time">{virtualTimeText(entry.atMs)}</td>
              <td class="viewer-from" title={senderOf(entry)}>
                {senderOf(entry)}
              </td>
              <td class="viewer-from" title={nameOf(entry.actor)}>
                <button type="button" class="viewer-link" onClick={() => onSelect(entry.actor)}>
                  {nameOf(entry.actor)}
                </button>
              </td>
              <td>
                <Payload entry={entry} />
              </td>
              <td>{stateText(entry.value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** XState's own event of a delay in words: `after retry`. */
function eventText(type: unknown): string {
  return String(type).replace(/^xstate\.after\.([^.]+)\..*$/, 'after $1');
}

function Payload({ entry: { event } }: { readonly entry: LogEntry }) {
  const { type, ...rest } = event;
  if (Object.keys(rest).length === 0) return <span class="viewer-event">{eventText(type)}</span>;
  return (
    <details>
      <summary class="viewer-event">{eventText(type)}</summary>
      <pre class="viewer-payload">{JSON.stringify(rest, undefined, 2)}</pre>
    </details>
  );
}
