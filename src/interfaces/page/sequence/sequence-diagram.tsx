import '../style/sequence.css';
import { useMemo, useRef } from 'preact/hooks';
import { LogRows } from '../statechart/log-rows.ts';
import { middleCut } from '../statechart/middle-cut-text.ts';
import { useRowList } from '../statechart/use-row-list.ts';
import { SequenceColumns } from './sequence-columns.ts';
import type { Party, SequenceMessage } from './sequence-messages.ts';
import { SequenceRow, timesWidth } from './sequence-row.tsx';

interface SequenceDiagramProps {
  readonly messages: readonly SequenceMessage[];
  /** How many of them there are up to the playhead. */
  readonly done: number;
  readonly partyOf: (path: string) => Party;
  /** The actor that the diagram is about, by its path; undefined: it is about all. */
  readonly centre: string | undefined;
  /** Called with the place of a message that is clicked. */
  readonly onSeek: (place: number) => void;
  /** Whether the actor at that path can be chosen. */
  readonly isChoice: (actor: string) => boolean;
  /** Called with the path of an actor whose name is clicked. */
  readonly onActor: (actor: string) => void;
}

/** Sizes in px. The style sheet has the height of a row, too. */
const rowHeight = 34;
const columnWidthMin = 76;
const titleLetterWidth = 7;
const columnWidthWanted = 84;

/**
 * Who sent what to whom, from above to below: a lifeline for each actor, an arrow for each message, and a
 * line at the playhead. Only the visible messages are in the page, as a list of buttons that the arrow keys
 * walk through.
 */
export function SequenceDiagram(props: SequenceDiagramProps) {
  const { messages, done, partyOf, centre, isChoice, onSeek, onActor } = props;
  const list = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => new LogRows(messages.length, new Set(), rowHeight), [messages]);
  const { shown, reachable, width, handlers } = useRowList({
    list,
    rows,
    current: Math.max(0, done - 1),
    of: messages,
    button: 'sequence-seek',
  });
  const columnsMax = Math.max(4, Math.min(8, Math.floor((width - timesWidth) / columnWidthWanted)));
  const lifelines = useMemo(
    () => new SequenceColumns({ messages, partyOf, centre, columnsMax }),
    [messages, partyOf, centre, columnsMax],
  );
  const { columns } = lifelines;
  const columnWidth = Math.max(columnWidthMin, (width - timesWidth) / Math.max(1, columns.length));
  const whole = timesWidth + columnWidth * columns.length;
  const xOf = (place: number): number => timesWidth + columnWidth * (place + 0.5);
  if (messages.length === 0) return <p class="sequence-none">No messages.</p>;
  return (
    <div ref={list} class="sequence" {...handlers}>
      <div class="sequence-heads" style={{ width: `${whole}px` }}>
        {columns.map((column, place) => (
          <Head
            key={column.actors[0]}
            {...column}
            isCentre={column.actors[0] === centre}
            left={timesWidth + columnWidth * place}
            width={columnWidth}
            isChoice={column.actors.length === 1 && column.actors.every(isChoice)}
            onActor={onActor}
          />
        ))}
      </div>
      <div class="sequence-canvas" style={{ width: `${whole}px`, height: `${rows.height}px` }}>
        {columns.map(({ actors }, place) => (
          <div
            key={actors[0]}
            class={`sequence-lifeline ${actors[0] === centre ? 'sequence-centre' : ''}`}
            style={{ left: `${xOf(place)}px` }}
          />
        ))}
        <ol aria-label={`Messages (${messages.length.toLocaleString('en')})`}>
          {shown.map((row) => {
            const message = messages[row];
            return message === undefined ? null : (
              <SequenceRow
                key={row}
                message={message}
                place={row}
                count={messages.length}
                top={rows.topOf(row)}
                width={whole}
                fromX={xOf(lifelines.placeOf(message.from))}
                toX={xOf(lifelines.placeOf(message.to))}
                sender={partyOf(message.from)}
                receiver={partyOf(message.to)}
                whose={whoseText(message, lifelines, partyOf)}
                isCurrent={row === done - 1}
                isFuture={row >= done}
                isReached={row === reachable}
                onSeek={onSeek}
              />
            );
          })}
        </ol>
        <div class="sequence-playhead" style={{ top: `${rows.topOf(done)}px` }} />
      </div>
    </div>
  );
}

interface HeadProps {
  readonly machine: string;
  readonly title: string;
  readonly actors: readonly string[];
  readonly isCentre: boolean;
  readonly left: number;
  readonly width: number;
  /** Whether a click chooses the actor. */
  readonly isChoice: boolean;
  readonly onActor: (actor: string) => void;
}

/** The name of a lifeline. */
function Head({ machine, title, actors, isCentre, left, width, isChoice, onActor }: HeadProps) {
  const [actor] = actors;
  const name = (
    <>
      <b class="sequence-machine">{machine}</b>
      <span title={title}>{middleCut(title, Math.floor((width - 12) / titleLetterWidth))}</span>
    </>
  );
  const place = { left: `${left}px`, width: `${width}px` };
  const kind = `sequence-head ${isCentre ? 'sequence-centre' : ''}`;
  return actor === undefined || !isChoice ? (
    <div class={kind} style={place}>
      {name}
    </div>
  ) : (
    <button type="button" class={kind} style={place} title={actor} onClick={() => onActor(actor)}>
      {name}
    </button>
  );
}

/** Returns which of the actors of shared lifelines a message is of; empty if each has its own. */
function whoseText(
  { from, to }: SequenceMessage,
  lifelines: SequenceColumns,
  partyOf: (path: string) => Party,
): string {
  const shared = [...new Set([from, to])].filter((path) => lifelines.isShared(path));
  const titles = [...new Set(shared.map((path) => partyOf(path).title))];
  return titles.map((title) => middleCut(title, titles.length > 1 ? 16 : 24)).join(', ');
}
