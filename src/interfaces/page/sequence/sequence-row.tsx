import { instantText } from '../statechart/texts.ts';
import type { Party, SequenceMessage } from './sequence-messages.ts';

/** The room for the times, in px. */
export const timesWidth = 92;

interface SequenceRowProps {
  readonly message: SequenceMessage;
  readonly place: number;
  /** How many messages there are. */
  readonly count: number;
  readonly top: number;
  readonly width: number;
  /** Where the lifelines of the sender and of the receiver are. */
  readonly fromX: number;
  readonly toX: number;
  readonly sender: Party;
  readonly receiver: Party;
  /** Which of the actors of a shared lifeline it is of. */
  readonly whose: string;
  readonly isCurrent: boolean;
  readonly isFuture: boolean;
  /** Whether the Tab key reaches this row. */
  readonly isReached: boolean;
  readonly onSeek: (place: number) => void;
}

/** Sizes in px; the letters of the label are 11 px high. */
const letterWidth = 6.7;
const arrowY = 24;
const loopWidth = 26;
const headLength = 7;

/** One message: its time, and an arrow with the type of the event from the sender to the receiver. */
export function SequenceRow(props: SequenceRowProps) {
  const { message, place, count, top, width, fromX, toX, sender, receiver, whose } = props;
  const { isCurrent, isFuture, isReached, onSeek } = props;
  const time = instantText(message.at);
  const isOwn = message.from === message.to;
  const label = whose === '' ? message.event : `${message.event} · ${whose}`;
  const half = (label.length * letterWidth) / 2;
  const middle = isOwn ? fromX + loopWidth + 4 + half : (fromX + toX) / 2;
  // As near to the arrow as there is room between the time and the right end.
  const x = Math.min(width - half - 4, Math.max(timesWidth + half, middle));
  const words = isOwn
    ? `${nameOf(receiver)}: ${message.event}`
    : `${nameOf(sender)} sends ${message.event} to ${nameOf(receiver)}`;
  return (
    <li
      class={`sequence-row ${isCurrent ? 'sequence-current' : ''} ${isFuture ? 'sequence-future' : ''}`}
      aria-setsize={count}
      aria-posinset={place + 1}
      aria-current={isCurrent ? 'step' : undefined}
      style={{ top: `${top}px` }}
      data-row={place}
    >
      <button
        type="button"
        class="sequence-seek"
        tabIndex={isReached ? 0 : -1}
        title={words}
        onClick={() => onSeek(place)}
      >
        <span class="sequence-time">{time}</span>
        <span class="visually-hidden">{words}</span>
        <svg class="sequence-arrow" width={width} height={34} aria-hidden="true">
          <rect class="sequence-label-area" x={x - half - 2} y={3} width={2 * half + 4} height={14} />
          <text class="sequence-label" x={x} y={14} text-anchor="middle">
            {label}
          </text>
          <path d={isOwn ? loopPath(fromX) : `M${fromX} ${arrowY}H${toX}`} />
          <polygon
            points={isOwn ? headAt(toX, arrowY + 6, -1) : headAt(toX, arrowY, Math.sign(toX - fromX))}
          />
        </svg>
      </button>
    </li>
  );
}

function nameOf({ machine, title }: Party): string {
  return `${machine} ${title}`;
}

/** Returns the line of a message from a lifeline to itself. */
function loopPath(x: number): string {
  return `M${x} ${arrowY - 4}h${loopWidth}v10H${x}`;
}

/** Returns the head of an arrow that ends here: 1 to the right, -1 to the left. */
function headAt(x: number, y: number, direction: number): string {
  const back = x - direction * headLength;
  return `${x},${y} ${back},${y - 4} ${back},${y + 4}`;
}
