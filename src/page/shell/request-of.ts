import type { RunInput } from '../machines/page-protocol.ts';
import type { RunOrigin } from '../worker/worker-protocol.ts';

/** How a stored trace begins: its header comes first. */
const traceBegins = /^\s*\{[^\n]*"type":\s*"header"[^\n]*"format":\s*"windlass-trace\//;

/** Returns the request for the worker: one file that is a stored trace is shown, everything else is simulated. */
export function requestOf({ sources, settings }: RunInput): RunOrigin {
  const [only] = sources;
  if (only !== undefined && sources.length === 1 && traceBegins.test(only.text.slice(0, 2_000)))
    return { kind: 'show', name: only.name, trace: only.text };
  return { kind: 'simulate', sources, settings };
}
