import type { RunRequest } from '../../../inputs/run-request.ts';
import type { ShownCause } from '../../../reports/first-cause/shown-causes.ts';
import type { RunView } from '../../../reports/run-view/run-view.ts';
import { headlineParts } from '../../../reports/summary/headline.ts';
import { knownBugText } from '../../../reports/summary/known-bug-figures.ts';
import { countText, durationText } from '../../../reports/text/quantity-text.ts';
import { visibleText } from '../../../reports/text/visible-text.ts';
import { Menu } from '../shell/menu.tsx';
import { useAnswer } from '../use-answer.ts';
import type { RunClient } from '../worker/run-client.ts';
import type { RunContents } from '../worker/worker-protocol.ts';
import { CauseCard } from './cause-card.tsx';
import { answerRestsMs } from './remedies.tsx';

interface RunAnswerProps {
  readonly client: RunClient;
  readonly run: RunContents;
  /** Whether what would help may be tried: the run is that of the files as they are. */
  readonly canTry: boolean;
  readonly onShow: (cause: ShownCause) => void;
  /** Why a row took so long is to be in sight. */
  readonly onWhy: (row: number) => void;
  readonly onTry: (settings: RunRequest) => void;
}

/** The result of the run, what held its pods back most, and what it rests on. */
export function RunAnswer({ client, run, canTry, onShow, onWhy, onTry }: RunAnswerProps) {
  const { summary, causes, endReason, endMs } = run.view;
  // Other runs would take as long as the one that was too long.
  const isPart = endReason === 'interrupted';
  const sizes = useAnswer(isPart ? undefined : () => client.sizes(run.run), [client, run.run], answerRestsMs);
  const seeds = useAnswer(isPart ? undefined : () => client.seeds(run.run), [client, run.run], answerRestsMs);
  const range = seeds.state === 'here' && seeds.value !== undefined ? seeds.value.sentence : '';
  // The run stands without what other sizes of images come to.
  const imageSizes = sizes.state === 'here' ? sizes.value : undefined;
  const { result, further } = headlineParts(imageSizes === undefined ? summary : { ...summary, imageSizes });
  return (
    <section class="answer" aria-label="Answer">
      <div class="answer-head">
        <p class="answer-result">{result}</p>
        <p class="answer-range" role="status">
          {isPart ? `cancelled: what is known up to ${durationText(endMs)}` : range}
        </p>
        <RunNotes run={run} further={further} />
      </div>
      <Slowest view={run.view} onWhy={onWhy} />
      {causes.length > 0 && (
        <ol class="answer-causes" aria-label="What held pods back most">
          {causes.map((cause, index) => (
            <CauseCard
              key={cause.words}
              client={client}
              run={run}
              cause={cause}
              place={index + 1}
              canTry={canTry && !isPart}
              sameAs={placeOfSameRow(causes, index)}
              onShow={() => onShow(cause)}
              onTry={onTry}
            />
          ))}
        </ol>
      )}
    </section>
  );
}

/** The pod that took longest to run, and what held it; a press says more. */
function Slowest({
  view: { slowest, rows },
  onWhy,
}: { readonly view: RunView } & Pick<RunAnswerProps, 'onWhy'>) {
  const name = slowest && rows[slowest.row]?.pod?.name;
  if (slowest === undefined || name === undefined) return null;
  const { row, tookMs, cause } = slowest;
  const held = cause === undefined ? '' : `, ${durationText(cause.heldMs)} of it ${visibleText(cause.words)}`;
  const told = `, ${durationText(tookMs)}${held}`;
  return (
    <button
      type="button"
      class="answer-slowest"
      title={`Why ${visibleText(name)} took longest${told}`}
      onClick={() => onWhy(row)}
    >
      {'slowest: '}
      <span class="answer-slowest-name">{visibleText(name)}</span>
      <span class="answer-slowest-cause">{told}</span>
    </button>
  );
}

/** Returns the place of an earlier cause of the same container; undefined if there is none. */
function placeOfSameRow(causes: readonly ShownCause[], index: number): number | undefined {
  const first = causes.findIndex(({ worst }) => worst.row === causes[index]?.worst.row);
  return first < index ? first + 1 : undefined;
}

/** On what the answer rests: sizes and figures, known bugs that the run met, what was read, and assumptions. */
function RunNotes({ run, further }: { readonly run: RunContents; readonly further: readonly string[] }) {
  const { summary, assumptions, readings } = run.view;
  const bugs = summary.knownBugs.map(knownBugText);
  const counts = [
    ...(assumptions.length > 0 ? [countText(assumptions.length, 'assumption')] : []),
    ...(bugs.length > 0 ? [countText(bugs.length, 'known bug')] : []),
  ];
  const groups: readonly (readonly [string, readonly string[]])[] = [
    ['The answer', further],
    ['Known bugs', bugs],
    ['Read from the input', readings],
    ['Assumptions', assumptions],
    ['Not measured', summary.notMeasured],
  ];
  return (
    <div class="answer-notes">
      <Menu label={counts.length === 0 ? 'What this rests on' : counts.join(' · ')}>
        {() =>
          groups
            .filter(([, texts]) => texts.length > 0)
            .map(([title, texts]) => (
              <section key={title}>
                <h3>{title}</h3>
                <ul>
                  {texts.map((text) => (
                    <li key={text}>{withCode(visibleText(text))}</li>
                  ))}
                </ul>
              </section>
            ))
        }
      </Menu>
    </div>
  );
}

/** Returns the text with each part between backquotes, which is a command, as code. */
function withCode(text: string) {
  return text.split('`').map((part, index) => (index % 2 === 0 ? part : <code key={part}>{part}</code>));
}
