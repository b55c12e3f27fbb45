import { stdinName } from '../../inputs/documents/input-error.ts';
import { runCommandLine, shellWord } from '../../inputs/run-request.ts';
import { visibleText } from '../../reports/text/visible-text.ts';
import type { RunOrigin } from './worker/worker-protocol.ts';

/**
 * Returns the command that makes the same run, for a shell. It contains no control characters that a terminal
 * would obey.
 */
export function commandLine(origin: RunOrigin): string {
  if (origin.kind === 'show') return visibleText(`windlass ui ${shellWord(origin.name)}`);
  return visibleText(runCommandLine(commandNames(origin), origin.settings));
}

/** Returns the names of the files as a command line has them. */
export function commandNames(origin: RunOrigin): readonly string[] {
  if (origin.kind === 'show') return [origin.name];
  return origin.sources.map(({ name }) => (name === stdinName ? '-' : name));
}
