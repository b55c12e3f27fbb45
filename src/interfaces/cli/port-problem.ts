import { CommandError, exitCode } from './command-error.ts';

/** Returns why a server cannot listen at a port, if it is the port; otherwise the error. `instead` says what to give. */
export function portProblem(error: unknown, port: number | undefined, instead: string): unknown {
  const code = errorCode(error);
  if (code === 'EADDRINUSE') return new CommandError(exitCode.usage, `port ${port} is taken: ${instead}`);
  if (code !== 'EACCES') return error;
  return new CommandError(
    exitCode.usage,
    `port ${port} needs rights that you do not have: take one from 1024 on`,
  );
}

/** Returns the code of a system's error; undefined for others. */
export function errorCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
