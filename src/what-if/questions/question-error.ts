/** What is asked cannot be answered as it is written. The message says why, and what is expected. */
export class QuestionError extends Error {
  /** Whether the input is wrong, rather than what is asked of it. */
  readonly isOfInput: boolean;

  constructor(message: string, isOfInput = false) {
    super(message);
    this.name = 'QuestionError';
    this.isOfInput = isOfInput;
  }
}
