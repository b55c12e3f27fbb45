import type { RunRequest } from '../../../inputs/run-request.ts';
import {
  causeTitle,
  heldText,
  type ShownCause,
  worstBarText,
} from '../../../reports/first-cause/shown-causes.ts';
import { visibleText } from '../../../reports/text/visible-text.ts';
import { useWhy } from '../timeline/use-why.ts';
import type { RunClient } from '../worker/run-client.ts';
import type { RunContents } from '../worker/worker-protocol.ts';
import { Remedies } from './remedies.tsx';

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
        <Remedies client={client} run={run} pod={row.pod} container={row.container} onTry={onTry} />
      )}
    </li>
  );
}
