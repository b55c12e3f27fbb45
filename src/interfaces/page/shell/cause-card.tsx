import { useState } from 'preact/hooks';
import type { RunRequest } from '../../../inputs/run-request.ts';
import {
  causeTitle,
  heldText,
  type ShownCause,
  worstBarText,
} from '../../../reports/first-cause/shown-causes.ts';
import { durationText } from '../../../reports/text/quantity-text.ts';
import { visibleText } from '../../../reports/text/visible-text.ts';
import { useWhy } from '../timeline/use-why.ts';
import { useAnswer } from '../use-answer.ts';
import type { RunClient } from '../worker/run-client.ts';
import type { RunContents } from '../worker/worker-protocol.ts';

/** What would help is tried at once in runs of so many rows: each is made some ten times for a cause. */
const rowsTriedMax = 600;

interface CauseCardProps {
  readonly client: RunClient;
  readonly run: RunContents;
  readonly cause: ShownCause;
  /** 1 for the first cause. */
  readonly place: number;
  /** Whether what would help may be tried. */
  readonly canTry: boolean;
  /** The place of an earlier cause of the same container, which says what helps it. */
  readonly sameAs: number | undefined;
  readonly onShow: () => void;
  readonly onTry: (settings: RunRequest) => void;
}

/**
 * The page is drawn before anything is tried that it begins with, and a run that is replaced at once is not made
 * again for nothing.
 */
export const answerRestsMs = 500;

/** A cause: whom it held and how long, why the longest, and what would have helped, each tried in a run. */
export function CauseCard({ client, run, cause, place, canTry, sameAs, onShow, onTry }: CauseCardProps) {
  const { worst } = cause;
  const row = run.view.rows[worst.row];
  const why = useWhy(client, run.run, worst.row, worst.bar, 0);
  const name = visibleText(row?.pod?.name ?? row?.container ?? '');
  const phase = row?.bars[worst.bar]?.phase;
  return (
    <li class="answer-cause" style={phase && { borderLeftColor: `var(--phase-${phase})` }}>
      <div class="answer-cause-head">
        <h3>
          <span class="answer-place">{place}</span> {causeTitle(cause)}
        </h3>
        <button type="button" onClick={onShow} aria-label={`Show ${cause.words}`}>
          Show
        </button>
      </div>
      <p class="answer-held">{heldText(cause, name)}</p>
      {why !== undefined && (
        <p class="answer-why" title={why}>
          {visibleText(worstBarText(cause, why))}
        </p>
      )}
      {canTry && sameAs !== undefined && <p class="answer-remedies-none">what helps it: see {sameAs}</p>}
      {canTry && sameAs === undefined && row?.pod !== undefined && (
        <Remedies
          client={client}
          run={run.run}
          isLarge={run.view.rows.length > rowsTriedMax}
          pod={row.pod}
          container={row.container}
          onTry={onTry}
        />
      )}
    </li>
  );
}

interface RemediesProps {
  readonly client: RunClient;
  readonly run: number;
  /** Whether trying takes many seconds. */
  readonly isLarge: boolean;
  readonly pod: { readonly namespace: string; readonly name: string };
  readonly container: string;
  readonly onTry: (settings: RunRequest) => void;
}

/** What would have helped the container that was held longest. Of large runs it is tried when it is wanted. */
function Remedies({ client, run, isLarge, pod, container, onTry }: RemediesProps) {
  const { namespace, name } = pod;
  const [isWanted, setWanted] = useState(!isLarge);
  const tried = useAnswer(
    isWanted ? () => client.remedies(run, { pod: { namespace, name }, container }) : undefined,
    [client, run, namespace, name, container, isWanted],
    answerRestsMs,
  );
  if (!isWanted)
    return (
      <button type="button" class="answer-try" onClick={() => setWanted(true)}>
        Try what would help
      </button>
    );
  if (tried.state === 'failed') return null;
  if (tried.state === 'waiting') return <p class="answer-remedies-none">trying what would help…</p>;
  if (tried.value === undefined || tried.value.length === 0)
    return <p class="answer-remedies-none">nothing that was tried helps it</p>;
  return (
    <>
      <p class="answer-remedies-none">it would have run</p>
      <ul class="answer-remedies" aria-label="What would have helped">
        {tried.value.map(({ words, earlierMs, settings, command }) => (
          <li key={words}>
            <button type="button" title={`Try it: ${visibleText(command)}`} onClick={() => onTry(settings)}>
              <b>{earlierMs === null ? 'at all' : `${durationText(earlierMs)} earlier`}</b>{' '}
              {visibleText(words)}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
