import type { z } from 'zod';
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
    const [first = 'not a script', ...more] = parsed.error.issues.map((issue) => problemOf(issue, value));
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

function problemOf(issue: z.core.$ZodIssue, root: unknown): string {
  const path = issue.path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
  const place = path === '' ? 'the script' : path.slice(1);
  if (issue.code === 'unrecognized_keys') return `${place}: unknown field ${issue.keys.map((key) => JSON.stringify(key)).join(', ')}`;
  const found = issue.path.reduce<unknown>((node, part) => (node as Readonly<Record<PropertyKey, unknown>>)[part], root);
  return `${place}: expected ${expectedOf(issue)}, ${found === undefined ? 'but it is missing' : `not ${shown(found)}`}`;
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  int32: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

function expectedOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return typeNames[issue.expected] ?? issue.expected;
    case 'too_small':
      return issue.origin === 'string' ? 'a text that is not empty' : `a number of at least ${issue.minimum}`;
    case 'too_big':
      return `a number of at most ${issue.maximum}`;
    default:
      return issue.message;
  }
}

function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
