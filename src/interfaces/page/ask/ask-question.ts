import type { RunInput } from '../machines/page-protocol.ts';
import { requestOf } from '../page-session.ts';
import type { UiEvent } from '../ui-protocol.ts';
import type { RunContents } from '../worker/worker-protocol.ts';
import { type AskDraft, firstDraft, isQuick, podsOf, type QuestionDraft, questionOf } from './ask-draft.ts';

interface QuestionPlace {
  readonly run: RunContents;
  /** What the shown run was made of. */
  readonly input: RunInput;
  /** What was being asked before: fields that the question does not name stay as they are. */
  readonly draft: AskDraft | undefined;
  readonly send: (event: UiEvent) => void;
}

/**
 * Writes a question into the drawer, which opens with it. Where nothing is left to fill in (`isReady`) and the
 * answer takes little, it is asked at once.
 */
export function askQuestion(
  { run, input, draft: before, send }: QuestionPlace,
  change: QuestionDraft,
  isReady: boolean,
): void {
  const draft = { ...(before ?? firstDraft(run)), ...change };
  send({ type: 'QUESTION.DRAFTED', draft });
  send({ type: 'DRAWER.OPENED', tab: 'ask' });
  const question = questionOf(draft);
  if (isReady && typeof question !== 'string' && isQuick(question, podsOf(run)))
    send({ type: 'QUESTION.ASKED', asked: { question, request: requestOf(input) } });
}
