import { schemaProblem } from './schema-problem.ts';
import type { Script } from './script.ts';
import { scriptSchema } from './script-schema.ts';

/** What is wrong with a line, and where in it: `calls[2].at: expected a number, not "soon"`. */
export type ParsedScript =
  | { readonly ok: true; readonly script: Script }
  | { readonly ok: false; readonly problems: readonly [string, ...string[]] };

/** One line of NDJSON as a script of the kind "image manager", or every problem with it in a sentence each. */
export function parseScript(line: string): ParsedScript {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    return refused(`not JSON: ${error instanceof Error ? error.message : String(error)}; a script is one JSON object on one line`);
  }
  const kind = typeof value === 'object' && value !== null && 'kind' in value ? value.kind : undefined;
  if (kind !== undefined && kind !== 'imagemanager') {
    return refused(`kind: scripts of kind ${JSON.stringify(kind)} are not understood; only the image manager's are, which have no kind`);
  }
  const parsed = scriptSchema.safeParse(value);
  if (!parsed.success) {
    const [first = 'not a script', ...more] = parsed.error.issues.map((issue) => schemaProblem(issue, value, 'the script'));
    return { ok: false, problems: [first, ...more] };
  }
  const repeated = repeatedCall(parsed.data.calls);
  return repeated === undefined ? { ok: true, script: parsed.data } : refused(repeated);
}

function refused(problem: string): ParsedScript {
  return { ok: false, problems: [problem] };
}

/** Entries name their call by its id, so two calls of one id could not be told apart. */
function repeatedCall(calls: Script['calls']): string | undefined {
  const first = new Map<string, number>();
  for (const [index, { id }] of calls.entries()) {
    const before = first.get(id);
    if (before !== undefined) return `calls[${index}].id: expected an id of its own, not ${JSON.stringify(id)}, which calls[${before}] has`;
    first.set(id, index);
  }
  return undefined;
}
