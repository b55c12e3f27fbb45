import { useState } from 'preact/hooks';
import type { Remedy } from '../../../answers/what-if/explanation/remedies.ts';
import type { RunRequest } from '../../../inputs/run-request.ts';
import { durationText } from '../../../reports/text/quantity-text.ts';
import { visibleText } from '../../../reports/text/visible-text.ts';
import { useAnswer } from '../use-answer.ts';
import type { RunClient } from '../worker/run-client.ts';
import type { RunContents } from '../worker/worker-protocol.ts';

/** What would help is tried at once in runs of so many rows: each is made some ten times for a cause. */
const rowsTriedMax = 600;

/**
 * The page is drawn before anything is tried that it begins with, and a run that is replaced at once is not made
 * again for nothing.
 */
export const answerRestsMs = 500;

interface RemediesProps {
  readonly client: RunClient;
  readonly run: RunContents;
  readonly pod: { readonly namespace: string; readonly name: string };
  readonly container: string;
  readonly onTry: (settings: RunRequest) => void;
}

/** What would have helped the container that was held longest. Of large runs it is tried when it is wanted. */
export function Remedies({ client, run, pod, container, onTry }: RemediesProps) {
  const { namespace, name } = pod;
  const [isWanted, setWanted] = useState(run.view.rows.length <= rowsTriedMax);
  const tried = useAnswer(
    isWanted ? () => client.remedies(run.run, { pod: { namespace, name }, container }) : undefined,
    [client, run.run, namespace, name, container, isWanted],
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
      <p class="answer-remedies-none">{visibleText(name)} would have run</p>
      <ul class="answer-remedies" aria-label="What would have helped">
        {tried.value.map((remedy) => (
          <li key={remedy.words}>
            <button
              type="button"
              title={`Try it: ${visibleText(remedy.command)}`}
              onClick={() => onTry(remedy.settings)}
            >
              <b>{gainText(remedy)}</b> {visibleText(remedy.words)}
              {remedy.set !== undefined && <code> {visibleText(remedy.set)}</code>}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Returns `12 s earlier`, `9.1 s to 14 s earlier` where seeds differ by more than a tenth, or when it would have run. */
function gainText({ earlierMs, earlierOverSeeds, tookMs }: Remedy): string {
  if (earlierMs === null) return `after ${durationText(tookMs)}`;
  const { minMs, maxMs } = earlierOverSeeds ?? { minMs: earlierMs, maxMs: earlierMs };
  if (maxMs - minMs <= earlierMs / 10) return `${durationText(earlierMs)} earlier`;
  return `${durationText(minMs)} to ${durationText(maxMs)} earlier`;
}
