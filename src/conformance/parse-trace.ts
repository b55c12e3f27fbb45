import { z } from 'zod';
import { schemaProblem } from './schema-problem.ts';
import type { ScriptTrace } from './script-kind.ts';

// Entries are compared as they are, so they only need a type and a time.
const traceSchema = z.looseObject({
  script: z.string(),
  trace: z.array(z.looseObject({ at: z.number(), type: z.string() })),
  races: z.array(z.string()).nullish(),
});

/** Parses one line of NDJSON as a trace of the kind that the caller knows. Returns the problem in a sentence if it is none. */
export function parseTrace<T extends ScriptTrace = ScriptTrace>(line: string): { readonly trace: T } | { readonly problem: string } {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    return { problem: `not JSON: ${error instanceof Error ? error.message : String(error)}; a trace is one JSON object on one line` };
  }
  const parsed = traceSchema.safeParse(value);
  if (parsed.success) return { trace: value as T };
  const [issue] = parsed.error.issues;
  return { problem: `not a trace of the protocol: ${issue === undefined ? '' : schemaProblem(issue, value, 'the line')}` };
}
