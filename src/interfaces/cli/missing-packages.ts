import { CommandError, exitCode } from './command-error.ts';

/**
 * Returns the problem where packages that an option needs are not installed, as they are no part of an installation:
 * few need them. Throws any other error as it is.
 */
export function missingPackages(error: unknown, option: string, packages: string): CommandError {
  if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error;
  return new CommandError(
    exitCode.usage,
    `${option} needs two packages that are not installed with windlass: npm install ${packages}\n(npm install -g … if windlass is installed globally)`,
  );
}
