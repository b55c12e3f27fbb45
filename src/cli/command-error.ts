import type { ExitCode } from './exit-code.ts';

/** A failure that the user can correct. Its message goes to stderr without a stack. */
export class CommandError extends Error {
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'CommandError';
    this.exitCode = exitCode;
  }
}
