/** What is asked cannot be answered as it is written. The message says why, and what is expected. */
export class QuestionError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'QuestionError';
  }
}
