import type { SourceText } from '../../../inputs/documents/source-document.ts';
import type { RunRequest } from '../../../inputs/run-request.ts';
import { isTrace } from '../../../trace/trace-format.ts';
import { CommandError, exitCode } from '../command-error.ts';

/**
 * Returns the stored trace among the inputs; undefined if there is none. Throws a `CommandError` if anything
 * stands beside it.
 */
export function loneTrace(sources: readonly SourceText[], settings: RunRequest): SourceText | undefined {
  const trace = sources.find(isTrace);
  if (trace === undefined) return undefined;
  if (sources.length > 1)
    throw new CommandError(
      exitCode.usage,
      `${trace.name} is a stored trace: it is shown alone, without other inputs`,
    );
  if (Object.keys(settings).length > 0)
    throw new CommandError(
      exitCode.usage,
      `${trace.name} is a stored trace, which can only be shown: settings go with the manifests that it came from`,
    );
  return trace;
}
