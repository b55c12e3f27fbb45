import type { SourceText } from '../../input/documents/source-document.ts';
import type { RunRequest } from '../../input/run-request.ts';
import type { RunOrigin } from '../../page/worker/worker-protocol.ts';
import { readTrace } from '../../trace/read-trace.ts';
import { CommandError } from '../command-error.ts';
import { exitCode } from '../exit-code.ts';
import { inputOrFail } from '../files/input-or-fail.ts';
import { loneTrace } from '../files/stored-trace.ts';

/** What the page should show, and warnings before that. */
export interface PageRequest {
  readonly request: RunOrigin;
  readonly warnings: readonly string[];
}

const traceLengthMax = 200_000_000;

/** Checks the inputs as `windlass run` does, so that an error is reported here and not only in a browser. Throws a `CommandError`. */
export function pageRequest(sources: readonly SourceText[], settings: RunRequest): PageRequest {
  const trace = loneTrace(sources, settings);
  if (trace === undefined) return simulateRequest(sources, settings);
  return showRequest(trace);
}

function simulateRequest(sources: readonly SourceText[], settings: RunRequest): PageRequest {
  const { warnings } = inputOrFail(sources, settings);
  return { request: { kind: 'simulate', sources, settings }, warnings };
}

function showRequest({ name, text }: SourceText): PageRequest {
  if (text.length > traceLengthMax)
    throw new CommandError(exitCode.input, `${name}: ${text.length} characters: the page shows traces of up to ${traceLengthMax}`);
  const read = readTrace(text);
  if (!read.ok) throw new CommandError(exitCode.input, `${name}:${read.line}: ${read.message}`);
  const warnings = read.complete ? [] : [`${name}: the trace has no end: it was cut short`];
  return { request: { kind: 'show', name, trace: text }, warnings };
}
