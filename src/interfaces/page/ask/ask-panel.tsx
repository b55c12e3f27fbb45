import '../style/ask.css';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { questionCommandLine } from '../../../answers/what-if/questions/question.ts';
import { visibleLines, visibleText } from '../../../reports/text/visible-text.ts';
import { commandNames } from '../command-line.ts';
import type { AskPanelProps } from '../panel-props.ts';
import type { QuestionProgress } from '../worker/worker-protocol.ts';
import { AnswerView } from './answer-view.tsx';
import { effortText, firstDraft, kindOf, podsOf, questionOf } from './ask-draft.ts';
import { QuestionForm } from './question-form.tsx';
import { isSameQuestion, settingsOf } from './same-question.ts';

/** A question over many runs of what is open, and its answer. */
export function AskPanel({ run, request, ask, send }: AskPanelProps) {
  const first = useMemo(() => firstDraft(run), [run]);
  const chosen = ask.context.draft ?? first;
  const draft =
    run.canChange || chosen.kind === 'container' || chosen.kind === 'fleet'
      ? chosen
      : { ...chosen, kind: 'container' as const };
  const question = questionOf(draft);
  const { answer, errors, progress, asked } = ask.context;
  const isBusy = ask.hasTag('busy');
  const settings = settingsOf(request);
  const isOld = asked !== undefined && !isSameQuestion(asked, question, request);
  const sources = request.kind === 'simulate' ? request.sources : [];
  const result = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isBusy || answer !== undefined) scrollToTop(result.current);
  }, [isBusy, answer]);
  return (
    <div class="ask">
      <section class="ask-question" aria-label="Question">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (typeof question === 'string' || isBusy) return;
            send({ type: 'QUESTION.DRAFTED', draft });
            send({ type: 'QUESTION.ASKED', asked: { question, request } });
          }}
        >
          <QuestionForm
            run={run}
            draft={draft}
            onDraft={(to) => send({ type: 'QUESTION.DRAFTED', draft: to })}
          />
          {typeof question === 'string' ? (
            <p class="ask-problem" role="alert">
              {question}
            </p>
          ) : (
            <>
              <p class="ask-hint">{effortText(question, podsOf(run))}</p>
              <p class="ask-preview">
                <code>
                  <Words text={visibleText(questionCommandLine(commandNames(request), settings, question))} />
                </code>
              </p>
            </>
          )}
          <div class="ask-go">
            <button type="submit" class="ask-submit" disabled={typeof question === 'string' || isBusy}>
              Ask
            </button>
            {isBusy && (
              <button type="button" onClick={() => send({ type: 'QUESTION.CANCELLED' })}>
                {ask.matches('stopping') ? 'Forget it' : 'Cancel'}
              </button>
            )}
          </div>
        </form>
      </section>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section class="ask-result" ref={result} aria-label="Answer to the question" tabIndex={0}>
        {isBusy && <Waiting progress={progress} isStopping={ask.matches('stopping')} />}
        {errors.length > 0 && (
          <div class="ask-problem" role="alert">
            {errors.map((error) => (
              <pre key={error}>{visibleLines(error)}</pre>
            ))}
          </div>
        )}
        {answer !== undefined && isOld && (
          <p class="ask-old">This answers the question that was asked before.</p>
        )}
        {answer !== undefined && asked !== undefined && (
          <AnswerView
            answer={answer}
            name={`windlass-${asked.question.command}`}
            kind={kindOf(asked.question)}
            sources={sources}
            known={run.warnings}
          />
        )}
        {ask.matches('open') && (
          <p class="ask-hint">
            Each question is answered by runs of what is open, in this browser, with the words of the command
            that is shown.
          </p>
        )}
      </section>
    </div>
  );
}

/**
 * Brings the answer to the top of what scrolls around it: it is below the question where there is no room beside it.
 * `scrollIntoView` would move the whole page too.
 */
function scrollToTop(answer: HTMLElement | null): void {
  const scrolled = answer?.closest('.drawer-part');
  if (answer === null || scrolled === null || scrolled === undefined) return;
  scrolled.scrollTop += answer.getBoundingClientRect().top - scrolled.getBoundingClientRect().top - 8;
}

/** A line that is broken between its words only. */
function Words({ text }: { readonly text: string }) {
  return (
    <>
      {text
        .split(' ')
        .flatMap((word, place) => [place === 0 ? '' : ' ', <span key={`${place} ${word}`}>{word}</span>])}
    </>
  );
}

function Waiting({
  progress,
  isStopping,
}: {
  readonly progress: QuestionProgress | undefined;
  readonly isStopping: boolean;
}) {
  const [, done, all] = /^(\d+) of (\d+)/.exec(progress?.told ?? '') ?? [];
  const share = all === undefined ? {} : { max: Number(all), value: Number(done) };
  return (
    <p class="ask-waiting">
      <progress aria-label="Runs that are done" {...share} />{' '}
      {isStopping
        ? 'ending the run …'
        : progress === undefined
          ? 'running …'
          : `${progress.told}${progress.left === undefined ? '' : `, ${progress.left} left`}`}
    </p>
  );
}
