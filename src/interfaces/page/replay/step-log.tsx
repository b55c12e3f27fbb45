import type { ActorStep } from '../../../trace/step-record.ts';
import { eventText } from '../statechart/log-line.tsx';
import { MiddleCut } from '../statechart/middle-cut.tsx';
import { instantText, stateText } from '../statechart/texts.ts';
import type { Reel } from './reel.ts';

interface StepLogProps {
  readonly reel: Reel;
  readonly position: number;
  readonly selected: string | undefined;
  readonly nameOf: (actor: string) => string;
  /** Whether the actor at that path is shown; another one only takes what shown ones send. */
  readonly isShown: (actor: string) => boolean;
  readonly onSelect: (actor: string) => void;
}

/** Only the latest steps are shown. The history of one actor from its beginning is beside its statechart. */
const rowsMax = 200;

/** The steps of all actors, the latest first: who sent what to whom, and the result. */
export function StepLog({ reel, position, selected, nameOf, isShown, onSelect }: StepLogProps) {
  const senderOf = ({ source, actor }: ActorStep) =>
    source === undefined || source === actor ? '' : nameOf(source);
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
          {latestSteps(reel, position).map((step) => (
            <tr key={step.step} class={step.actor === selected ? 'viewer-own' : ''}>
              <td class="viewer-time">{instantText(step.at)}</td>
              <td class="viewer-from">
                <MiddleCut text={senderOf(step)} />
              </td>
              <td class="viewer-from">
                {isShown(step.actor) ? (
                  <button type="button" class="viewer-link" onClick={() => onSelect(step.actor)}>
                    <MiddleCut text={nameOf(step.actor)} />
                  </button>
                ) : (
                  <MiddleCut text={nameOf(step.actor)} />
                )}
              </td>
              <td>
                <Payload step={step} />
              </td>
              <td>{stateText(step.value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function latestSteps(reel: Reel, position: number): readonly ActorStep[] {
  const latest: ActorStep[] = [];
  for (let at = position - 1; at >= 0 && latest.length < rowsMax; at -= 1) {
    const step = reel.at(at);
    if (step?.type === 'actorStep') latest.push(step);
  }
  return latest;
}

function Payload({ step }: { readonly step: ActorStep }) {
  const { type: _, ...rest } = step.event;
  const text = eventText(step);
  if (text === 'always' || Object.keys(rest).length === 0) return <span class="viewer-event">{text}</span>;
  return (
    <details>
      <summary class="viewer-event">{text}</summary>
      <pre class="viewer-payload">{JSON.stringify(rest, undefined, 2)}</pre>
    </details>
  );
}
