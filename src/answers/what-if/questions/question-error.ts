/**
 * Why there is no answer: the question is wrong as it is written, its input is, a run reached a limit, or
 * nothing was known in time.
 */
type NoAnswer = 'usage' | 'input' | 'simulation' | 'interrupted';

/** A question has no answer. The message says why, and what is expected. */
export class QuestionError extends Error {
  readonly kind: NoAnswer;

  constructor(message: string, kind: NoAnswer = 'usage') {
    super(message);
    this.name = 'QuestionError';
    this.kind = kind;
  }
}
