import type { ActorStep } from '../../../trace/step-record.ts';
import type { ActorTimeline } from './actor-timeline.ts';
import { PlainTree } from './plain-tree.tsx';
import { afterWords, instantText } from './texts.ts';

interface LogLineProps {
  readonly timeline: ActorTimeline;
  /** The number of steps after it; 0 for the start. */
  readonly done: number;
  readonly top: number;
  readonly isCurrent: boolean;
  readonly isFuture: boolean;
  readonly isOpen: boolean;
  /** Whether the Tab key reaches this line. */
  readonly isReached: boolean;
  /** Returns the name in records of the actor at a path. */
  readonly nameOf: (path: string) => string;
  readonly onSeek: (done: number) => void;
  readonly onToggle: (done: number) => void;
}

/** One line of the event log: time, event, sender and result; when open, also the event's payload. */
export function LogLine({
  timeline,
  done,
  top,
  isCurrent,
  isFuture,
  isOpen,
  isReached,
  nameOf,
  onSeek,
  onToggle,
}: LogLineProps) {
  const step = timeline.stepAt(done);
  const { machine } = timeline.history.started;
  const time = instantText(timeline.timeAt(done));
  const event = eventText(step);
  const source = step?.source === undefined || step.source === step.actor ? '' : nameOf(step.source);
  const outcome =
    step === undefined ? afterWords('in', timeline.valueAt(0)) : outcomeText(step.taken, machine);
  const { type: _, ...payload } = step?.event ?? { type: '' };
  const hasPayload = event !== 'always' && Object.keys(payload).length > 0;
  const kind = `${isCurrent ? 'statechart-log-current' : ''} ${isFuture ? 'statechart-log-future' : ''}`;
  return (
    <li
      class={`statechart-log-line ${kind}`}
      aria-setsize={timeline.length + 1}
      aria-posinset={done + 1}
      aria-current={isCurrent ? 'step' : undefined}
      style={{ top: `${top}px` }}
      data-row={done}
    >
      <button
        type="button"
        class="statechart-log-toggle"
        tabIndex={-1}
        disabled={!hasPayload}
        aria-expanded={isOpen}
        aria-label={`Payload of ${event} at ${time}`}
        onClick={() => onToggle(done)}
      >
        {hasPayload ? (isOpen ? '▾' : '▸') : ''}
      </button>
      <button
        type="button"
        class="statechart-log-seek"
        tabIndex={isReached ? 0 : -1}
        title={[source === '' ? '' : `from ${source}`, ...(step?.taken ?? [])]
          .filter((line) => line !== '')
          .join('\n')}
        onClick={() => onSeek(done)}
      >
        <span class="statechart-log-time">{time}</span>
        <span class="statechart-log-event">{event}</span>
        <span class="statechart-log-source">{source === '' ? '' : `from ${source}`}</span>
        <span class="statechart-log-outcome">{outcome}</span>
      </button>
      {isOpen && (
        <div class="statechart-log-detail">
          {Object.entries(payload).map(([key, value]) => (
            <PlainTree key={key} name={key} value={value} />
          ))}
        </div>
      )}
    </li>
  );
}

/**
 * Returns the event in words; XState's own event of a delay becomes `after retry`. An eventless transition
 * follows at once and has no event of its own.
 */
export function eventText(step: ActorStep | undefined): string {
  if (step === undefined) return 'started';
  if (step.taken.length > 0 && step.taken.every((id) => / always(\[\d+\])? → /.test(id))) return 'always';
  return step.event.type.replace(/^xstate\.after\.([^.]+)\..*$/, 'after $1');
}

/** Returns the result in words: `→ pulling`, `stays`, or that the event was ignored. */
function outcomeText(taken: readonly string[], machine: string): string {
  if (taken.length === 0) return 'ignored';
  const targets = taken.map((id) => id.slice(id.indexOf(' → ') + 3)).filter((target) => target !== '(stays)');
  return targets.length === 0
    ? 'stays'
    : `→ ${targets.map((target) => target.replace(`${machine}.`, '')).join(' → ')}`;
}
